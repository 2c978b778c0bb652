/** Checks whether the store still has the versions in the addresses of a snapshot. */
import type { AtlasSnapshot } from './atlas-snapshot.ts';
import type { AllowedCut } from './policies.ts';
import type { DatasetStore } from '../store/store.ts';

/**
 * Returns whether the store still has the versions of the snapshot. A load that runs beside the
 * server may have replaced them: an answer read then may be sent, but not cached under the old
 * version. Call this after reading.
 */
export async function areCurrent(
  store: Pick<DatasetStore, 'status'>,
  snapshot: AtlasSnapshot,
  cuts: readonly AllowedCut[],
): Promise<boolean> {
  const checks = cuts.map(async ({ dataset, rank }) => {
    const level = snapshot.access.levels[rank]!;
    const stored = (await store.status(dataset))?.versions[level];
    return stored === snapshot.datasets.get(dataset)?.stored[level];
  });
  return (await Promise.all(checks)).every(Boolean);
}
