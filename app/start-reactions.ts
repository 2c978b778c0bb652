import { directionOf } from 'atlas-engine/runtime';
import { autorun, reaction } from 'mobx';
import { formatAddress } from './address/address.ts';
import type { AtlasStore } from './stores/atlas-store.ts';
import { remember } from './stores/storage.ts';

/** Moving the map rewrites the address at most this often, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/**
 * Keeps what lies outside of the stores in step with them: the page's language and title, the
 * address, and what the next visit remembers.
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

/** A step of the browser's history that only closes what stands open at the right edge. */
interface PanelStep {
  readonly panel: true;
}

/**
 * Writes the view into the address and reads it back when the reader goes back or forward: a step
 * is a choice of project or layers, or a panel opened, not each move of the map.
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
      // The map may have moved while the panel was open; where it is now is what counts.
      history.replaceState(history.state, '', address());
      return;
    }
    atlas.takeAddress(location);
  });
}

function isPanelStep(state: unknown): state is PanelStep {
  return typeof state === 'object' && state !== null && 'panel' in state;
}

/** What counts as one step back, as text. */
function stepOf({ map, layers }: AtlasStore): string {
  return JSON.stringify([map.project, layers.active.map(({ id }) => id)]);
}
