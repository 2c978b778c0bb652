import { directionOf } from 'atlas-engine/runtime';
import { autorun, reaction } from 'mobx';
import type { AtlasStore } from './stores/atlas-store.ts';
import { readRemembered, remember, STORAGE_KEY, type Remembered } from './stores/storage.ts';

/** Keeps the page's language and title and the stored settings in sync with the stores. */
export function startReactions(
  { account, area, bundles, coordinates, projects, screen, session, ui, welcome }: AtlasStore,
  remembered: Remembered,
): void {
  ui.setSingleKeys(remembered.singleKeys);
  autorun(() => {
    const { locale, title } = bundles.index;
    const part = screen.isMap ? projects.open?.name : screen.title;
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
    document.title = part ? `${part} · ${title}` : title;
  });
  reaction(
    () => ({
      locale: session.chosen ?? remembered.locale,
      dismissed: Object.fromEntries(welcome.dismissed),
      seen: Object.fromEntries(welcome.seen),
      singleKeys: ui.singleKeys,
      account: account.stored,
      coordinates: coordinates.format,
    }),
    (settings) => remember(settings),
  );
  // A project that opens is the next area of the tools.
  reaction(
    () => projects.open?.id,
    () => area.area?.origin === 'named' && area.set(null),
  );
  // Another tab has logged in or out.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === STORAGE_KEY) void account.adopt(readRemembered().account);
  });
  hideWhileAway(account);
}

/**
 * Hides a page of somebody who is logged in while the browser keeps it for "back", and shows it again
 * as the page of the visitor who is logged in then. Such a page receives no events.
 */
function hideWhileAway(account: AtlasStore['account']): void {
  const { style } = document.documentElement;
  window.addEventListener('pagehide', () => {
    if (account.loggedIn) style.visibility = 'hidden';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    void account.adopt(readRemembered().account);
    // The map has drawn what it shows now.
    requestAnimationFrame(() => requestAnimationFrame(() => (style.visibility = '')));
    void account.start();
  });
}
