import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ToolId } from '../stores/tools-store.ts';
import { useAtlas, useTexts } from './atlas-context.ts';
import { Chunk } from './chunk.tsx';
import { SidePanel } from './side-panel.tsx';
import { TOOLS } from './tool-list.ts';

/** The open tool in the side panel. Its code is loaded when it is first opened. */
export const ToolPanel = observer(function ToolPanel({ id }: { id: ToolId }): ReactNode {
  const { side } = useAtlas();
  const t = useTexts();
  const tool = TOOLS.find((one) => one.id === id);
  if (!tool) return null;
  return (
    <SidePanel key={id} title={t(tool.label)} subtitle={[]} onClose={side.close}>
      <Chunk load={tool.load} />
    </SidePanel>
  );
});
