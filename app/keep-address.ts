import { reaction } from 'mobx';
import type { AtlasStore } from './stores/atlas-store.ts';

/** Minimum interval between two updates of the address while the map moves, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/** The path of the map; a static site is in any folder and has one page. */
const mapPath = (): string =>
  globalThis.document?.querySelector('meta[name="atlas-static"]') ? location.pathname : '/';

/** Returns whether an address is that of the map. */
const isMap = ({ pathname, search }: Location): boolean =>
  pathname === mapPath() && !new URLSearchParams(search).has('page');

/** The state of an entry of the browser's history. */
interface Entry {
  /** The number of entries of the map before this one. */
  readonly at: number;
  /** Whether back from this entry only closes a part that covers the map. */
  readonly cover: boolean;
}

/**
 * Writes the view into the address while the map is open, and applies the address when the reader
 * goes back or forward. A choice of project or layers and a part that covers the map create an entry
 * in the history; a move of the map does not. Back closes the parts that cover the map, topmost
 * first, before it undoes a choice. Returns a function that stops it.
 */
export function keepAddress({ address, covers }: AtlasStore): () => void {
  let entry = isEntry(history.state) ? history.state : { at: 0, cover: false };
  /** Moves in the history by this function that have not ended yet. */
  let moving = 0;
  let closing = false;
  const current = (): string => mapAddress(address.parts);
  const replace = (to: string): void => history.replaceState(entry, '', to);
  const push = (to: string, { cover }: { readonly cover: boolean }): void => {
    entry = { at: entry.at + 1, cover };
    history.pushState(entry, '', to);
  };
  const move = (by: 1 | -1): void => {
    moving++;
    history.go(by);
  };
  const close = (): void => {
    closing = true;
    covers.closeTop();
    closing = false;
  };
  history.replaceState(entry, '');
  const stopWriting = reaction(
    () => ({ address: current(), step: address.step }),
    (now, before) => {
      if (now.address === mapAddress(location)) return;
      if (now.step === before.step) replace(now.address);
      else push(now.address, { cover: false });
    },
    { delay: ADDRESS_DELAY_MS },
  );
  const stopCovers = reaction(
    () => covers.count,
    (now, before) => {
      if (now > before) push(current(), { cover: true });
      else if (!closing && entry.cover) move(-1);
    },
  );
  const onMove = (): void => {
    // Back to another screen; the map is about to close.
    if (!isMap(location)) return;
    const left = entry;
    const { state } = history as { state: unknown };
    // The reader edited the address, which adds an entry without a state.
    entry = isEntry(state) ? state : { at: left.at + 1, cover: false };
    if (moving > 0) {
      moving--;
      // The map may have moved since this entry was left; its current view is kept.
      replace(current());
      return;
    }
    const isBack = entry.at < left.at;
    if (isBack && covers.count > 0) {
      close();
      if (left.cover) replace(current());
      else move(1);
      return;
    }
    replace(mapAddress(location));
    address.take(location);
    // What this entry covered was closed before. The entry below has the same address.
    if (isBack && entry.cover) move(-1);
  };
  window.addEventListener('popstate', onMove);
  return () => {
    stopWriting();
    stopCovers();
    window.removeEventListener('popstate', onMove);
  };
}

/** Returns the address of the map with a query and a fragment. */
export function mapAddress({ search, hash }: { search: string; hash: string }): string {
  return `${mapPath()}${search}${hash}`;
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'at' in state && 'cover' in state;
}
