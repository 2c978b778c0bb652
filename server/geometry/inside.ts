import { segmentsMeet, touchesPoint, type PreparedQuery } from './intersects.ts';
import { tick } from './deadline.ts';
import { locateInRings } from './orientation.ts';
import { boundsOf, type PackedGeometry } from './packed.ts';
import { firstRing, partStart } from './rings.ts';

/**
 * Returns whether polygons are wholly inside the query polygons. False also for polygons that only
 * touch an edge of the query from inside, which a caller may clip without a change.
 */
export function isInside(query: PreparedQuery, candidate: PackedGeometry): boolean {
  const { coords, ends, polygons } = candidate;
  for (let p = 0; p < polygons.length; p++) {
    const v = 2 * partStart(ends, firstRing(polygons, p));
    if (!touchesPoint(query, coords[v]!, coords[v + 1]!)) return false;
  }
  const [west, south, east, north] = boundsOf(candidate);
  if (!query.index.collides(west, south, east, north)) return true;
  if (segmentsMeet(query, candidate)) return false;
  return !hasQueryRing(query.geometry, candidate);
}

/** Returns whether a ring of the query, such as a hole, begins inside the candidate. */
function hasQueryRing({ coords, ends }: PackedGeometry, candidate: PackedGeometry): boolean {
  for (let ring = 0; ring < ends.length; ring++) {
    const v = 2 * partStart(ends, ring);
    tick(candidate.coords.length >> 1);
    const range = { from: 0, to: candidate.ends.length };
    if (locateInRings(candidate, range, coords[v]!, coords[v + 1]!) >= 0) return true;
  }
  return false;
}
