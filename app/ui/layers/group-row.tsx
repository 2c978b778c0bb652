import { ChevronDown, ChevronUp, LoaderCircle, TriangleAlert } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useId, type ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { EndedNote } from '../common/access-note.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { CoverageChip } from './coverage-chip.tsx';
import { FilterChip } from './filter-chip.tsx';
import { GroupName } from './group-name.tsx';
import { GroupSettings } from './group-settings.tsx';
import { InfoButton } from './info-button.tsx';
import { LockedFold, LockedRow } from './locked-row.tsx';
import { RowNote } from './row-note.tsx';
import { Swatch } from '../common/swatch.tsx';
import { SHORT, useMedia } from '../common/use-media.ts';

// Only few accounts have levels in places.
const PlaceNote = lazy(() => import('./place-note.tsx'));

/**
 * Renders rows of groups. On a small screen, unless a filter is set, those that are locked are one line
 * below the others.
 */
export const GroupRows = observer(function GroupRows({
  entries,
}: {
  entries: readonly GroupEntry[];
}): ReactNode {
  const { ui } = useAtlas();
  const short = useMedia(SHORT);
  const folds = (ui.phone || short) && ui.filter === '';
  // The reason why nobody may see a group stays in view.
  const locked = folds ? entries.filter((entry) => entry.locked && !entry.ended) : [];
  return (
    <ul>
      {entries
        .filter((entry) => !locked.includes(entry))
        .map((entry) =>
          entry.locked ? (
            <LockedRow key={entry.id} entry={entry} />
          ) : (
            <GroupRow key={entry.id} entry={entry} />
          ),
        )}
      {locked.length > 0 && <LockedFold entries={locked} />}
    </ul>
  );
});

/** A group in the list: switch, symbol, name, coverage, information and status. */
const GroupRow = observer(function GroupRow({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const { id, name } = entry;
  const active = atlas.layers.has(id);
  const unfolded = active && atlas.ui.toggledRows.has(id) !== (entry.open ?? false);
  const reach = atlas.groups.reach(id);
  // A group may appear both in a project's section and in its category, so its id is not unique.
  const inputId = useId();
  const classes = [
    'row',
    active && 'row-active',
    reach !== 'in' && 'row-soft',
    atlas.hover.group === id && 'row-pointed',
  ];
  return (
    <li data-group={id} className={classes.filter(Boolean).join(' ')}>
      <div className="row-line">
        <input
          type="checkbox"
          id={inputId}
          checked={active}
          onChange={() => atlas.catalogue.toggle(id)}
        />
        <Swatch
          symbols={entry.swatch ?? []}
          hatch={atlas.bundles.bundle.groups[id]?.restricted ?? false}
        />
        <label htmlFor={inputId}>
          <GroupName entry={entry} />
        </label>
        <CoverageChip entry={entry} />
        <InfoButton entry={entry} />
        {active ? <StateButton entry={entry} unfolded={unfolded} /> : <span className="icon" />}
      </div>
      <RowNote id={id} name={name} />
      <EndedNote entry={entry} />
      {entry.places && (
        <Suspense>
          <PlaceNote entry={entry} />
        </Suspense>
      )}
      {active && <FilterChip id={id} name={name} />}
      {unfolded && <GroupSettings entry={entry} />}
    </li>
  );
});

const StateButton = observer(function StateButton({
  entry,
  unfolded,
}: {
  entry: GroupEntry;
  unfolded: boolean;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const status = atlas.groups.status(entry.id);
  return (
    <button
      type="button"
      className={`icon state-${status}`}
      aria-expanded={unfolded}
      aria-label={t('group.unfold', { name: entry.name })}
      onClick={() => atlas.ui.toggleRow(entry.id)}
    >
      {status === 'loading' ? (
        <LoaderCircle size={16} className="spin" />
      ) : status === 'failed' ? (
        <TriangleAlert size={16} />
      ) : unfolded ? (
        <ChevronUp size={16} />
      ) : (
        <ChevronDown size={16} />
      )}
    </button>
  );
});
