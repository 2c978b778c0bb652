import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { requestJson } from '../net/http-client.ts';
import { App } from '../ui/page/app.tsx';
import { useAtlas } from '../ui/common/atlas-context.ts';
import { Boundary } from '../ui/common/boundary.tsx';
import { Chunk } from '../ui/common/chunk.tsx';
import { useInterfaceTheme } from '../ui/page/theme.ts';

const loadRouter = () => import('./screen-router.tsx');

/**
 * The open screen. The map is in the entry script; the router comes with the first other screen, so
 * that visitors of the map do not download it.
 */
export const Screens = observer(function Screens(): ReactNode {
  useInterfaceTheme();
  usePrefetchedLogout();
  const { isMap, path } = useAtlas().screen;
  return <Boundary subject={path}>{isMap ? <App /> : <Chunk load={loadRouter} />}</Boundary>;
});

/**
 * Loads what the logout shows when the map is drawn, so that people can log out without a connection.
 * The browser has most of it since the login.
 */
function usePrefetchedLogout(): void {
  const { account, bundles, map } = useAtlas();
  useEffect(
    () =>
      when(
        () => account.loggedIn && map.drawn,
        () => {
          const screens = [loadRouter(), import('./account/account-screens.tsx')];
          // Without it, the screens load it when they are opened.
          void Promise.all([...screens, bundles.loadToolWords()]).catch(() => undefined);
          void requestJson(bundles.index.account.document);
        },
      ),
    [account, bundles, map],
  );
}
