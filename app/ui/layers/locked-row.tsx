import { ChevronDown, ChevronUp, Lock } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { AccessLink } from '../common/access-link.tsx';
import { AccessNote } from '../common/access-note.tsx';
import { CoverageChip } from './coverage-chip.tsx';
import { GroupName } from './group-name.tsx';
import { InfoButton } from './info-button.tsx';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Swatch } from '../common/swatch.tsx';

/** A group that is locked for the visitor: its symbol, name and information, and how to get access. */
export const LockedRow = observer(function LockedRow({ entry }: { entry: GroupEntry }): ReactNode {
  return (
    <li data-group={entry.id} className="row row-locked row-soft">
      <div className="row-line">
        <span className="no-box" aria-hidden="true" />
        <Swatch symbols={entry.swatch ?? []} hatch />
        <span className="row-name">
          <GroupName entry={entry} />
        </span>
        <CoverageChip entry={entry} />
        <InfoButton entry={entry} />
        <span className="icon row-lock">
          <Lock size={16} aria-hidden="true" />
        </span>
      </div>
      <AccessNote entry={entry} />
    </li>
  );
});

/** One line for several locked groups: their number, which unfolds their rows, and the way to access. */
export const LockedFold = observer(function LockedFold({
  entries,
}: {
  entries: readonly GroupEntry[];
}): ReactNode {
  const t = useTexts();
  const { ui } = useAtlas();
  // The search unfolds the line by the row that it has found.
  const found = entries.filter(({ id }) => ui.toggledRows.has(id));
  const open = found.length > 0;
  const toggle = (): void => {
    for (const { id } of open ? found : entries.slice(0, 1)) ui.toggleRow(id);
  };
  return (
    <>
      <li className="row locked-fold">
        <button type="button" aria-expanded={open} onClick={toggle}>
          <Lock size={16} aria-hidden="true" />
          {t('layers.locked', { count: entries.length })}
          {open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        </button>
        <AccessLink />
      </li>
      {open && entries.map((entry) => <LockedRow key={entry.id} entry={entry} />)}
    </>
  );
});
