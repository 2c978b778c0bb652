import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { exactSize, liveSize } from './area-size.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import type { BundleProject } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { AreaStore, ChosenArea } from '../../stores/places/area-store.ts';
import { AreaByName } from './area-by-name.tsx';
import { chosenArea, outlineOf } from '../../stores/places/named-areas.ts';
import { Drawing } from './drawing.tsx';
import { roundedArea } from './format-size.ts';

/**
 * Chooses the area of a tool: by its name, drawn, the current view, the open project or the selected
 * object.
 */
export const AreaField = observer(function AreaField({ named }: { named: boolean }): ReactNode {
  const atlas = useAtlas();
  const { area } = atlas;
  const t = useTexts();
  useEffect(() => void takeFirst(atlas), [atlas]);
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

/** Takes the open project as the area of a tool that opens without one. */
async function takeFirst(atlas: AtlasStore): Promise<void> {
  const { area, projects } = atlas;
  if (area.area || area.mode || !projects.open) return;
  const found = await areaOf(projects.open, atlas);
  if (found && !area.area && !area.mode) area.set(found);
}

/** Returns the outline of a project as an area; null if it cannot be loaded. */
async function areaOf(
  { id, name: title, bounds: bbox }: BundleProject,
  atlas: Pick<AtlasStore, 'bundles' | 'network'>,
): Promise<ChosenArea | null> {
  const geometry = await outlineOf({ id }, atlas);
  return geometry && chosenArea({ id, title, context: null, bbox }, geometry);
}

const Choices = observer(function Choices(): ReactNode {
  const atlas = useAtlas();
  const { area, map, projects } = atlas;
  const t = useTexts();
  const { free } = map;
  const project = projects.open;
  const takeProject = async (one: BundleProject): Promise<void> => {
    const found = await areaOf(one, atlas);
    if (found) area.set(found);
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
