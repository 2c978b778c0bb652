import { ListFilter, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { useFilterText } from './use-filter-text.ts';

/** The filters of a group in words, with a button that clears them; nothing without filters. */
export const FilterChip = observer(function FilterChip({
  id,
  name,
}: {
  /** The id and name of the group. */
  id: string;
  name: string;
}): ReactNode {
  const { filters, layers } = useAtlas();
  const t = useTexts();
  const describe = useFilterText();
  const set = filters.filtersOf(id);
  if (set.length === 0) return null;
  return (
    <div className="filter-chip">
      <ListFilter size={16} aria-hidden="true" />
      <span className="sr-only">{t('criteria.filtered')}</span>
      <ul>
        {set.map((one) => (
          <li key={one.filter.field}>{describe(one)}</li>
        ))}
      </ul>
      <button
        type="button"
        className="icon"
        aria-label={t('criteria.clear-of', { name })}
        onClick={() => layers.clearFilters(id)}
      >
        <X size={16} />
      </button>
    </div>
  );
});
