import { ChevronDown, ChevronRight, Crop, Search, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AtlasBundle, BundleCategory, BundleProject, GroupEntry } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { SHORT, useMedia } from '../common/use-media.ts';
import { GroupRows } from './group-row.tsx';
import { matchesText } from './match-text.ts';
import { ShownAreaPart } from './shown-area-part.tsx';
import { groupsOfProject, StorySection } from './story-section.tsx';

/** The layer list: a filter and the categories with their groups. */
export const LayerList = observer(function LayerList(): ReactNode {
  const atlas = useAtlas();
  const { bundles, search, ui } = atlas;
  const project = atlas.projects.open;
  const t = useTexts();
  const filter = ui.filter.trim();
  const short = useMedia(SHORT);
  // The search box finds layers too.
  const hasFilter = ui.filter !== '' || !(short || (ui.phone && ui.sheet === 'half'));
  const found = bundles.categories
    .map((category) => ({
      category,
      entries: listed(category, atlas).filter(
        (entry) =>
          !filter ||
          matchesText(filter, ...searchedOf(entry), category.name) ||
          search.keywordOf(entry.id, filter) !== undefined,
      ),
      stories: bundles.bundle.projects.filter(
        (story) =>
          story.category === category.id &&
          story !== project &&
          (!filter || matchesText(filter, ...searchedOf(story), category.name)),
      ),
    }))
    .filter(({ entries, stories }) => entries.length + stories.length > 0);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <div className="layer-list" id="layer-list">
      {hasFilter && <FilterField />}
      <ShownAreaPart />
      <p className={filter && count === 0 ? 'list-empty' : 'sr-only'} role="status">
        {filter && (count > 0 ? t('filter.found', { count }) : t('filter.none', { filter }))}
      </p>
      {project && <ProjectSection project={project} filter={filter} />}
      {found.map(({ category, entries, stories }) => (
        <Section
          key={category.id}
          id={category.id}
          name={category.name}
          entries={entries}
          stories={stories}
          forced={filter !== ''}
        />
      ))}
    </div>
  );
});

/** The field that filters the list. */
const FilterField = observer(function FilterField(): ReactNode {
  const atlas = useAtlas();
  const { bundles, shownArea, ui } = atlas;
  const t = useTexts();
  return (
    <div className="filter">
      <Search size={20} aria-hidden="true" />
      <input
        type="search"
        value={ui.filter}
        placeholder={t('filter.label')}
        aria-label={t('filter.label')}
        // Without the keywords, the filter finds layers by their names.
        onFocus={() =>
          void import('../search/keywords.ts').then(
            ({ loadKeywords }) => loadKeywords(atlas),
            () => undefined,
          )
        }
        onChange={(event) => ui.setFilter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && ui.setFilter('')}
      />
      {ui.filter && (
        <button
          type="button"
          className="icon"
          aria-label={t('filter.clear')}
          onClick={() => ui.setFilter('')}
        >
          <X size={16} />
        </button>
      )}
      {hasAreas(bundles.bundle) && !bundles.isStatic && (
        <button
          type="button"
          className="button filter-area"
          aria-expanded={shownArea.choosing}
          aria-label={t('filter.area-label')}
          title={t('filter.area-label')}
          onClick={shownArea.toggleChoice}
        >
          <Crop size={16} aria-hidden="true" />
          {t('filter.area')}
        </button>
      )}
    </div>
  );
});

/** Returns whether the atlas has areas that can be chosen by name. */
function hasAreas({ projects, tools }: Pick<AtlasBundle, 'projects' | 'tools'>): boolean {
  return projects.length > 0 || tools.some(({ named }) => named);
}

/** Returns the texts that the filter searches, aliases and names in other languages included. */
function searchedOf({
  name,
  subtitle,
  aliases = [],
  otherNames = [],
}: Pick<GroupEntry, 'name' | 'subtitle' | 'aliases' | 'otherNames'>): readonly (
  string | undefined
)[] {
  return [name, subtitle, ...aliases, ...otherNames];
}

/**
 * Returns the groups of a category in the layer list, without those that a copy of the open project
 * replaces. The copies of a project are listed in the section of the project. If the project is
 * closed and has no section in the list, its copies appear here while they are on the map.
 */
function listed(
  { groups: entries }: BundleCategory,
  { bundles, groups, layers, map }: AtlasStore,
): readonly GroupEntry[] {
  const { replaced } = groups;
  const isLeft = ({ id, project }: GroupEntry): boolean =>
    project !== map.project && layers.has(id) && !bundles.projects.get(project ?? '')?.category;
  return entries
    .filter((entry) => !replaced.has(entry.id) && (!entry.project || isLeft(entry)))
    .sort((a, b) => a.order - b.order);
}

/** The groups of the open project: its own groups and the general groups it names. */
const ProjectSection = observer(function ProjectSection({
  project,
  filter,
}: {
  project: BundleProject;
  filter: string;
}): ReactNode {
  const { bundles, search } = useAtlas();
  const entries = groupsOfProject(project, bundles).filter(
    (entry) =>
      matchesText(filter, ...searchedOf(entry), ...searchedOf(project)) ||
      search.keywordOf(entry.id, filter) !== undefined,
  );
  if (entries.length === 0) return null;
  return (
    <Section
      id={`project-${project.id}`}
      name={project.name}
      entries={entries}
      stories={[]}
      forced={filter !== ''}
    />
  );
});

const Section = observer(function Section({
  id,
  name,
  entries,
  stories,
  forced,
}: {
  id: string;
  name: string;
  entries: readonly GroupEntry[];
  /** Projects whose sections are shown below the groups. */
  stories: readonly BundleProject[];
  /** Keeps the section unfolded while a filter is set. */
  forced: boolean;
}): ReactNode {
  const { layers, ui } = useAtlas();
  const t = useTexts();
  const folded = !forced && ui.foldedCategories.has(id);
  const active = entries.filter(({ id }) => layers.has(id)).length;
  const listId = `section-${id}`;
  return (
    <section className="category">
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={listId}
          onClick={() => ui.toggleCategory(id)}
        >
          {folded ? <ChevronRight size={16} /> : <ChevronDown size={16} />}
          <span className="category-name">{name}</span>
          {entries.length > 0 && (
            <>
              <span className="category-count" aria-hidden="true">
                {active}/{entries.length}
              </span>
              <span className="sr-only">
                {t('category.active', { active, total: entries.length })}
              </span>
            </>
          )}
        </button>
      </h2>
      {!folded && (
        <div id={listId}>
          <GroupRows entries={entries} />
          {stories.map((project) => (
            <StorySection key={project.id} project={project} />
          ))}
        </div>
      )}
    </section>
  );
});
