import { ChevronDown, ChevronUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef, type ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Boundary } from '../common/boundary.tsx';
import { ProjectStory } from './project-story.tsx';

/** The picker of projects and, below it, the story of the open one. */
export const ProjectHead = observer(function ProjectHead(): ReactNode {
  const project = useAtlas().projects.open;
  return (
    <>
      <Boundary>
        <ProjectPicker />
      </Boundary>
      {project && (
        <Boundary subject={project.id}>
          <ProjectStory key={project.id} project={project} />
        </Boundary>
      )}
    </>
  );
});

/** Shows the open project, or the whole region, and opens the list of projects. */
const ProjectPicker = observer(function ProjectPicker(): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const { ui } = atlas;
  const project = atlas.projects.open;
  const projects = [...atlas.bundles.bundle.projects].sort((a, b) => a.order - b.order);
  if (projects.length === 0) return null;
  const choose = (id: string | null): void => {
    ui.setPickerOpen(false);
    button.current?.focus();
    atlas.projects.choose(id);
  };
  return (
    <div
      className="picker"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !ui.pickerOpen) return;
        event.stopPropagation();
        ui.setPickerOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="picker-button"
        aria-expanded={ui.pickerOpen}
        onClick={() => ui.setPickerOpen(!ui.pickerOpen)}
      >
        <span className="picker-label">{t('project.label')}</span>
        <span className="picker-value">{project?.name ?? t('project.region')}</span>
        {ui.pickerOpen ? <ChevronUp size={20} /> : <ChevronDown size={20} />}
      </button>
      {ui.pickerOpen && (
        <ul className="picker-list" aria-label={t('project.choose')}>
          <li>
            <button type="button" aria-current={!project} onClick={() => choose(null)}>
              {t('project.region')}
            </button>
          </li>
          {projects.map(({ id, name, thumbnail }) => (
            <li key={id}>
              <button type="button" aria-current={project?.id === id} onClick={() => choose(id)}>
                {thumbnail && <img src={thumbnail} alt="" width="56" height="40" loading="lazy" />}
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
