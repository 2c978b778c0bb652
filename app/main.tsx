import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenForChanges } from './net/listen-for-changes.ts';
import { readFailure, readIndex, requestIndex } from './net/request-index.ts';
import { requestJson } from './net/request-json.ts';
import { startReactions } from './start-reactions.ts';
import { AtlasStore } from './stores/atlas-store.ts';
import { resolveLocale } from './stores/session-store.ts';
import { readRemembered } from './stores/storage.ts';
import './styles/index.ts';
import { App } from './ui/app.tsx';
import { AtlasProvider } from './ui/atlas-context.ts';

function start(): void {
  const root = document.getElementById('root');
  const index = readIndex(document);
  if (!root) return;
  if (!index) {
    root.prepend(readFailure(document));
    return;
  }
  const atlas = new AtlasStore(index, {
    network: { json: requestJson, index: requestIndex },
    address: window.location,
  });
  startReactions(atlas);
  createRoot(root).render(
    <StrictMode>
      <AtlasProvider value={atlas}>
        <App />
      </AtlasProvider>
    </StrictMode>,
  );
  const wanted = resolveLocale(index.locales, {
    lang: atlas.session.lang,
    stored: readRemembered().locale ?? null,
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
