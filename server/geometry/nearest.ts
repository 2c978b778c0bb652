import type { Bounds } from 'atlas-engine';
import geodesic from 'geographiclib-geodesic';
import { tick } from './deadline.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from './packed.ts';

type Place = readonly [x: number, y: number];

/**
 * Returns the distance in metres between two geometries that do not touch. The nearest places are
 * found on planes whose degrees of longitude are as long as at each vertex; the distance between them
 * is geodesic.
 */
export function distanceBetween(a: PackedGeometry, b: PackedGeometry): number {
  const best = [placeNear(a, b), placeNear(b, a)].sort((p, q) => p.square - q.square);
  const { from, to } = best[0]!;
  const { s12 = Infinity } = geodesic.Geodesic.WGS84.Inverse(
    from[1] / UNITS_PER_DEGREE,
    from[0] / UNITS_PER_DEGREE,
    to[1] / UNITS_PER_DEGREE,
    to[0] / UNITS_PER_DEGREE,
  );
  return s12;
}

interface Pair {
  readonly from: Place;
  readonly to: Place;
  readonly square: number;
}

/** Finds the vertex of `a` that is nearest to an edge of `b`, and the nearest place on that edge. */
function placeNear(a: PackedGeometry, b: PackedGeometry): Pair {
  const widths = Float64Array.from({ length: a.coords.length >> 1 }, (_, i) =>
    Math.cos((a.coords[2 * i + 1]! / UNITS_PER_DEGREE / 180) * Math.PI),
  );
  const bounds = boundsOf(a);
  const narrowest = widths.reduce((least, width) => Math.min(least, width), 1);
  let best: Pair = { from: [0, 0], to: [0, 0], square: Infinity };
  for (const edge of edgesOf(b)) {
    tick();
    if (squareTo(bounds, edge, narrowest) >= best.square) continue;
    tick(widths.length);
    for (let i = 0; i < a.coords.length; i += 2) {
      const from: Place = [a.coords[i]!, a.coords[i + 1]!];
      const wide = widths[i >> 1]!;
      const to = onEdge(from, edge, wide);
      const square = ((from[0] - to[0]) * wide) ** 2 + (from[1] - to[1]) ** 2;
      if (square < best.square) best = { from, to, square };
    }
  }
  return best;
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number];

/** Yields the edges of a geometry; a point is an edge of length 0. */
function* edgesOf({ kind, coords, ends }: PackedGeometry): Generator<Edge> {
  let start = 0;
  for (const end of ends) {
    for (let v = start; v < end; v++) {
      const last = v + 1 === end;
      if (last && kind === 'line' && end - start > 1) break;
      const w = kind === 'point' ? v : last ? start : v + 1;
      yield [coords[2 * v]!, coords[2 * v + 1]!, coords[2 * w]!, coords[2 * w + 1]!];
    }
    start = end;
  }
}

/** Returns the square of a distance; every place on the edge is at least this far from the box. */
function squareTo(
  [west, south, east, north]: Bounds,
  [ax, ay, bx, by]: Edge,
  wide: number,
): number {
  const x = Math.max(0, Math.min(ax, bx) - east, west - Math.max(ax, bx)) * wide;
  const y = Math.max(0, Math.min(ay, by) - north, south - Math.max(ay, by));
  return x * x + y * y;
}

function onEdge([x, y]: Place, [ax, ay, bx, by]: Edge, wide: number): Place {
  const dx = (bx - ax) * wide;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  if (length === 0) return [ax, ay];
  const along = ((x - ax) * wide * dx + (y - ay) * dy) / length;
  const t = Math.min(1, Math.max(0, along));
  return [ax + t * (bx - ax), ay + t * (by - ay)];
}
