import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import { boxOf } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { Drawing } from '../common/drawing.tsx';
import { AreaBox } from './area-box.tsx';
import { exactSize, liveSize, SQUARE_METRES_PER_KM2 } from '../common/area-size.ts';
import { limitText } from './failure-word.ts';

/** Chooses the area: drawn, typed, the current view or that of a project. Shows its size. */
export const AreaSection = observer(function AreaSection({
  maxArea,
}: {
  maxArea: number;
}): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  return (
    <section className="download-part" aria-label={t('download.area')}>
      <h3>{t('download.area')}</h3>
      {area.mode ? <Drawing /> : <Ways />}
      {area.failed && (
        <p role="alert" className="tool-problem">
          {t('download.draw-failed')}
        </p>
      )}
      <Size maxArea={maxArea} />
    </section>
  );
});

/** The ways to choose an area. */
const Ways = observer(function Ways(): ReactNode {
  const { area, bundles, map, projects } = useAtlas();
  const t = useTexts();
  const id = useId();
  const { free } = map;
  const listed = bundles.index.projects;
  return (
    <>
      <div className="tool-actions">
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
      {listed.length > 0 && (
        <div className="tool-field">
          <label htmlFor={id}>{t('download.project')}</label>
          <select
            id={id}
            value={
              area.area?.origin === 'project'
                ? (listed.find(({ name }) => name === area.area?.name)?.id ?? '')
                : ''
            }
            onChange={({ target }) => {
              const project = listed.find((one) => one.id === target.value);
              if (!project) return;
              area.setBox(project.bounds, 'project', project.name);
              if (projects.open !== project) map.goToArea({ bounds: project.bounds });
            }}
          >
            <option value="">{t('project.choose')}</option>
            {listed.map((project) => (
              <option key={project.id} value={project.id}>
                {project.name}
              </option>
            ))}
          </select>
        </div>
      )}
      <AreaBox />
    </>
  );
});

/** The size against the limit. Above it, it is red and says so before one submits. */
const Size = observer(function Size({ maxArea }: { maxArea: number }): ReactNode {
  const { area, bundles } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const { area: chosen, draft } = area;
  const metres = draft ? liveSize(draft) : chosen && exactSize(chosen.geometry);
  if (metres === null) return <p className="soft">{t('download.no-area')}</p>;
  const size = metres / SQUARE_METRES_PER_KM2;
  const isTooLarge = size >= maxArea;
  // Rounded down, so that an area below the limit never shows the limit.
  const shown = Math.floor(size * 10) / 10;
  // As the limit, in groups of three digits with a space, in every language.
  const figure = new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: 1 })
    .formatToParts(shown)
    .map(({ type, value }) => (type === 'group' ? '\u00A0' : value))
    .join('');
  return (
    <>
      <div className={isTooLarge ? 'measured download-too-large' : 'measured'}>
        <div role="status">
          <p className="measured-figure">{`${figure}\u00A0km²`}</p>
          <p className="soft">{t('download.limit', { limit: limitText(maxArea, locale) })}</p>
        </div>
      </div>
      <meter
        className="download-meter"
        aria-label={t('download.share')}
        min={0}
        max={maxArea}
        low={maxArea * 0.998}
        high={maxArea * 0.999}
        optimum={0}
        value={Math.min(size, maxArea)}
      />
      <p role="alert" className="tool-problem">
        {isTooLarge && t('download.too-large', { limit: limitText(maxArea, locale) })}
      </p>
      <AreaActions />
    </>
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
