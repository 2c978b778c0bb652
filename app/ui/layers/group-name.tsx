import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';
import { Marked } from './marked.tsx';
import { matchesText, matchingKeyword } from './match-text.ts';

/**
 * The name of a group with the words of the filter marked. A name in another language or a keyword
 * is added when only that matches.
 */
export const GroupName = observer(function GroupName({ entry }: { entry: GroupEntry }): ReactNode {
  const { bundles, ui } = useAtlas();
  const filter = ui.filter.trim();
  const { name, subtitle, keywords, otherNames = [] } = entry;
  const category = bundles.categories.find((one) => one.groups.includes(entry));
  const other =
    filter && !matchesText(filter, name, subtitle)
      ? (otherNames.find((text) => matchesText(filter, text)) ??
        matchingKeyword(filter, keywords, category?.keywords))
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
