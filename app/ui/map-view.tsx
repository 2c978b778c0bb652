import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connectMap } from '../map/connect-map.ts';
import { useAtlas, useTexts } from './atlas-context.ts';

/** The map, or a message when it cannot be shown. */
export const MapView = observer(function MapView(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { i18n } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = container.current;
    if (!place) return undefined;
    let away = false;
    const connected = connectMap(atlas, {
      container: place,
      label: () => i18n.t('map.label'),
      still: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    }).then((disconnect) => (away ? disconnect() : disconnect));
    return () => {
      away = true;
      void connected.then((disconnect) => disconnect?.());
    };
  }, [atlas, i18n]);
  const { failure, contextLost } = atlas.map;
  return (
    <>
      <div ref={container} className="map" />
      {failure && (
        <div className="map-message" role="status">
          <p>{t(failure === 'no-webgl' ? 'map.noWebgl' : 'map.notLoaded')}</p>
        </div>
      )}
      {contextLost && !failure && (
        <div className="map-message" role="status">
          <p>{t('map.contextLost')}</p>
        </div>
      )}
    </>
  );
});
