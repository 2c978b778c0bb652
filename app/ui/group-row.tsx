import { ChevronDown, ChevronUp, Info, LoaderCircle, Lock, TriangleAlert } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useState, type ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { AccessLink } from './access-link.tsx';
import { useAtlas, useTexts } from './atlas-context.ts';
import { CoverageChip } from './coverage-chip.tsx';
import { GroupSettings } from './group-settings.tsx';
import { Swatch } from './swatch.tsx';
import { useNumber } from './use-number.ts';

/** Renders rows of groups. With `explain`, the first locked group shows how to get access. */
export function GroupRows({
  entries,
  explain = false,
}: {
  entries: readonly GroupEntry[];
  explain?: boolean;
}): ReactNode {
  const firstLocked = entries.find((entry) => entry.locked);
  return (
    <ul>
      {entries.map((entry) =>
        entry.locked ? (
          <LockedRow key={entry.id} entry={entry} first={explain && entry === firstLocked} />
        ) : (
          <GroupRow key={entry.id} entry={entry} />
        ),
      )}
    </ul>
  );
}

/** A group in the list: switch, symbol, name, coverage, information and status. */
const GroupRow = observer(function GroupRow({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const active = atlas.layers.has(entry.id);
  const unfolded = active && atlas.ui.toggledRows.has(entry.id) !== (entry.open ?? false);
  const reach = atlas.groups.reach(entry.id);
  // A group may appear both in a project's section and in its category, so its id is not unique.
  const inputId = useId();
  return (
    <li
      data-group={entry.id}
      className={`row${active ? ' row-active' : ''}${reach === 'in' ? '' : ' row-soft'}`}
    >
      <div className="row-line">
        <input
          type="checkbox"
          id={inputId}
          checked={active}
          onChange={() => atlas.catalogue.toggle(entry.id)}
        />
        <Swatch
          symbols={entry.swatch ?? []}
          hatch={atlas.bundles.bundle.groups[entry.id]?.restricted ?? false}
        />
        <label htmlFor={inputId}>{entry.name}</label>
        <CoverageChip entry={entry} />
        <InfoButton entry={entry} />
        {active ? <StateButton entry={entry} unfolded={unfolded} /> : <span className="icon" />}
      </div>
      <RowNote entry={entry} />
      {unfolded && <GroupSettings entry={entry} />}
    </li>
  );
});

/** The (i) button that opens the information of a group. */
export const InfoButton = observer(function InfoButton({
  entry,
}: {
  entry: GroupEntry;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  return (
    <button
      type="button"
      className="icon"
      aria-label={t('group.info', { name: entry.name })}
      aria-pressed={atlas.ui.info === entry.id}
      onClick={() => atlas.side.toggleInfo(entry.id)}
    >
      <Info size={16} />
    </button>
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

/** Explains why a group is not visible and offers an action. */
const RowNote = observer(function RowNote({ entry }: { entry: GroupEntry }): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const number = useNumber();
  const { id } = entry;
  const zooms = atlas.groups.zooms(id);
  const reach = atlas.groups.reach(id);
  const status = atlas.groups.status(id);
  if (status === 'failed') {
    return (
      <p className="row-note row-failed" role="status">
        {t('group.failed')}{' '}
        <button type="button" className="link" onClick={() => atlas.groups.retry(id)}>
          {t('group.retry')}
        </button>
      </p>
    );
  }
  if (reach === 'below') {
    return (
      <p className="row-note">
        {t('group.out-of-zoom', { zoom: number(zooms.min) })}{' '}
        <button type="button" className="link" onClick={() => atlas.map.zoomTo(zooms.min)}>
          {t('group.zoom-in')}
        </button>
      </p>
    );
  }
  if (reach === 'above') {
    return (
      <p className="row-note">
        {t('group.too-close', { zoom: number(zooms.max) })}{' '}
        <button type="button" className="link" onClick={() => atlas.map.zoomTo(zooms.max - 0.1)}>
          {t('group.zoom-out')}
        </button>
      </p>
    );
  }
  if (status === 'loading') {
    return (
      <p className="sr-only" role="status">
        {t('group.loading', { name: entry.name })}
      </p>
    );
  }
  if (status !== 'empty') return null;
  return (
    <p className="row-note">
      {t('group.empty')}{' '}
      <button type="button" className="link" onClick={() => atlas.catalogue.zoomTo(id)}>
        {t('group.zoom-to')}
      </button>
    </p>
  );
});

/**
 * A group that is locked for the visitor: a lock, and how to get access; with `first`, the row is
 * unfolded.
 */
const LockedRow = observer(function LockedRow({
  entry,
  first,
}: {
  entry: GroupEntry;
  first: boolean;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const [explained, setExplained] = useState(first);
  const [asked, setAsked] = useState(false);
  const level = atlas.bundles.index.levels.find(({ id }) => id === entry.locked?.level);
  const how =
    entry.locked?.granted === 'on-confirmation'
      ? t('group.ask-on-confirmation')
      : t(entry.locked?.granted === 'by-operator' ? 'group.ask-by-operator' : 'group.ask-other', {
          level: level?.name ?? '',
        });
  return (
    <li data-group={entry.id} className="row row-locked row-soft">
      <div className="row-line">
        <span className="no-box" aria-hidden="true" />
        <Swatch symbols={entry.swatch ?? []} hatch />
        <span className="row-name">{entry.name}</span>
        <CoverageChip entry={entry} />
        <button
          type="button"
          className="icon"
          aria-label={t('group.locked-label', { name: entry.name })}
          aria-expanded={explained}
          onClick={() => setExplained(!explained)}
        >
          <Lock size={16} />
        </button>
      </div>
      {explained && (
        <p className="row-note">
          {t('group.locked')}{' '}
          <button
            type="button"
            className="link"
            aria-expanded={asked}
            onClick={() => setAsked(!asked)}
          >
            {t('group.ask')}
          </button>
        </p>
      )}
      {explained && asked && (
        <p className="row-note">
          {how} <AccessLink />
        </p>
      )}
    </li>
  );
});
