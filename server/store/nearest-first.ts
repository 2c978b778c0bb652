import type { NearFeature } from './store.ts';

/** Compares two features by their distance, then by their id. */
export function byDistance(
  a: Pick<NearFeature, 'id' | 'line'>,
  b: Pick<NearFeature, 'id' | 'line'>,
): number {
  return a.line.metres - b.line.metres || a.id - b.id;
}
