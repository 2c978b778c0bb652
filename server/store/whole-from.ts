import type { DatasetStatus } from './store.ts';

/**
 * Returns the zoom from which on the tiles of a dataset have all features that readers of a level
 * see; null when all tiles have.
 */
export function wholeFrom(status: DatasetStatus | undefined, level: string): number | null {
  const cut = status?.report.thinned?.find(({ levels }) => levels.includes(level));
  return cut?.whole ?? null;
}
