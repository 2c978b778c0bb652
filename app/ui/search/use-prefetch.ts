import { when } from 'mobx';
import { useEffect } from 'react';
import { savesData } from '../../net/saves-data.ts';
import { useAtlas } from '../common/atlas-context.ts';

/**
 * Loads the code of the search and the places of the base map when the map is drawn and the browser
 * is idle, so that a search without connection finds them. Does nothing when the visitor saves data.
 */
export function usePrefetchedSearch(): void {
  const atlas = useAtlas();
  const { map, bundles } = atlas;
  const { locale } = bundles.index;
  useEffect(() => {
    if (savesData()) return undefined;
    return when(
      () => map.drawn,
      () => {
        whenIdle(() => {
          // Without them, the search loads them when it is opened.
          void import('./search-results.tsx').catch(() => undefined);
          void import('./find-results.ts').then(
            ({ loadPlaces }) => loadPlaces(atlas),
            () => undefined,
          );
        });
      },
    );
  }, [atlas, map, locale]);
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run);
}
