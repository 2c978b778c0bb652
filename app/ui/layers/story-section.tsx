import { ChevronDown, ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { BundleProject, GroupEntry } from 'atlas-engine/runtime';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { GroupRows } from './group-row.tsx';
import { RichText, SafeLink } from '../common/rich-text.tsx';

/**
 * Returns the groups of a project: first those in its list, in that order, then its other copies.
 */
export function groupsOfProject(project: BundleProject, bundles: BundleStore): GroupEntry[] {
  const named = project.groups.flatMap((id) => bundles.entries.get(id)?.entry ?? []);
  const own = bundles.categories
    .flatMap(({ groups }) => groups)
    .filter((entry) => entry.project === project.id && !named.includes(entry));
  return [...named, ...own];
}

/**
 * A project under its category. Unfolded, it shows its texts, link and groups, and a button that
 * opens it.
 */
export const StorySection = observer(function StorySection({
  project,
}: {
  project: BundleProject;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const { ui, layers, bundles } = atlas;
  const key = `story/${project.id}`;
  const unfolded = ui.toggledRows.has(key);
  const entries = groupsOfProject(project, bundles);
  const active = entries.filter(({ id }) => layers.has(id)).length;
  const bodyId = `story-${project.id}`;
  return (
    <section className="story-section" data-project={project.id}>
      <h3>
        <button
          type="button"
          aria-expanded={unfolded}
          aria-controls={bodyId}
          onClick={() => ui.toggleRow(key)}
        >
          {unfolded ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          <span className="category-name">{project.name}</span>
          <span className="category-count" aria-hidden="true">
            {active}/{entries.length}
          </span>
          <span className="sr-only">{t('category.active', { active, total: entries.length })}</span>
        </button>
      </h3>
      {unfolded && (
        <div id={bodyId}>
          {/* Only here, so that folded stories load no pictures. */}
          {project.thumbnail && (
            <img className="story-picture" src={project.thumbnail} alt="" width="112" height="80" />
          )}
          <div className="story-text">
            {project.texts.map((text, index) => (
              <RichText key={index} text={text} />
            ))}
          </div>
          <p className="story-links">
            <button
              type="button"
              className="button"
              onClick={() => atlas.projects.choose(project.id)}
            >
              {t('project.open')}
            </button>
            {project.link && <SafeLink href={project.link.url}>{project.link.text}</SafeLink>}
          </p>
          <GroupRows entries={entries} />
        </div>
      )}
    </section>
  );
});
