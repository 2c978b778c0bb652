import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, type ReactNode } from 'react';
import {
  createPath,
  Navigate,
  Route,
  Router,
  Routes,
  type Navigator,
  type To,
} from 'react-router-dom';
import { REDIRECTS, SCREENS, type ScreenId } from 'atlas-engine/runtime';
import { useAtlas } from '../ui/common/atlas-context.ts';
import { Chunk } from '../ui/common/chunk.tsx';
import type { ScreenStore } from '../stores/page/screen-store.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import './screens.css';
import { TextScreen } from './text-screen.tsx';

const loadAccountScreens = () => import('./account/account-screens.tsx');

/**
 * What the screens with texts show; the code of all others is loaded with the first of them. The
 * server uses the same list of screens (`SCREENS`).
 */
const CONTENTS: Readonly<Partial<Record<ScreenId, ReactNode>>> = {
  // Drawn by `Screens`, which then removes the router.
  map: null,
  'privacy-policy': <TextScreen key="privacy-policy" id="privacy-policy" />,
  'data-agreement': <TextScreen key="data-agreement" id="data-agreement" />,
  accessibility: <TextScreen key="accessibility" id="accessibility" />,
  'not-found': <NotFoundScreen />,
};

/** The screens of accounts. What they have loaded and what was typed belongs to one person. */
const AccountScreens = observer(function AccountScreens(): ReactNode {
  return <Chunk key={useAtlas().account.person} load={loadAccountScreens} />;
});

const ACCOUNT = <AccountScreens />;

/**
 * Draws the screens other than the map by the address of the browser, which is in `ScreenStore`. Its
 * links and redirects change that address.
 */
export default observer(function ScreenRouter(): ReactNode {
  const { bundles, screen } = useAtlas();
  const navigator = useMemo(() => navigatorOf(screen), [screen]);
  const { path } = screen;
  const others = bundles.isStatic ? <NotFoundScreen /> : ACCOUNT;
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <Router location={screen.location} navigator={navigator}>
      <Routes>
        {SCREENS.map(({ id, path }) => (
          <Route key={id} path={path} element={id in CONTENTS ? CONTENTS[id] : others} />
        ))}
        {REDIRECTS.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Router>
  );
});

function navigatorOf(screen: ScreenStore): Navigator {
  const hrefOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));
  return {
    createHref: (to) => screen.hrefOf(hrefOf(to)),
    push: (to, state: unknown) => screen.go(hrefOf(to), state),
    replace: (to, state: unknown) => screen.replace(hrefOf(to), state),
    go: screen.move,
  };
}
