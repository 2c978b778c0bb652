/** Whether the store still holds what the addresses of a snapshot name. */
import type { AtlasSnapshot } from './atlas-snapshot.ts';
import type { AllowedCut } from './policies.ts';
import type { DatasetStore } from '../store/store.ts';

/**
 * Tells whether the store has the versions that the snapshot knows. A load beside the running server
 * may have changed over to others: what is read then may be sent, but kept by nobody under the old
 * version. To be asked after reading.
 */
export async function areCurrent(
  store: Pick<DatasetStore, 'status'>,
  snapshot: AtlasSnapshot,
  cuts: readonly AllowedCut[],
): Promise<boolean> {
  const checks = cuts.map(async ({ dataset, cut }) => {
    const level = snapshot.access.levels[cut]!;
    const stored = (await store.status(dataset))?.versions[level];
    return stored === snapshot.datasets.get(dataset)?.stored[level];
  });
  return (await Promise.all(checks)).every(Boolean);
}
