import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { App } from '../ui/app.tsx';
import { useAtlas } from '../ui/atlas-context.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Chunk } from '../ui/chunk.tsx';
import { useInterfaceTheme } from '../ui/theme.ts';

const loadRouter = () => import('./screen-router.tsx');

/**
 * The open screen. The map is in the entry script; the router comes with the first other screen, so
 * that visitors of the map do not download it.
 */
export const Screens = observer(function Screens(): ReactNode {
  useInterfaceTheme();
  const { isMap, path } = useAtlas().screen;
  return <Boundary subject={path}>{isMap ? <App /> : <Chunk load={loadRouter} />}</Boundary>;
});
