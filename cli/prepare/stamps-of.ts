import type { DatasetStatus } from '../../server/store/store.ts';

/** What is loaded, as one text that changes when anything does. */
export function stampsOf(statuses: readonly DatasetStatus[]): string {
  return JSON.stringify(statuses.map(({ dataset, stamp }) => [dataset, stamp]).sort());
}
