import { prepareQuery } from '../../geometry/intersects.ts';
import { boundsOf } from '../../geometry/packed.ts';
import { measureOverlaps, NO_OVERLAPS } from '../measure-overlaps.ts';
import type { DatasetCut, Overlaps, OverlapsRequest } from '../store.ts';
import type { VersionReader } from './version-reader.ts';

/** A search for what overlaps a feature, whose geometry a thread reads. */
export interface PackedOverlaps extends Pick<OverlapsRequest, 'limit'> {
  readonly of: { readonly file: string; readonly id: number };
}

const NOTHING = { field: null, sums: [] } as const;

/**
 * Finds and measures the features that overlap a feature of this or another file; null if there is no
 * such feature. Throws `DeadlineExceeded`.
 */
export function overlapsVersion(
  { reader, of }: { readonly reader: VersionReader; readonly of: VersionReader },
  cut: DatasetCut,
  { of: { id }, limit }: PackedOverlaps,
): Overlaps | null {
  const own = of.stored(id);
  if (own === null) return null;
  if (!reader.hasNear(boundsOf(own.geometry))) return NO_OVERLAPS;
  const query = prepareQuery(own.geometry);
  const except = reader === of ? id : null;
  const asked = { query, area: own.area, except, limit };
  const measured = measureOverlaps(asked, reader.touching(query, NOTHING));
  const listed = reader.listed(
    cut,
    measured.largest.map((one) => one.id),
  );
  return { ...measured, largest: measured.largest.map((one, i) => ({ ...one, ...listed[i]! })) };
}
