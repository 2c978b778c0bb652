import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenForChanges } from './net/listen-for-changes.ts';
import { readFailure, readIndex, requestIndex } from './net/request-index.ts';
import { requestJson } from './net/request-json.ts';
import { Screens } from './screens/screens.tsx';
import { startReactions } from './start-reactions.ts';
import { AtlasStore } from './stores/atlas-store.ts';
import type { BrowserHistory } from './stores/screen-store.ts';
import { resolveLocale } from './stores/session-store.ts';
import { readRemembered } from './stores/storage.ts';
import { dayOf } from './stores/welcome-store.ts';
import './styles/index.ts';
import { AtlasProvider } from './ui/atlas-context.ts';

const browserHistory: BrowserHistory = {
  path: () => window.location.pathname,
  push: (address) => window.history.pushState(null, '', address),
  listen: (changed) => window.addEventListener('popstate', changed),
};

function start(): void {
  const root = document.getElementById('root');
  const index = readIndex(document);
  if (!root) return;
  if (!index) {
    root.prepend(readFailure(document));
    return;
  }
  const remembered = readRemembered();
  const atlas = new AtlasStore(index, {
    network: { json: requestJson, index: requestIndex },
    address: window.location,
    history: browserHistory,
    dismissed: remembered.dismissed,
    coordinates: remembered.coordinates,
    today: dayOf(new Date()),
  });
  startReactions(atlas, remembered);
  createRoot(root).render(
    <StrictMode>
      <AtlasProvider value={atlas}>
        <Screens />
      </AtlasProvider>
    </StrictMode>,
  );
  const wanted = resolveLocale(index.locales, {
    lang: atlas.session.lang,
    stored: remembered.locale,
    browser: navigator.languages,
  });
  void atlas.start(wanted).then(() =>
    listenForChanges(
      () => atlas.bundles.index.revision,
      () => void atlas.refresh(),
    ),
  );
  // The fonts are loaded after the first paint. Until then, the page uses the fonts of the device.
  requestAnimationFrame(() => void import('./styles/fonts.css'));
}

start();
