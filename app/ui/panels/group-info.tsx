import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { Chunk } from '../common/chunk.tsx';
import { SidePanel } from '../common/side-panel.tsx';

const loadFacts = () => import('./group-facts.tsx').then((code) => ({ default: code.GroupFacts }));

/** The information panel of a group: description, sources, licence, terms and citation. */
export const GroupInfo = observer(function GroupInfo({ id }: { id: string }): ReactNode {
  const { bundles, side } = useAtlas();
  const t = useTexts();
  const found = bundles.entries.get(id);
  if (!found) return null;
  return (
    <SidePanel
      key={id}
      title={found.entry.name}
      subtitle={[
        bundles.categories.find((other) => other.id === found.category)?.name,
        bundles.bundle.groups[id]?.demo && t('demo.badge'),
      ]}
      onClose={side.close}
    >
      <Chunk load={loadFacts} />
    </SidePanel>
  );
});
