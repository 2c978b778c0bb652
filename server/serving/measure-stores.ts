/** Measures how busy the store is, and the caches of tiles and pictures. */
import type { CacheFigures } from '../http/bounded-cache.ts';
import type { TileCache } from '../routes/tiles/tile-cache.ts';
import type { DatasetStore } from '../store/store.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Adds the metrics of a store and of the caches of tiles and pictures. */
export function measureStores(
  metrics: Metrics,
  {
    store,
    tiles,
    pictures,
  }: {
    readonly store: DatasetStore;
    readonly tiles: TileCache;
    readonly pictures: { figures(): CacheFigures };
  },
): void {
  const activity = (of: 'waiting' | 'busy') => () =>
    (store.activity?.() ?? []).map((one) => ({ labels: { kind: one.kind }, value: one[of] }));
  metrics.gauge('atlas_store_waiting', 'Queries that wait for the store.', activity('waiting'));
  metrics.gauge('atlas_store_busy', 'Queries in progress in the store.', activity('busy'));
  const figure = (of: keyof CacheFigures) => () =>
    Object.entries(tiles.figures()).map(([place, one]) => ({ labels: { place }, value: one[of] }));
  metrics.counted('atlas_tile_cache_hits_total', 'Tiles found in the cache.', figure('hits'));
  metrics.counted(
    'atlas_tile_cache_misses_total',
    'Tiles not found in the cache.',
    figure('misses'),
  );
  metrics.gauge('atlas_tile_cache_bytes', 'Bytes of tiles in the cache.', figure('bytes'));
  metrics.gauge('atlas_tile_cache_tiles', 'Tiles in the cache.', figure('entries'));
  const drawn = (of: keyof CacheFigures) => () => [{ labels: {}, value: pictures.figures()[of] }];
  metrics.counted('atlas_picture_cache_hits_total', 'Pictures found in the cache.', drawn('hits'));
  metrics.counted(
    'atlas_picture_cache_misses_total',
    'Pictures not found in the cache.',
    drawn('misses'),
  );
  metrics.gauge('atlas_picture_cache_bytes', 'Bytes of pictures in the cache.', drawn('bytes'));
  metrics.gauge('atlas_picture_cache_pictures', 'Pictures in the cache.', drawn('entries'));
}
