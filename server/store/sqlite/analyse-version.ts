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
  const { values, edge, ...found } = measureInside(query, reader.touching(query, { field, sums }));
  return {
    ...found,
    values: field === null ? [] : values,
    nearest: found.count > 0 ? null : nearestTo(area, reader, edge),
  };
}

/** Returns the nearest feature outside: one that touches the edge, or the nearest of the others. */
function nearestTo(
  area: PackedGeometry,
  reader: VersionReader,
  edge: number | null,
): Analysed['nearest'] {
  if (edge !== null) return { id: edge, metres: 0 };
  const [one] = nearestFeatures(area, reader, { count: 1, except: new Set() }).nearest;
  return one ? { id: one.id, metres: one.line.metres } : null;
}
