import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ToolId } from '../stores/page/side-store.ts';
import { AccessWay } from '../ui/common/access-note.tsx';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { Chunk } from '../ui/common/chunk.tsx';
import { SidePanel } from '../ui/common/side-panel.tsx';
import { toolsOf } from './tool-list.ts';

/**
 * The open tool in the side panel. Its code is loaded when it is first opened. A tool that the
 * visitor may not open says how to get access.
 */
export const ToolPanel = observer(function ToolPanel({ id }: { id: ToolId }): ReactNode {
  const { bundles, side } = useAtlas();
  const t = useTexts();
  const tool = toolsOf(bundles.bundle).find((one) => one.id === id);
  if (!tool) return null;
  const entry = 'entry' in tool ? tool.entry : undefined;
  const locked = entry?.locked ?? tool.locked;
  return (
    <SidePanel
      key={`${id}/${side.timesNear}`}
      title={entry?.name ?? t(tool.label)}
      subtitle={[]}
      onClose={side.close}
    >
      {'about' in tool && <p>{entry?.about ?? t(tool.about)}</p>}
      {locked ? (
        <p className="caution">
          <AccessWay entry={{ locked }} />
        </p>
      ) : (
        <Chunk load={tool.load} />
      )}
    </SidePanel>
  );
});
