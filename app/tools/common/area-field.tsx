import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { exactSize, liveSize } from './area-size.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import type { BundleProject } from 'atlas-engine/runtime';
import type { AreaStore } from '../../stores/places/area-store.ts';
import { AreaByName } from './area-by-name.tsx';
import { chosenArea, outlineOf } from '../../stores/places/named-areas.ts';
import { Drawing } from './drawing.tsx';
import { roundedArea } from './format-size.ts';

/**
 * Chooses the area of a tool: by its name, drawn, the current view, the open project or the selected
 * object.
 */
export const AreaField = observer(function AreaField({ named }: { named: boolean }): ReactNode {
  const { area } = useAtlas();
  const t = useTexts();
  return (
    <fieldset className="tool-field">
      <legend>{t('area.choose')}</legend>
      {named && !area.mode && <AreaByName />}
      {area.mode ? <Drawing area={area} /> : <Choices />}
      <AreaSize area={area} />
      {area.failed && (
        <p role="alert" className="tool-problem">
          {t('area.failed')}
        </p>
      )}
    </fieldset>
  );
});

const Choices = observer(function Choices(): ReactNode {
  const { area, bundles, map, network, projects } = useAtlas();
  const t = useTexts();
  const { free } = map;
  const project = projects.open;
  const takeProject = async ({ id, name: title, bounds: bbox }: BundleProject): Promise<void> => {
    const geometry = await outlineOf({ id }, { bundles, network });
    if (geometry) area.set(chosenArea({ id, title, context: null, bbox }, geometry));
  };
  return (
    <div className="tool-actions area-ways">
      <button type="button" className="button" onClick={() => area.draw('rectangle')}>
        {t('area.rectangle')}
      </button>
      <button type="button" className="button" onClick={() => area.draw('polygon')}>
        {t('area.polygon')}
      </button>
      {free && (
        <button type="button" className="button" onClick={() => area.setBox(free, 'view')}>
          {t('area.view')}
        </button>
      )}
      {project && (
        <button type="button" className="button" onClick={() => void takeProject(project)}>
          {t('area.project')}
        </button>
      )}
      {area.area?.geometry.type === 'Polygon' && !area.area.around && (
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

/** The size of the area, live while it is drawn. */
export const AreaSize = observer(function AreaSize({ area }: { area: AreaStore }): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  const { area: chosen, draft } = area;
  const metres = draft ? liveSize(draft) : chosen && exactSize(chosen.geometry);
  if (metres === null) return null;
  const size = roundedArea(metres, bundles.index.locale);
  return (
    <p className="measured-figure" role="status">
      {t('area.size', { size })}
    </p>
  );
});
