import { reaction } from 'mobx';
import type { AtlasStore } from './stores/atlas-store.ts';

/** Minimum interval between two updates of the address while the map moves, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/** An entry of the browser's history that only closes the side panel. */
interface PanelStep {
  readonly panel: true;
}

/**
 * Writes the view into the address while the map is open, and applies the address when the reader
 * goes back or forward. A choice of project or layers and an opened panel create an entry in the
 * history; a move of the map does not. Returns a function that stops it.
 */
export function keepAddress({ address, side }: AtlasStore): () => void {
  const stopWriting = reaction(
    () => ({ address: mapAddress(address.parts), step: address.step }),
    (now, before) => {
      if (now.address === mapAddress(location)) return;
      if (now.step === before.step) history.replaceState(history.state, '', now.address);
      else history.pushState(null, '', now.address);
    },
    { delay: ADDRESS_DELAY_MS },
  );
  let panel = false;
  const stopPanel = reaction(
    () => side.isOpen,
    (open) => {
      if (open) panel = true;
      if (open)
        history.pushState({ panel: true } satisfies PanelStep, '', mapAddress(address.parts));
      else if (isPanelStep(history.state)) history.back();
    },
  );
  const onBack = (): void => {
    // Back to another screen; the map is about to close.
    if (location.pathname !== MAP_PATH) return;
    if (panel && !isPanelStep(history.state)) {
      panel = false;
      side.close();
      // The map may have moved while the panel was open; its current view is kept.
      history.replaceState(history.state, '', mapAddress(address.parts));
      return;
    }
    address.take(location);
  };
  window.addEventListener('popstate', onBack);
  return () => {
    stopWriting();
    stopPanel();
    window.removeEventListener('popstate', onBack);
  };
}

const MAP_PATH = '/';

/** Returns the address of the map with a query and a fragment. */
export function mapAddress({ search, hash }: { search: string; hash: string }): string {
  return `${MAP_PATH}${search}${hash}`;
}

function isPanelStep(state: unknown): state is PanelStep {
  return typeof state === 'object' && state !== null && 'panel' in state;
}
