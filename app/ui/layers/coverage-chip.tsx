import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { listOf, type GroupEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

/** Maximum number of country codes in the chip. For more countries, the chip shows their number. */
const MAX_CODES = 2;

/**
 * A chip with the countries for which a group has data, so that visitors do not mistake an area
 * without data for an area without features. A group that covers the whole region and a project's
 * copy, which covers one area, have no chip.
 */
export const CoverageChip = observer(function CoverageChip({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const { index } = useAtlas().bundles;
  const { countries } = index.region;
  const t = useTexts();
  const covered = countries.filter(({ id }) => entry.coverage?.includes(id));
  if (covered.length === 0 || covered.length === countries.length || entry.project) return null;
  const listed = listOf(
    covered.map(({ name }) => name),
    index,
  );
  const names = t('group.coverage-names', { names: listed });
  return (
    <span className="chip" title={names}>
      <span aria-hidden="true">
        {covered.length <= MAX_CODES
          ? covered.map(({ id, iso2 }) => iso2 ?? id.toUpperCase()).join(' ')
          : t('group.coverage', { count: covered.length })}
      </span>
      <span className="sr-only">{names}</span>
    </span>
  );
});
