import { autorun } from 'mobx';
import { useCallback, useEffect } from 'react';
import { savesData } from '../../net/saves-data.ts';
import { useAtlas } from '../common/atlas-context.ts';

/** Time without a change of the map after which the search is loaded, in milliseconds. */
const IDLE_MS = 10_000;

/**
 * Returns a function that loads the code of the search and, unless the visitor saves data, the
 * keywords of layers and the places of the base map. It also runs when the map has not changed for long, so that a search without
 * connection finds the places.
 */
export function usePrefetchedSearch(): () => void {
  const atlas = useAtlas();
  const { locale } = atlas.bundles.index;
  const prefetch = useCallback(() => {
    // Without them, the search loads them when it is opened.
    void import('./search-panel.ts').then(
      ({ loadKeywords, loadPlaces }) =>
        savesData() ? undefined : Promise.all([loadKeywords(atlas), loadPlaces(atlas)]),
      () => undefined,
    );
  }, [atlas]);
  useEffect(() => {
    if (savesData()) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = autorun(() => {
      clearTimeout(timer);
      const { drawn, seen } = atlas.map;
      if (drawn && seen && !atlas.busy) timer = setTimeout(prefetch, IDLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [atlas, locale, prefetch]);
  return prefetch;
}
