/** How busy the store is, and how well made tiles are kept. */
import type { TileCache } from '../routes/tiles/tile-cache.ts';
import type { DatasetStore } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

/** Adds the figures of a store and of the tiles made from it. */
export function measureStores(
  metrics: Metrics,
  { store, tiles }: { readonly store: DatasetStore; readonly tiles: TileCache },
): void {
  const activity = (of: 'waiting' | 'busy') => () =>
    (store.activity?.() ?? []).map((one) => ({ labels: { kind: one.kind }, value: one[of] }));
  metrics.gauge('atlas_store_waiting', 'Questions that wait for the store.', activity('waiting'));
  metrics.gauge('atlas_store_busy', 'Questions the store works on.', activity('busy'));
  const figure = (of: 'hits' | 'misses' | 'bytes' | 'entries') => () =>
    Object.entries(tiles.figures()).map(([place, one]) => ({ labels: { place }, value: one[of] }));
  metrics.counted('atlas_tile_cache_hits_total', 'Tiles that were kept.', figure('hits'));
  metrics.counted('atlas_tile_cache_misses_total', 'Tiles that were not.', figure('misses'));
  metrics.gauge('atlas_tile_cache_bytes', 'Bytes of tiles that are kept.', figure('bytes'));
  metrics.gauge('atlas_tile_cache_tiles', 'Tiles that are kept.', figure('entries'));
}
