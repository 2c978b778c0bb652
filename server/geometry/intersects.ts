import type { Bounds } from 'atlas-engine';
import Flatbush from 'flatbush';
import { tick } from './deadline.ts';
import { locateInRings, rayCrossing, segmentsTouch } from './orientation.ts';
import type { PackedGeometry } from './packed.ts';
import { boundsOf } from './packed.ts';
import { firstRing, partStart } from './rings.ts';

/** A query geometry with indexes that make many `intersects` calls fast. */
export interface PreparedQuery {
  readonly geometry: PackedGeometry;
  /** Bounds in packed degrees. Candidates outside of them need no test. */
  readonly bounds: Bounds;
  /** Index of the boxes of the segments. `segmentEnds` has four numbers for each segment. */
  readonly index: Flatbush;
  readonly segmentEnds: Int32Array;
}

/** Indexes the segments (or points) of a query geometry; polygons must be valid. */
export function prepareQuery(geometry: PackedGeometry): PreparedQuery {
  const segmentEnds = segmentsOf(geometry);
  const index = new Flatbush(segmentEnds.length >> 2, 16, Int32Array);
  for (let i = 0; i < segmentEnds.length; i += 4) {
    const [ax, ay, bx, by] = [
      segmentEnds[i]!,
      segmentEnds[i + 1]!,
      segmentEnds[i + 2]!,
      segmentEnds[i + 3]!,
    ];
    index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
  }
  index.finish();
  return { geometry, bounds: boundsOf(geometry), index, segmentEnds };
}

/**
 * Returns whether query and candidate share a point, touching included. The result is exact on packed
 * coordinates, for all pairs of kinds. Throws `DeadlineExceeded` from its loops.
 */
export function intersects(query: PreparedQuery, candidate: PackedGeometry): boolean {
  const bounds = boundsOf(candidate);
  if (!overlap(query.bounds, bounds)) return false;
  tick(candidate.coords.length >> 1);
  if (candidate.kind === 'point') return anyPointIn(query, candidate);
  // For most candidates, which are inside a query polygon, testing the first vertex is enough.
  if (
    query.geometry.kind === 'polygon' &&
    touchesPoint(query, candidate.coords[0]!, candidate.coords[1]!)
  ) {
    return true;
  }
  const [west, south, east, north] = bounds;
  if (query.index.collides(west, south, east, north) && segmentsMeet(query, candidate)) {
    return true;
  }
  // No edges touch, so one geometry lies inside the other or they share nothing.
  if (query.geometry.kind === 'polygon' && anyPartIn(query, candidate)) return true;
  return candidate.kind === 'polygon' && anyQueryPartIn(query, candidate, bounds);
}

function anyPointIn(query: PreparedQuery, { coords }: PackedGeometry): boolean {
  for (let i = 0; i < coords.length; i += 2) {
    if (touchesPoint(query, coords[i]!, coords[i + 1]!)) return true;
  }
  return false;
}

/** Returns whether a point lies on the query's points or lines or in its polygons. */
export function touchesPoint(query: PreparedQuery, x: number, y: number): boolean {
  const { segmentEnds, index, bounds } = query;
  if (x < bounds[0] || x > bounds[2] || y < bounds[1] || y > bounds[3]) return false;
  if (query.geometry.kind !== 'polygon') {
    return index.collides(x, y, x, y, (i) => {
      tick();
      return segmentTouches(segmentEnds, i, x, y, x, y);
    });
  }
  let inside = false;
  const onEdge = index.collides(x, y, bounds[2], y, (i) => {
    tick();
    const s = 4 * i;
    const crossing = rayCrossing(
      segmentEnds[s]!,
      segmentEnds[s + 1]!,
      segmentEnds[s + 2]!,
      segmentEnds[s + 3]!,
      x,
      y,
    );
    if (crossing > 0) inside = !inside;
    return crossing === 0;
  });
  return onEdge || inside;
}

/** Returns whether an edge or line of the query touches one of the candidate. */
export function segmentsMeet(query: PreparedQuery, candidate: PackedGeometry): boolean {
  const { segmentEnds, index, bounds } = query;
  const { coords, ends, kind } = candidate;
  let ax = 0;
  let ay = 0;
  let bx = 0;
  let by = 0;
  const meets = (i: number): boolean => {
    tick();
    return segmentTouches(segmentEnds, i, ax, ay, bx, by);
  };
  let start = 0;
  for (const end of ends) {
    const first = kind === 'polygon' ? start : start + 1;
    const from = kind === 'polygon' ? end - 1 : start;
    ax = coords[2 * from]!;
    ay = coords[2 * from + 1]!;
    for (let v = first; v < end; v++) {
      bx = coords[2 * v]!;
      by = coords[2 * v + 1]!;
      const west = ax < bx ? ax : bx;
      const east = ax < bx ? bx : ax;
      const south = ay < by ? ay : by;
      const north = ay < by ? by : ay;
      tick();
      if (
        west <= bounds[2] &&
        east >= bounds[0] &&
        south <= bounds[3] &&
        north >= bounds[1] &&
        index.collides(west, south, east, north, meets)
      ) {
        return true;
      }
      ax = bx;
      ay = by;
    }
    start = end;
  }
  return false;
}

/** Returns whether the first vertex of a line or shell of the candidate is inside the query. */
function anyPartIn(query: PreparedQuery, candidate: PackedGeometry): boolean {
  const { coords, ends, polygons, kind } = candidate;
  const parts = kind === 'polygon' ? polygons.length : ends.length;
  // The first vertex of the geometry was tested before.
  for (let part = 1; part < parts; part++) {
    const v = 2 * partStart(ends, kind === 'polygon' ? firstRing(polygons, part) : part);
    if (touchesPoint(query, coords[v]!, coords[v + 1]!)) return true;
  }
  return false;
}

/**
 * Returns whether the first vertex of a point, line or shell of the query is inside the candidate
 * polygons.
 */
function anyQueryPartIn(
  { geometry }: PreparedQuery,
  candidate: PackedGeometry,
  [west, south, east, north]: Bounds,
): boolean {
  const { coords, ends, polygons, kind } = geometry;
  const parts = { point: coords.length >> 1, line: ends.length, polygon: polygons.length }[kind];
  for (let part = 0; part < parts; part++) {
    const v =
      kind === 'point'
        ? part
        : partStart(ends, kind === 'polygon' ? firstRing(polygons, part) : part);
    const x = coords[2 * v]!;
    const y = coords[2 * v + 1]!;
    tick();
    if (x < west || x > east || y < south || y > north) continue;
    tick(candidate.coords.length >> 1);
    if (locateInRings(candidate, { from: 0, to: candidate.ends.length }, x, y) >= 0) {
      return true;
    }
  }
  return false;
}

// oxlint-disable-next-line max-params -- called for each pair of segments, see `orientation.ts`
function segmentTouches(
  segmentEnds: Int32Array,
  segment: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  const s = 4 * segment;
  return segmentsTouch(
    segmentEnds[s]!,
    segmentEnds[s + 1]!,
    segmentEnds[s + 2]!,
    segmentEnds[s + 3]!,
    ax,
    ay,
    bx,
    by,
  );
}

/** Lists the end points of all segments; a point is a segment of length 0. */
export function segmentsOf({ kind, coords, ends }: PackedGeometry): Int32Array {
  const list = new Int32Array(2 * coords.length);
  let at = 0;
  for (let part = 0; part < ends.length; part++) {
    const start = partStart(ends, part);
    const end = ends[part]!;
    for (let v = start; v < end; v++) {
      let w = v;
      if (kind !== 'point') w = v + 1;
      if (w === end) {
        if (kind === 'line') break;
        if (kind === 'polygon') w = start;
      }
      list[at++] = coords[2 * v]!;
      list[at++] = coords[2 * v + 1]!;
      list[at++] = coords[2 * w]!;
      list[at++] = coords[2 * w + 1]!;
    }
  }
  return at === list.length ? list : list.slice(0, at);
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
