import { CircleCheck } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { boxOf } from 'atlas-engine/runtime';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { Drawing } from '../common/drawing.tsx';
import { AreaByName } from '../common/area-by-name.tsx';
import { AreaBox } from './area-box.tsx';
import { exactSize, liveSize, SQUARE_METRES_PER_KM2 } from '../common/area-size.ts';
import { areaBelowLimit } from '../common/format-size.ts';
import { makeCountsStore } from './counts-store.ts';
import { limitText } from './failure-word.ts';
import { makeDownloadStore } from './make-download-store.ts';

/** The scale ends above the limit, so that the limit is a mark on it. */
const SCALE = 4 / 3;

/** The limits of the tool. */
export interface AreaLimits {
  readonly maxArea: number;
  readonly maxObjects: number;
}

interface SizeLimits extends AreaLimits {
  /** Whether the chosen datasets may be downloaded over an area that reaches the limit. */
  readonly mayBeWide: boolean;
}

/** Chooses the area: by its name, drawn, typed or the current view. Shows its size. */
export const AreaSection = observer(function AreaSection({
  named,
  ...limits
}: SizeLimits & { named: boolean }): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  return (
    <section className="download-part" aria-label={t('download.area')}>
      <h3>{t('download.area')}</h3>
      {named && !area.mode && <AreaByName />}
      {area.mode ? <Drawing area={area} /> : <Ways />}
      {area.failed && (
        <p role="alert" className="tool-problem">
          {t('download.draw-failed')}
        </p>
      )}
      <Size {...limits} />
    </section>
  );
});

/** The ways to choose an area. */
const Ways = observer(function Ways(): ReactNode {
  const { area, map } = useAtlas();
  const t = useTexts();
  const { free } = map;
  return (
    <>
      <div className="tool-actions area-ways">
        <button type="button" className="button" onClick={() => area.draw('rectangle')}>
          {t('area.rectangle')}
        </button>
        <button type="button" className="button" onClick={() => area.draw('polygon')}>
          {t('area.polygon')}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={!free}
          onClick={() => free && area.setBox(free, 'view')}
        >
          {t('area.view')}
        </button>
      </div>
      <AreaBox />
    </>
  );
});

/**
 * The size against the limit. Above it, it says before one submits which data can be downloaded; for
 * others it is red.
 */
const Size = observer(function Size({ maxArea, maxObjects, mayBeWide }: SizeLimits): ReactNode {
  const { area, bundles } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const { area: chosen, draft } = area;
  const metres = draft ? liveSize(draft) : chosen && exactSize(chosen.geometry);
  if (metres === null) return <p className="soft">{t('download.no-area')}</p>;
  const size = metres / SQUARE_METRES_PER_KM2;
  const isWide = size >= maxArea;
  const isTooLarge = isWide && !(maxObjects > 0 && mayBeWide);
  // A full scale would look like a refusal.
  const hasScale = isTooLarge || !isWide;
  const limit = limitText(maxArea, locale);
  // Some fonts lack the narrow space between digits.
  const most = new Intl.NumberFormat(locale).format(maxArea).replaceAll('\u202F', '\u00A0');
  return (
    <>
      <div className={isTooLarge ? 'measured download-too-large' : 'measured'}>
        <div role="status">
          <p className="measured-figure">{areaBelowLimit(size, locale)}</p>
          {hasScale && <p className="soft">{t('download.limit', { limit: most })}</p>}
        </div>
        {hasScale && <Scale {...{ size, maxArea, isTooLarge, most }} />}
      </div>
      <p role="alert" className="download-note tool-problem">
        {isTooLarge && t('download.too-large', { limit })}
      </p>
      {isWide && maxObjects > 0 ? (
        <p className={isTooLarge ? 'caution' : 'download-note download-fits'}>
          {!isTooLarge && <CircleCheck size={18} aria-hidden="true" />}
          {t('download.wide', { limit: most, count: maxObjects })}
        </p>
      ) : (
        !isWide && !draft && <Fits />
      )}
      <AreaActions />
    </>
  );
});

/** The size on a scale that ends above the limit. */
const Scale = observer(function Scale({
  size,
  maxArea,
  isTooLarge,
  most,
}: {
  /** In km². */
  size: number;
  maxArea: number;
  isTooLarge: boolean;
  /** The limit as text. */
  most: string;
}): ReactNode {
  const t = useTexts();
  return (
    <div className="download-scale">
      <meter
        className="download-meter"
        aria-label={t('download.share')}
        min={0}
        max={maxArea * SCALE}
        // Red means that the chosen data cannot be downloaded there.
        low={isTooLarge ? maxArea * 0.998 : maxArea * SCALE}
        high={isTooLarge ? maxArea * 0.999 : maxArea * SCALE}
        optimum={0}
        value={Math.min(size, maxArea * SCALE)}
      />
      <p aria-hidden="true">
        <span>0</span>
        <span>{most}</span>
      </p>
    </div>
  );
});

/** Says that the size is right, and how many layers have objects that may be downloaded there. */
const Fits = observer(function Fits(): ReactNode {
  const { counts, loading } = useStore(makeCountsStore);
  const { offer } = useAtlas().storeOf(makeDownloadStore);
  const t = useTexts();
  const found = offer?.datasets.filter(({ id }) => (counts?.get(id) ?? 0) > 0) ?? [];
  const count = new Set(found.map(({ id, group }) => group ?? id)).size;
  if (!counts && !loading) return null;
  return (
    <p role="status" className="download-note download-fits">
      {loading ? (
        t('download.counting')
      ) : count === 0 ? (
        t('download.fits-none')
      ) : (
        <>
          <CircleCheck size={18} aria-hidden="true" />
          {t('download.fits', { count })}
        </>
      )}
    </p>
  );
});

/** What can be done with the chosen area. */
const AreaActions = observer(function AreaActions(): ReactNode {
  const { area, map } = useAtlas();
  const t = useTexts();
  const { area: chosen, mode } = area;
  if (!chosen || mode) return null;
  return (
    <div className="download-area-actions">
      {chosen.geometry.type === 'Polygon' && (
        <button type="button" className="link" onClick={() => area.draw('edit')}>
          {t('area.edit')}
        </button>
      )}
      <button
        type="button"
        className="link"
        onClick={() => map.goToArea({ bounds: boxOf(chosen.geometry) })}
      >
        {t('download.show')}
      </button>
      <button type="button" className="link" onClick={() => area.set(null)}>
        {t('download.clear')}
      </button>
    </div>
  );
});
