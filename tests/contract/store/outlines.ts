import type { PackedGeometry } from '../../../server/geometry/index.ts';

type Ring = readonly (readonly [x: number, y: number])[];

/** Packs the rings of a decoded polygon; a ring that turns right on the screen begins a new polygon. */
export function packParts(rings: readonly Ring[]): PackedGeometry {
  const coords: number[] = [];
  const ends: number[] = [];
  const polygons: number[] = [];
  for (const ring of rings) {
    if (doubleArea(ring) > 0) polygons.push(ends.length + 1);
    else if (polygons.length > 0) polygons[polygons.length - 1] = ends.length + 1;
    for (const [x, y] of ring.slice(0, -1)) coords.push(x, y);
    ends.push(coords.length / 2);
  }
  return {
    kind: 'polygon',
    coords: Int32Array.from(coords),
    ends: Uint32Array.from(ends),
    polygons: Uint32Array.from(polygons),
  };
}

/**
 * Returns the largest distance from a vertex of one outline to the other outline, both ways, in steps of
 * the grid. Vertices on the edge of the clip box are left out: where an outline crosses that edge at a
 * low angle, a difference of one step becomes a large distance along the edge.
 */
export function outlineDistance(
  one: readonly Ring[],
  other: readonly Ring[],
  [low, high]: readonly [low: number, high: number],
): number {
  const isInside = ([x, y]: Ring[number]): boolean => x > low && x < high && y > low && y < high;
  const [a, b] = [one, other].map((rings) => rings.flat().filter(isInside));
  return Math.max(oneWay(a!, other), oneWay(b!, one));
}

/** Returns the largest distance of rings from one edge of their clip box, in steps. */
export function distanceFromEdge(
  rings: readonly Ring[],
  [low, high]: readonly [low: number, high: number],
): number {
  const depths = ([x, y]: Ring[number]): number[] => [x - low, high - x, y - low, high - y];
  const all = rings.flat().map(depths);
  return Math.min(...[0, 1, 2, 3].map((side) => Math.max(...all.map((depth) => depth[side]!))));
}

function oneWay(from: Ring, to: readonly Ring[]): number {
  let furthest = 0;
  for (const [x, y] of from) {
    let nearest = Infinity;
    for (const ring of to) {
      // A point is a part with one vertex.
      for (let i = Math.min(1, ring.length - 1); i < ring.length && nearest > furthest; i++) {
        nearest = Math.min(nearest, segmentDistance(x, y, ring[Math.max(0, i - 1)]!, ring[i]!));
      }
    }
    furthest = Math.max(furthest, nearest);
  }
  return furthest;
}

function segmentDistance(x: number, y: number, a: Ring[number], b: Ring[number]): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - a[0]) * dx + (y - a[1]) * dy) / length;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - a[0] - at * dx, y - a[1] - at * dy);
}

/** Returns twice the area, positive if the ring turns right on the screen (y down). */
function doubleArea(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  }
  return sum;
}
