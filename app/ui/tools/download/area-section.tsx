import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../../atlas-context.ts';
import { AreaBox } from './area-box.tsx';
import { boxOf } from '../../../stores/geometry.ts';
import { boxArea, exactSize, liveSize } from '../../../tools/download/area-size.ts';
import { limitText } from '../../../tools/download/failure-word.ts';

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
          {t('download.rectangle')}
        </button>
        <button type="button" className="button" onClick={() => area.draw('polygon')}>
          {t('download.polygon')}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={!free}
          onClick={() => free && area.set({ geometry: boxArea(free), origin: 'view' })}
        >
          {t('download.view')}
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
              area.set({
                ...{ geometry: boxArea(project.bounds), origin: 'project', name: project.name },
              });
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

/** What to do while the visitor draws, with buttons for those who do not use a pointer. */
const Drawing = observer(function Drawing(): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  return (
    <>
      <p role="status">
        {t(
          area.mode === 'polygon'
            ? 'download.drawing-polygon'
            : area.mode === 'edit'
              ? 'download.drawing-edit'
              : 'download.drawing-rectangle',
        )}
      </p>
      <div className="tool-actions">
        {area.mode !== 'edit' && (
          <button type="button" className="button" onClick={() => area.send('corner')}>
            {t('measure.add')}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-disabled={area.mode === 'polygon' && area.corners === 0}
          onClick={() => area.send('undo')}
        >
          {t('measure.undo')}
        </button>
        {area.mode === 'polygon' && (
          <button
            type="button"
            className="button"
            aria-disabled={area.corners < 3}
            onClick={() => area.send('finish')}
          >
            {t('measure.finish')}
          </button>
        )}
        <button type="button" className="button" onClick={() => area.stop()}>
          {t(area.mode === 'edit' ? 'measure.finish' : 'download.cancel')}
        </button>
      </div>
    </>
  );
});

/** The size against the limit. Above it, it is red and says so before one submits. */
const Size = observer(function Size({ maxArea }: { maxArea: number }): ReactNode {
  const { area, bundles, map } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const { area: chosen, draft } = area;
  const size = draft ? liveSize(draft) : chosen ? exactSize(chosen.geometry) : null;
  if (size === null) return <p className="soft">{t('download.no-area')}</p>;
  const isTooLarge = size >= maxArea;
  // Rounded down, so that an area below the limit never shows the limit.
  const shown = Math.floor(size * 10) / 10;
  const number = new Intl.NumberFormat([locale, 'en'], { maximumFractionDigits: 1 });
  const text = number.format(shown).replaceAll('\u202F', '\u00A0');
  return (
    <>
      <div className={isTooLarge ? 'measured download-too-large' : 'measured'}>
        <div role="status">
          <p className="measured-figure">{`${text}\u00A0km²`}</p>
          <p className="soft">{t('download.limit', { limit: limitText(maxArea, locale) })}</p>
        </div>
        {chosen && !area.mode && (
          <div className="download-area-actions">
            {chosen.geometry.type === 'Polygon' && (
              <button type="button" className="link" onClick={() => area.draw('edit')}>
                {t('download.edit')}
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
        )}
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
    </>
  );
});
