import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';
import { Marked } from './marked.tsx';
import { matchesText } from './match-text.ts';

/**
 * The name of a group with the words of the filter marked. A name in another language or a keyword
 * is added when only that matches.
 */
export const GroupName = observer(function GroupName({ entry }: { entry: GroupEntry }): ReactNode {
  const { search, ui } = useAtlas();
  const filter = ui.filter.trim();
  const { id, name, subtitle, otherNames = [] } = entry;
  const other =
    filter && !matchesText(filter, name, subtitle)
      ? (otherNames.find((text) => matchesText(filter, text)) ?? search.keywordOf(id, filter))
      : undefined;
  return (
    <>
      <Marked text={name} filter={filter} />
      {other !== undefined && (
        <span className="other-name">
          <Marked text={other} filter={filter} />
        </span>
      )}
    </>
  );
});
