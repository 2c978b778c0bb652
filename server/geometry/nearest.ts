import geodesic from 'geographiclib-geodesic';
import { tick } from './deadline.ts';
import type { PackedGeometry } from './packed.ts';
import { UNITS_PER_DEGREE } from './packed.ts';
import { partStart } from './rings.ts';

type Place = readonly [x: number, y: number];

/**
 * Returns the distance in metres between two geometries that do not touch. The nearest places are
 * found on a plane whose degrees of longitude are as long as at `latitude`; the distance between them
 * is geodesic.
 */
export function distanceBetween(a: PackedGeometry, b: PackedGeometry, latitude: number): number {
  const wide = Math.cos((latitude * Math.PI) / 180);
  const best = [placeNear(a, b, wide), placeNear(b, a, wide)].sort((p, q) => p.square - q.square);
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
function placeNear(a: PackedGeometry, b: PackedGeometry, wide: number): Pair {
  let best: Pair = { from: [0, 0], to: [0, 0], square: Infinity };
  for (let part = 0; part < b.ends.length; part++) {
    const start = partStart(b.ends, part);
    const end = b.ends[part]!;
    for (let v = start; v < end; v++) {
      const last = v + 1 === end;
      if (last && b.kind === 'line' && end - start > 1) break;
      const w = b.kind === 'point' ? v : last ? start : v + 1;
      const edge = [b.coords[2 * v]!, b.coords[2 * v + 1]!, b.coords[2 * w]!, b.coords[2 * w + 1]!];
      tick(a.coords.length >> 1);
      for (let i = 0; i < a.coords.length; i += 2) {
        const from: Place = [a.coords[i]!, a.coords[i + 1]!];
        const to = onEdge(from, edge as [number, number, number, number], wide);
        const square = ((from[0] - to[0]) * wide) ** 2 + (from[1] - to[1]) ** 2;
        if (square < best.square) best = { from, to, square };
      }
    }
  }
  return best;
}

function onEdge(
  [x, y]: Place,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  wide: number,
): Place {
  const dx = (bx - ax) * wide;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  if (length === 0) return [ax, ay];
  const along = ((x - ax) * wide * dx + (y - ay) * dy) / length;
  const t = Math.min(1, Math.max(0, along));
  return [ax + t * (bx - ax), ay + t * (by - ay)];
}
