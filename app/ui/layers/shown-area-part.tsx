import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useAtlas } from '../common/atlas-context.ts';
import { Chunk } from '../common/chunk.tsx';

const load = () => import('./shown-area.tsx').then((code) => ({ default: code.ShownArea }));

/** The area to which the map is limited; nothing, and no code, for the whole map. */
export const ShownAreaPart = observer(function ShownAreaPart(): ReactNode {
  const { choosing, of } = useAtlas().shownArea;
  return (choosing || of) && <Chunk load={load} />;
});
