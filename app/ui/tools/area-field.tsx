import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { liveSize } from '../../tools/area-size.ts';
import { useAtlas, useTexts } from '../atlas-context.ts';
import { formatArea } from './format-size.ts';

/** Chooses the area of a tool: drawn, the current view, the open project or the selected object. */
export const AreaField = observer(function AreaField(): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  return (
    <fieldset className="tool-field">
      <legend>{t('area.choose')}</legend>
      {area.mode ? <Drawing /> : <Choices />}
      <Size />
      {area.failed && (
        <p role="alert" className="tool-problem">
          {t('area.failed')}
        </p>
      )}
    </fieldset>
  );
});

const Choices = observer(function Choices(): ReactNode {
  const { area, map, projects } = useAtlas();
  const t = useTexts();
  const { extent } = map;
  const project = projects.open;
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={() => area.draw('rectangle')}>
        {t('area.rectangle')}
      </button>
      <button type="button" className="button" onClick={() => area.draw('polygon')}>
        {t('area.polygon')}
      </button>
      {extent && (
        <button type="button" className="button" onClick={() => area.setBox(extent(), 'view')}>
          {t('area.view')}
        </button>
      )}
      {project && (
        <button
          type="button"
          className="button"
          onClick={() => area.setBox(project.bounds, 'project', project.name)}
        >
          {t('area.project')}
        </button>
      )}
      {area.area?.geometry.type === 'Polygon' && (
        <button type="button" className="button" onClick={() => area.draw('edit')}>
          {t('area.edit')}
        </button>
      )}
      {area.area && (
        <button type="button" className="button" onClick={() => area.set(null)}>
          {t('area.clear')}
        </button>
      )}
    </div>
  );
});

const Drawing = observer(function Drawing(): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  const { mode } = area;
  if (!mode) return null;
  return (
    <>
      <p>{t(`area.help-${mode}`)}</p>
      <div className="tool-actions">
        {mode !== 'edit' && (
          <button type="button" className="button" onClick={() => area.send('corner')}>
            {t('area.corner')}
          </button>
        )}
        {mode === 'polygon' && (
          <button type="button" className="button" onClick={() => area.send('undo')}>
            {t('area.undo')}
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => (mode === 'edit' ? area.stop() : area.send('finish'))}
        >
          {t('area.finish')}
        </button>
        {mode !== 'edit' && (
          <button type="button" className="button" onClick={area.stop}>
            {t('area.cancel')}
          </button>
        )}
      </div>
    </>
  );
});

/** The size of the area in km²: that of its analysis, or the live size while it changes. */
const Size = observer(function Size(): ReactNode {
  const { analysis, area, bundles } = useAtlas();
  const t = useTexts();
  const { measured } = area;
  if (!measured) return null;
  const { result } = analysis;
  const metres = result && analysis.of === area.area ? result.area : liveSize(measured);
  const [, size] = formatArea(metres, bundles.index.locale);
  return (
    <p className="measured-figure" role="status">
      {t('area.size', { size })}
    </p>
  );
});
