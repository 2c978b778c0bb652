/** How busy the store is, and how well made tiles and pictures are kept. */
import type { CacheFigures } from '../http/bounded-cache.ts';
import type { TileCache } from '../routes/tiles/tile-cache.ts';
import type { DatasetStore } from '../store/store.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** Adds the figures of a store and of the tiles and pictures made from it. */
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
  metrics.gauge('atlas_store_waiting', 'Questions that wait for the store.', activity('waiting'));
  metrics.gauge('atlas_store_busy', 'Questions the store works on.', activity('busy'));
  const figure = (of: keyof CacheFigures) => () =>
    Object.entries(tiles.figures()).map(([place, one]) => ({ labels: { place }, value: one[of] }));
  metrics.counted('atlas_tile_cache_hits_total', 'Tiles that were kept.', figure('hits'));
  metrics.counted('atlas_tile_cache_misses_total', 'Tiles that were not.', figure('misses'));
  metrics.gauge('atlas_tile_cache_bytes', 'Bytes of tiles that are kept.', figure('bytes'));
  metrics.gauge('atlas_tile_cache_tiles', 'Tiles that are kept.', figure('entries'));
  const drawn = (of: keyof CacheFigures) => () => [{ labels: {}, value: pictures.figures()[of] }];
  metrics.counted('atlas_picture_cache_hits_total', 'Pictures that were kept.', drawn('hits'));
  metrics.counted('atlas_picture_cache_misses_total', 'Pictures that were not.', drawn('misses'));
  metrics.gauge('atlas_picture_cache_bytes', 'Bytes of pictures that are kept.', drawn('bytes'));
  metrics.gauge('atlas_picture_cache_pictures', 'Pictures that are kept.', drawn('entries'));
}
