import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { REDIRECTS, SCREENS, type ScreenId } from 'atlas-engine/runtime';
import { useAtlas } from '../ui/common/atlas-context.ts';
import { Chunk } from '../ui/common/chunk.tsx';
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
  'not-found': <NotFoundScreen />,
};

/** The screens of accounts. What they have loaded and what was typed belongs to one person. */
const AccountScreens = observer(function AccountScreens(): ReactNode {
  return <Chunk key={useAtlas().account.person} load={loadAccountScreens} />;
});

const ACCOUNT = <AccountScreens />;

/** Draws the screens other than the map by the address of the browser. */
export default function ScreenRouter(): ReactNode {
  return (
    <BrowserRouter>
      <FollowLocation />
      <Routes>
        {SCREENS.map(({ id, path }) => (
          <Route key={id} path={path} element={id in CONTENTS ? CONTENTS[id] : ACCOUNT} />
        ))}
        {REDIRECTS.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </BrowserRouter>
  );
}

/** Keeps the address of the router and that of the stores in sync, and scrolls to the top. */
const FollowLocation = observer(function FollowLocation(): ReactNode {
  const { screen } = useAtlas();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    screen.follow();
    window.scrollTo(0, 0);
  }, [screen, pathname]);
  const { path, isMap } = screen;
  useEffect(() => {
    // A store opened the address, which the router does not notice.
    if (!isMap && path !== window.location.pathname) return;
    if (!isMap && path !== pathname) void navigate(path, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a navigation of the router reaches the store by itself
  }, [path, isMap]);
  return null;
});
