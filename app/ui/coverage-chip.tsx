import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { listOf, type GroupEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from './atlas-context.ts';

/** Up to so many countries are named by their codes; more are counted. */
const MAX_CODES = 2;

/**
 * Which countries a group has data for, so that "no data here" is not read as "nothing here".
 * Nothing for the copies of a project, which are cut to one area.
 */
export const CoverageChip = observer(function CoverageChip({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const { index } = useAtlas().bundles;
  const { countries } = index.region;
  const t = useTexts();
  const covered = countries.filter(({ id }) => !entry.coverage || entry.coverage.includes(id));
  if (covered.length === 0 || entry.project) return null;
  const listed = listOf(
    covered.map(({ name }) => name),
    index,
  );
  const names = t('group.coverage-names', { names: listed });
  return (
    <span className="chip" title={names}>
      <span aria-hidden="true">
        {covered.length <= MAX_CODES
          ? covered.map(({ id }) => id.toUpperCase()).join(' ')
          : t('group.coverage', { count: covered.length })}
      </span>
      <span className="sr-only">{names}</span>
    </span>
  );
});
