import { prepareQuery } from '../../geometry/intersects.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { measureInside } from '../measure-inside.ts';
import type { Analysed } from '../store.ts';
import { nearestFeatures } from './nearest-features.ts';
import type { VersionReader } from './version-reader.ts';

/** An analysis with a checked and packed area. */
export interface PackedAnalysis {
  readonly query: PackedGeometry;
  /** The field whose values are counted; null for none. */
  readonly field: string | null;
  /** The number fields whose values are added up. */
  readonly sums: readonly string[];
}

/** Counts and measures the features inside an area. Throws `DeadlineExceeded`. */
export function analyseVersion(
  reader: VersionReader,
  { query: area, field, sums }: PackedAnalysis,
): Analysed {
  const query = prepareQuery(area);
  const { values, ...found } = measureInside(query, reader.touching(query, { field, sums }));
  const [nearest] =
    found.count > 0 ? [] : nearestFeatures(area, reader, { count: 1, except: new Set() }).nearest;
  return {
    ...found,
    values: field === null ? [] : values,
    nearest: nearest ? { id: nearest.id, metres: nearest.line.metres } : null,
  };
}
