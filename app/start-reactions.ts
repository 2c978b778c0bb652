import { directionOf } from 'atlas-engine/runtime';
import { autorun, reaction } from 'mobx';
import { formatAddress } from './address/address.ts';
import type { AtlasStore } from './stores/atlas-store.ts';
import { remember } from './stores/storage.ts';

/** Minimum interval between two updates of the address while the map moves, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/**
 * Keeps the page's language and title, the address and the stored settings in sync with the stores.
 */
export function startReactions(atlas: AtlasStore): void {
  autorun(() => {
    const { locale, title } = atlas.bundles.index;
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
    document.title = atlas.project ? `${atlas.project.name} · ${title}` : title;
  });
  reaction(
    () => atlas.session.lang,
    (lang) => lang && remember({ locale: lang }),
  );
  keepAddress(atlas);
}

/** An entry of the browser's history that only closes the side panel. */
interface PanelStep {
  readonly panel: true;
}

/**
 * Writes the view into the address, and applies the address when the reader goes back or forward. A
 * choice of project or layers and an opened panel create an entry in the history; a move of the map
 * does not.
 */
function keepAddress(atlas: AtlasStore): void {
  const address = (): string => {
    const { search, hash } = formatAddress(atlas.addressState, atlas.defaults);
    return `${location.pathname}${search}${hash}`;
  };
  reaction(
    () => ({ address: address(), step: stepOf(atlas) }),
    (now, before) => {
      if (now.address === `${location.pathname}${location.search}${location.hash}`) return;
      if (now.step === before.step) history.replaceState(history.state, '', now.address);
      else history.pushState(null, '', now.address);
    },
    { delay: ADDRESS_DELAY_MS },
  );
  let panel = false;
  reaction(
    () => atlas.sideOpen,
    (open) => {
      if (open) panel = true;
      if (open) history.pushState({ panel: true } satisfies PanelStep, '', address());
      else if (isPanelStep(history.state)) history.back();
    },
  );
  window.addEventListener('popstate', () => {
    if (panel && !isPanelStep(history.state)) {
      panel = false;
      atlas.closeSide();
      // The map may have moved while the panel was open; its current view is kept.
      history.replaceState(history.state, '', address());
      return;
    }
    atlas.takeAddress(location);
  });
}

function isPanelStep(state: unknown): state is PanelStep {
  return typeof state === 'object' && state !== null && 'panel' in state;
}

/** Returns the state whose change creates an entry in the history, as text. */
function stepOf({ map, layers }: AtlasStore): string {
  return JSON.stringify([map.project, layers.active.map(({ id }) => id)]);
}
