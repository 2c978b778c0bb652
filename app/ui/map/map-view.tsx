import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { openMap } from '../../map/open-map.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Boundary } from '../common/boundary.tsx';
import { Chunk, ReloadButton } from '../common/chunk.tsx';
import { HoverLabel } from './hover-label.tsx';

const loadCompare = () =>
  import('./compare-map.tsx').then((code) => ({ default: code.CompareMap }));

/** The map, or a message when it cannot be shown. */
export const MapView = observer(function MapView(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    return place.current ? openMap(atlas, place.current) : undefined;
  }, [atlas]);
  const { failure, contextLost, ready } = atlas.map;
  return (
    <>
      <div ref={place} />
      {!failure && atlas.map.ready && atlas.compare.isOpen && <Chunk load={loadCompare} />}
      <Boundary silent subject={atlas.hover.hit?.id}>
        <HoverLabel />
      </Boundary>
      {failure && (
        <div className="map-message" role="status">
          <p>{t(failure === 'no-webgl' ? 'map.no-webgl' : 'map.not-loaded')}</p>
          {failure === 'not-loaded' && <ReloadButton />}
        </div>
      )}
      {!ready && !failure && (
        <div className="map-message map-waiting" role="status">
          <p>{t('map.waiting')}</p>
        </div>
      )}
      {contextLost && !failure && (
        <div className="map-message" role="status">
          <p>{t('map.context-lost')}</p>
        </div>
      )}
    </>
  );
});
