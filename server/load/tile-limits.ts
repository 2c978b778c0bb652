import type { Dataset } from 'atlas-engine';
import { digestOf } from './load-input.ts';

/** Increased when tiles are thinned differently; datasets with tiles are then reloaded. */
const THINNING_FORMAT = 1;

/** The zooms of tiles, and the most bytes of one below the last zoom. */
export interface TileLimits {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly budget: number;
}

/** Returns the zooms and the budget of the tiles of a dataset; undefined when the store has none. */
export function tileLimits({
  geometry,
  driver,
  feeds,
}: Pick<Dataset, 'geometry' | 'driver' | 'feeds'>): TileLimits | undefined {
  if (geometry === 'raster' || feeds.tiles === null) return undefined;
  // A file of the configuration replaces the tiles of the store.
  if (driver.kind === 'pmtiles' && 'file' in driver) return undefined;
  const { minzoom, maxzoom, budget } = feeds.tiles;
  return { minzoom, maxzoom, budget };
}

/** Returns what decides whether tiles need thinning, for hashes; undefined without tiles. */
export function limitsIdentity(dataset: Dataset): unknown {
  const limits = tileLimits(dataset);
  return limits && [THINNING_FORMAT, limits];
}

/** Returns the hash of what decides which features tiles keep, where they need thinning. */
export function preferenceOf({ feeds, asks }: Pick<Dataset, 'feeds' | 'asks'>): string {
  return digestOf(JSON.stringify([feeds.tiles?.keepBy, asks]));
}
