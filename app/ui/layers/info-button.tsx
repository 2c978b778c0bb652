import { Info } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { GroupEntry } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';

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
      aria-pressed={atlas.side.info === entry.id}
      onClick={() => atlas.side.toggleInfo(entry.id)}
    >
      <Info size={16} />
    </button>
  );
});
