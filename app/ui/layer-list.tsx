import { ChevronDown, ChevronRight, Search, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { BundleCategory, GroupEntry } from '../../engine/runtime.ts';
import { useAtlas, useTexts } from './atlas-context.ts';
import { GroupRow, LockedRow } from './group-row.tsx';
import { matchesText } from './match-text.ts';

/** The catalogue: a filter and the categories with their groups. */
export const LayerList = observer(function LayerList(): ReactNode {
  const { bundles, ui } = useAtlas();
  const t = useTexts();
  const filter = ui.filter.trim();
  const found = bundles.categories
    .map((category) => ({
      category,
      entries: listed(category).filter(
        ({ name, subtitle }) => !filter || matchesText(filter, name, subtitle, category.name),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <div className="layer-list" id="layer-list">
      <div className="filter">
        <Search size={20} aria-hidden="true" />
        <input
          type="search"
          value={ui.filter}
          placeholder={t('filter.label')}
          aria-label={t('filter.label')}
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
      </div>
      <p className={filter && count === 0 ? 'list-empty' : 'sr-only'} role="status">
        {filter && (count > 0 ? t('filter.found', { count }) : t('filter.none', { filter }))}
      </p>
      {found.map(({ category, entries }) => (
        <CategorySection
          key={category.id}
          category={category}
          entries={entries}
          forced={filter !== ''}
        />
      ))}
    </div>
  );
});

/** A project's own groups stand in its story and are listed while it is open. */
function listed(category: BundleCategory): readonly GroupEntry[] {
  return [...category.groups].sort((a, b) => a.order - b.order);
}

const CategorySection = observer(function CategorySection({
  category,
  entries,
  forced,
}: {
  category: BundleCategory;
  entries: readonly GroupEntry[];
  /** Unfolded whatever the visitor folded, while a filter is typed. */
  forced: boolean;
}): ReactNode {
  const { ui, layers, map } = useAtlas();
  const t = useTexts();
  const shown = entries.filter(
    ({ id, project }) => !project || project === map.project || layers.has(id),
  );
  if (shown.length === 0) return null;
  const folded = !forced && ui.foldedCategories.has(category.id);
  const active = shown.filter(({ id }) => layers.has(id)).length;
  const firstLocked = shown.find((entry) => entry.locked);
  const listId = `category-${category.id}`;
  return (
    <section className="category">
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={listId}
          onClick={() => ui.toggleCategory(category.id)}
        >
          {folded ? <ChevronRight size={16} /> : <ChevronDown size={16} />}
          <span className="category-name">{category.name}</span>
          <span className="category-count" aria-hidden="true">
            {active}/{shown.length}
          </span>
          <span className="sr-only">{t('category.active', { active, total: shown.length })}</span>
        </button>
      </h2>
      {!folded && (
        <ul id={listId}>
          {shown.map((entry) =>
            entry.locked ? (
              <LockedRow key={entry.id} entry={entry} first={entry === firstLocked} />
            ) : (
              <GroupRow key={entry.id} entry={entry} />
            ),
          )}
        </ul>
      )}
    </section>
  );
});
