import { prepareQuery } from '../../geometry/intersects.ts';
import { distanceBetween } from '../../geometry/nearest.ts';
import {
  boundsOf,
  UNITS_PER_DEGREE,
  vertexCount,
  type PackedGeometry,
} from '../../geometry/packed.ts';
import { measureInside } from '../measure-inside.ts';
import type { Analysed, Bounds } from '../store.ts';
import type { VersionReader } from './version-reader.ts';

/** An analysis with a checked and packed area. */
export interface PackedAnalysis {
  readonly query: PackedGeometry;
  /** The field whose values are counted; null for none. */
  readonly field: string | null;
}

/** Distances in degrees, around the area, within which the nearest feature is searched. */
const SEARCH_DEGREES = [0.1, 0.5, 2, 8, 40];
/** A degree is at least as long as this, up to the latitude 60. */
const METRES_PER_DEGREE = 55_000;
/** Vertices of an area whose distances are measured. */
const MOST_VERTICES = 500;
const NONE = new Uint32Array(0);

/** Counts and measures the features inside an area. Throws `DeadlineExceeded`. */
export function analyseVersion(
  reader: VersionReader,
  { query: area, field }: PackedAnalysis,
): Analysed {
  const query = prepareQuery(area);
  const { values, ...found } = measureInside(query, reader.touching(query, field));
  return {
    ...found,
    values: field === null ? [] : values,
    nearest: found.count > 0 ? null : nearestTo(area, reader),
  };
}

/** Returns the distance in metres to the nearest feature; null when there is none near. */
function nearestTo(area: PackedGeometry, reader: VersionReader): number | null {
  const [west, south, east, north] = boundsOf(area);
  const outline = thinned(area);
  let best = Infinity;
  for (const degrees of SEARCH_DEGREES) {
    const margin = degrees * UNITS_PER_DEGREE;
    const box: Bounds = [west - margin, south - margin, east + margin, north + margin];
    for (const geometry of reader.within(box))
      best = Math.min(best, distanceBetween(outline, geometry));
    // A feature in the corner of the box may be farther away than one outside of the box.
    if (best < degrees * METRES_PER_DEGREE) return best;
  }
  return best < Infinity ? best : null;
}

/** Returns the area with at most about `MOST_VERTICES`, for distances. */
function thinned(area: PackedGeometry): PackedGeometry {
  const step = Math.ceil(vertexCount(area) / MOST_VERTICES);
  if (step === 1) return area;
  const kept = area.coords.filter((_, i) => (i >> 1) % step === 0);
  return { kind: 'point', coords: kept, ends: Uint32Array.of(kept.length >> 1), polygons: NONE };
}
