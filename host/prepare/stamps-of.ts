import { isExcerpt } from '../../server/load/load-excerpt.ts';
import type { DatasetStatus } from '../../server/store/store.ts';

/** Returns a text that changes when any loaded dataset does; excerpts follow their datasets. */
export function stampsOf(statuses: readonly DatasetStatus[]): string {
  return JSON.stringify(
    statuses
      .filter(({ dataset }) => !isExcerpt(dataset))
      .map(({ dataset, stamp }) => [dataset, stamp])
      .sort(),
  );
}
