import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { REDIRECTS, SCREENS, type ScreenId } from 'atlas-engine/runtime';
import { useAtlas } from '../ui/atlas-context.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import './screens.css';
import { TextScreen } from './text-screen.tsx';

/** What the screens beside the map show. The server uses the same list of screens (`SCREENS`). */
const CONTENTS: Readonly<Record<ScreenId, ReactNode>> = {
  // Drawn by `Screens`, which then removes the router.
  map: null,
  'privacy-policy': <TextScreen key="privacy-policy" id="privacy-policy" />,
  'data-agreement': <TextScreen key="data-agreement" id="data-agreement" />,
  'not-found': <NotFoundScreen />,
};

/** Draws the screens beside the map by the address of the browser. */
export default function ScreenRouter(): ReactNode {
  return (
    <BrowserRouter>
      <FollowLocation />
      <Routes>
        {SCREENS.map(({ id, path }) => (
          <Route key={id} path={path} element={CONTENTS[id]} />
        ))}
        {REDIRECTS.map(({ from, to }) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </BrowserRouter>
  );
}

/** Reports each navigation to the stores, and scrolls to the top. */
const FollowLocation = observer(function FollowLocation(): ReactNode {
  const { screen } = useAtlas();
  const { pathname } = useLocation();
  useEffect(() => {
    screen.follow();
    window.scrollTo(0, 0);
  }, [screen, pathname]);
  return null;
});
