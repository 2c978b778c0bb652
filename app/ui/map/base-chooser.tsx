import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { BundleBaseLayer } from 'atlas-engine/runtime';
import { savesData } from '../../net/saves-data.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { flatColor } from './ground.ts';

/** The base maps as round thumbnails, and the relief switch. */
export const BaseChooser = observer(function BaseChooser(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { hillshade } = atlas.bundles.index;
  const { drawn } = atlas.map;
  useEffect(() => {
    if (drawn && !savesData()) void atlas.bundles.loadThumbnails();
  }, [atlas, drawn]);
  // A single base map needs no chooser.
  const bases = atlas.bases.all.length > 1 ? atlas.bases.all : [];
  if (bases.length === 0 && !hillshade) return null;
  return (
    <div className="float base-chooser">
      <div
        role="radiogroup"
        aria-label={t('map.base')}
        className="bases"
        hidden={bases.length === 0}
      >
        {bases.map((base) => (
          <label key={base.id} className="base">
            <input
              type="radio"
              name="base-layer"
              className="sr-only"
              checked={base.id === atlas.bases.current.id}
              onChange={() => atlas.bases.choose(base.id)}
            />
            <Thumbnail base={base} />
            <span className="base-name">{base.name}</span>
          </label>
        ))}
      </div>
      {hillshade && (
        <label className={atlas.shown.beyondRelief ? 'relief relief-idle' : 'relief'}>
          <input
            type="checkbox"
            role="switch"
            checked={atlas.map.hillshade}
            onChange={(event) => atlas.map.setHillshade(event.target.checked)}
          />
          <span>
            {t('map.relief')}
            {atlas.shown.beyondRelief && <small> {t('map.no-relief')}</small>}
          </span>
        </label>
      )}
    </div>
  );
});

/**
 * The declared thumbnail; without one, or if it does not load, a drawing in the colours of the base
 * map. The thumbnails load after the first view of the map, small ones by one request, and not when the
 * visitor saves data.
 */
const Thumbnail = observer(function Thumbnail({ base }: { base: BundleBaseLayer }): ReactNode {
  const { bundles, map } = useAtlas();
  const [failed, setFailed] = useState(false);
  if (base.thumbnail && map.drawn && bundles.thumbnails && !failed && !savesData())
    return (
      <img
        className="thumbnail"
        src={bundles.pictureAt(base.thumbnail)}
        alt=""
        width="40"
        height="40"
        onError={() => setFailed(true)}
      />
    );
  const [land = 'transparent', second, third] = paints(base);
  return (
    <svg className="thumbnail" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <rect width="40" height="40" fill={land} />
      {second && <path d="M0 0 H16 C12 10 20 16 12 26 S4 34 6 40 H0 Z" fill={second} />}
      {third && <path d="M22 40 C22 30 30 28 30 18 S34 6 40 4 V40 Z" fill={third} />}
    </svg>
  );
});

function paints(base: BundleBaseLayer): string[] {
  const colors = base.sublayers.flatMap((sublayer) => flatColor(sublayer, base) ?? []);
  return [...new Set(colors)].slice(0, 3);
}
