import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';
import { Marked } from './marked.tsx';
import { matchesText } from './match-text.ts';

/**
 * The name of a group with the words of the filter marked. A name in another language is added when
 * only that name matches.
 */
export const GroupName = observer(function GroupName({ entry }: { entry: GroupEntry }): ReactNode {
  const filter = useAtlas().ui.filter.trim();
  const { name, otherNames = [] } = entry;
  const other =
    filter && !matchesText(filter, name)
      ? otherNames.find((text) => matchesText(filter, text))
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
