/**
 * The map and its element, which belongs to no React root. The first map starts before React draws the
 * page, in an element of the HTML; the page then moves this element to its place.
 */
import type { AtlasStore } from '../stores/atlas-store.ts';
import { connectMap } from './connect-map.ts';

interface OpenMap {
  readonly container: HTMLElement;
  readonly close: () => void;
}

/** The map that the page has not taken yet. */
let started: OpenMap | null = null;

/** Starts the map before there is a page, where the page will show it. */
export function startMap(atlas: AtlasStore): void {
  const container = document.querySelector<HTMLElement>('#first-map');
  if (container) started = makeMap(atlas, container);
}

/** Shows the map in an element of the page. Returns what removes it. */
export function openMap(atlas: AtlasStore, place: HTMLElement): () => void {
  const { container, close } = started ?? makeMap(atlas, document.createElement('div'));
  started = null;
  place.append(container);
  return () => {
    close();
    container.remove();
  };
}

function makeMap(atlas: AtlasStore, container: HTMLElement): OpenMap {
  container.classList.add('map');
  container.classList.toggle('map-embedded', atlas.ui.embedded);
  let away = false;
  const connected = connectMap(atlas, {
    container,
    still: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  }).then((disconnect) => (away ? disconnect() : disconnect));
  return {
    container,
    close: () => {
      away = true;
      void connected.then((disconnect) => disconnect?.());
    },
  };
}
