import type { BundleIndex } from 'atlas-engine/runtime';
import { reaction, when } from 'mobx';
import { render } from 'preact';
import { StrictMode } from 'react';
import { loadClient } from './account/load-client.ts';
import { startMap } from './map/open-map.ts';
import { listenForChanges } from './net/listen-for-changes.ts';
import { readFailure, readIndex, requestIndex } from './net/request-index.ts';
import { requestJson } from './net/http-client.ts';
import { savesData } from './net/saves-data.ts';
import { repeatEarly } from './repeat-early.ts';
import { Screens } from './screens/screens.tsx';
import { startReactions } from './start-reactions.ts';
import { startRecovery } from './start-recovery.ts';
import { AtlasStore } from './stores/atlas-store.ts';
import type { BrowserHistory } from './stores/page/screen-store.ts';
import { resolveLocale } from './stores/page/session-store.ts';
import { readRemembered } from './stores/storage.ts';
import { dayOf } from './stores/page/welcome-store.ts';
import { loadFonts } from './styles/page-fonts.ts';
import { AtlasProvider } from './ui/common/atlas-context.ts';
import { PHONE } from './ui/common/use-media.ts';

const browserHistory: BrowserHistory = {
  location: () => {
    const { pathname, search, hash } = window.location;
    const { usr = null } = (window.history.state ?? {}) as { readonly usr?: unknown };
    return { pathname, search, hash, state: usr };
  },
  push: (address, state) => window.history.pushState({ usr: state }, '', address),
  replace: (address, state) => window.history.replaceState({ usr: state }, '', address),
  move: (by) => window.history.go(by),
  listen: (changed) => window.addEventListener('popstate', changed),
};

/** Time after which the page no longer waits for the first view of the map, in milliseconds. */
const LATE_MS = 20_000;

/** Time after which the page no longer waits for the first frame of the map, in milliseconds. */
const PAGE_WAIT_MS = 500;

/** What answers the calls of an atlas, and its addresses. */
type Given = Pick<ConstructorParameters<typeof AtlasStore>[1], 'network' | 'history'>;

function start(): void {
  const root = document.getElementById('root');
  const index = readIndex(document);
  if (!root) return;
  if (!index) {
    root.prepend(readFailure(document));
    return;
  }
  if (index.static) {
    // Its files replace the server.
    void import('./static-surroundings.ts').then(({ staticSurroundings }) =>
      open(index, root, staticSurroundings(index, browserHistory)),
    );
  } else {
    const network = { json: requestJson, index: requestIndex };
    open(index, root, { network, history: browserHistory });
  }
}

/** Opens the atlas of an index, with what answers its calls. */
function open(index: BundleIndex, root: HTMLElement, given: Given): void {
  const remembered = readRemembered();
  const atlas = new AtlasStore(index, {
    ...given,
    address: window.location,
    dismissed: remembered.dismissed,
    seen: remembered.seen,
    coordinates: remembered.coordinates,
    today: dayOf(new Date()),
    account: remembered.account,
    loadClient,
  });
  startReactions(atlas, remembered);
  startRecovery(atlas.failures);
  window.addEventListener('dragenter', () => void loadDropping(atlas), { once: true });
  const wanted = resolveLocale(index.locales, {
    lang: atlas.session.lang,
    stored: remembered.locale,
    browser: navigator.languages,
  });
  void atlas.start(wanted).then(() => index.static || followServer(atlas));
  loadFontsLater(atlas);
  atlas.ui.setPhone(window.matchMedia(PHONE).matches);
  if (atlas.screen.isMap) startMap(atlas);
  void drawPage(atlas, root);
  if (isForAuthor()) void loadAuthor().then((code) => code.showAuthorTools(atlas));
}

/**
 * Draws the page after the first frame of the map, whose tiles load meanwhile. It does not wait long for
 * the code of the map, which comes last on a slow line.
 */
async function drawPage(atlas: AtlasStore, root: HTMLElement): Promise<void> {
  const { map, screen } = atlas;
  const isFramed = (): boolean => map.framed || map.failure !== null || !screen.isMap;
  await when(isFramed, { timeout: PAGE_WAIT_MS }).catch(() => undefined);
  // Preact takes the elements over that the server has sent, and changes what differs. Other screens
  // have a text for readers without scripts instead.
  if (!root.querySelector(':scope > .atlas')) root.replaceChildren();
  root.querySelector(':scope > noscript')?.remove();
  render(
    <StrictMode>
      <AtlasProvider value={atlas}>
        <Screens />
      </AtlasProvider>
    </StrictMode>,
    root,
  );
  repeatEarly();
}

/** Loads what takes dropped files. Without it, the browser opens them. */
async function loadDropping(atlas: AtlasStore): Promise<void> {
  const { acceptFiles } = await import('./tools/import/accept-files.ts');
  acceptFiles(atlas);
}

/** Loads the tools of the author. */
const loadAuthor = () => import('./live/author.tsx');

/** Whether the server serves its author only. */
const isForAuthor = (): boolean => document.querySelector('meta[name="atlas-author"]') !== null;

/** Follows the events of the server as the visitor who is logged in. */
function followServer(atlas: AtlasStore): void {
  const { account, bundles, failures } = atlas;
  const connection = listenForChanges({
    revision: () => bundles.index.revision,
    own: () => bundles.session?.revision ?? null,
    changed: () => void atlas.refresh(),
    opened: () => void account.start(),
    broken: () => void failures.checkLine(),
    back: () => failures.recovery.hurry(),
    session: () => void account.recheck(),
    errors: (errors) => void loadAuthor().then((code) => code.showConfigErrors(errors)),
    soon: isForAuthor(),
  });
  reaction(
    () => account.loggedIn,
    () => connection.reopen(),
  );
}

/**
 * Loads the fonts of the page that the map does not use after the first view of the map, or when there
 * is none, or when it is late. Until then, and when the visitor saves data, the page uses the fonts of
 * the map, once all weights of its text are there, and of the device.
 */
function loadFontsLater({ map, screen }: AtlasStore): void {
  if (savesData()) return;
  when(() => map.drawn || map.failure !== null || !screen.isMap, loadFonts);
  setTimeout(loadFonts, LATE_MS);
}

start();
