import { ExternalLink } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { hostOf } from '../../embed/host-of.ts';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Credits } from '../map/credits.tsx';
import { DemoBadge } from './demo-badge.tsx';
import { LegendList } from '../legend/legend-list.tsx';
import { MapControls } from '../map/map-controls.tsx';
import { MapView } from '../map/map-view.tsx';
import { Notices } from './notices.tsx';

/**
 * The map inside another page (`?embed=1`): the map, its legend and a link to the atlas. `side` is
 * what the visitor opened, such as a feature.
 */
export const Embed = observer(function Embed({ side }: { side: ReactNode }): ReactNode {
  const { address, bundles, map, projects, shown } = useAtlas();
  const t = useTexts();
  useHost();
  const { title } = bundles.index;
  return (
    <div className="atlas atlas-embed">
      <main className="map-area">
        <h1 className="sr-only">{projects.open?.name ?? title}</h1>
        <MapView />
        <div className="map-top">
          <div className="floats-top">
            <a className="float embed-title" href={mapAddress(address.parts)} target="_blank">
              {projects.open?.name ?? title}
              <ExternalLink size={16} aria-hidden="true" />
              <span className="sr-only">{t('embed.open')}</span>
            </a>
            <DemoBadge />
            {shown.active.length > 0 && (
              <details className="float embed-legend">
                <summary>{t('tab.legend')}</summary>
                <LegendList />
              </details>
            )}
          </div>
          <Notices />
        </div>
        {!map.failure && <MapControls tools="none" />}
        <Credits short />
        {side && <aside className="float embed-side">{side}</aside>}
      </main>
    </div>
  );
});

/** Exchanges messages with the page around the map, if that uses the element `<atlas-map>`. */
function useHost(): void {
  const atlas = useAtlas();
  useEffect(() => {
    const host = hostOf(window.location.search);
    if (host === null) return undefined;
    let away = false;
    const talking = import('../../embed/talk-to-host.ts').then(({ talkToHost }) =>
      away ? undefined : talkToHost(atlas, host),
    );
    return () => {
      away = true;
      void talking.then((stop) => stop?.());
    };
  }, [atlas]);
}
