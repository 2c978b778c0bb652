import type { DatasetStatus } from '../../server/store/store.ts';

/** Returns a text that changes when any loaded dataset does. */
export function stampsOf(statuses: readonly DatasetStatus[]): string {
  return JSON.stringify(statuses.map(({ dataset, stamp }) => [dataset, stamp]).sort());
}
