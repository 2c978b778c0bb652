import Flatbush from 'flatbush';
import { tick } from './deadline.ts';
import { side } from './orientation.ts';
import type { PackedGeometry } from './packed.ts';
import { partStart } from './rings.ts';

const SCAN_ALL_UP_TO = 64;

/** The remaining vertices of each part, as a linked list. */
interface Chain {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /**
   * For each vertex, twice the area of its triangle with its two neighbours; Infinity for a vertex
   * that must stay.
   */
  readonly area: Float64Array;
  readonly gone: Uint8Array;
}

/**
 * Drops vertices whose triangle with their neighbours is smaller than `maxArea` (square units),
 * smallest first (Visvalingam and Whyatt 1993), and returns a flag for each dropped vertex. Every
 * part keeps its minimum number of vertices, and lines keep their ends. A vertex of a polygon stays
 * while another vertex lies in its triangle, so valid polygons stay valid without a second test.
 */
export function dropVertices(geometry: PackedGeometry, maxArea: number): Uint8Array {
  const { kind, coords, ends } = geometry;
  const n = coords.length >> 1;
  const chain: Chain = {
    before: new Int32Array(n),
    after: new Int32Array(n),
    area: new Float64Array(n),
    gone: new Uint8Array(n),
  };
  for (let part = 0; part < ends.length; part++) {
    const start = partStart(ends, part);
    const end = ends[part]!;
    for (let v = start; v < end; v++) {
      chain.before[v] = v === start ? end - 1 : v - 1;
      chain.after[v] = v + 1 === end ? start : v + 1;
    }
    for (let v = start; v < end; v++) chain.area[v] = triangleArea(coords, chain, v);
    if (kind === 'line') chain.area[start] = chain.area[end - 1] = Infinity;
  }
  const isFree = kind === 'polygon' ? obstacleTest(coords, chain) : () => true;
  for (let part = 0; part < ends.length; part++) {
    thinPart(coords, chain, {
      start: partStart(ends, part),
      end: ends[part]!,
      limit: 2 * maxArea,
      isRing: kind === 'polygon',
      isFree,
    });
  }
  return chain.gone;
}

/** A part and its limits for dropping vertices. */
interface ThinPart {
  /** The index of the first vertex; `end` is the index after the last vertex. */
  readonly start: number;
  readonly end: number;
  /** Twice the smallest area of a kept triangle, in square units. */
  readonly limit: number;
  readonly isRing: boolean;
  readonly isFree: (vertex: number) => boolean;
}

/**
 * Removes local minima in alternating passes, forwards and backwards. A removal changes only its two
 * neighbours, so the result is the same as with a global queue.
 */
function thinPart(
  coords: Int32Array,
  chain: Chain,
  { start, end, limit, isRing, isFree }: ThinPart,
): void {
  const least = isRing ? 3 : 2;
  const { before, after, area, gone } = chain;
  let left = end - start;
  let forwards = true;
  for (let changed = true; changed && left > least; forwards = !forwards) {
    changed = false;
    tick(end - start);
    for (let step = 0; step < end - start && left > least; step++) {
      const v = forwards ? start + step : end - 1 - step;
      const size = area[v]!;
      const p = before[v]!;
      const q = after[v]!;
      if (gone[v] === 1 || size >= limit || size > area[p]! || size > area[q]!) continue;
      changed = true;
      if (!isFree(v)) {
        area[v] = Infinity;
        continue;
      }
      gone[v] = 1;
      left--;
      after[p] = q;
      before[q] = p;
      // A neighbour that had to stay before may be dropped now. The end of a line is never dropped.
      if (isRing || p !== start) area[p] = triangleArea(coords, chain, p);
      if (isRing || q !== end - 1) area[q] = triangleArea(coords, chain, q);
    }
  }
}

function triangleArea(coords: Int32Array, { before, after }: Chain, v: number): number {
  const p = 2 * before[v]!;
  const q = 2 * after[v]!;
  return Math.abs(
    side(
      coords[p]!,
      coords[p + 1]!,
      coords[2 * v]!,
      coords[2 * v + 1]!,
      coords[q]!,
      coords[q + 1]!,
    ),
  );
}

/** Returns a function that tests whether no other remaining vertex lies in or on the triangle of a vertex. */
function obstacleTest(coords: Int32Array, chain: Chain): (vertex: number) => boolean {
  const n = coords.length >> 1;
  const index = n > SCAN_ALL_UP_TO ? new Flatbush(n, 16, Int32Array) : null;
  if (index !== null) {
    for (let i = 0; i < coords.length; i += 2) index.add(coords[i]!, coords[i + 1]!);
    index.finish();
  }
  return (vertex) => {
    const p = chain.before[vertex]!;
    const q = chain.after[vertex]!;
    const [ax, ay] = [coords[2 * p]!, coords[2 * p + 1]!];
    const [bx, by] = [coords[2 * vertex]!, coords[2 * vertex + 1]!];
    const [cx, cy] = [coords[2 * q]!, coords[2 * q + 1]!];
    const west = Math.min(ax, bx, cx);
    const east = Math.max(ax, bx, cx);
    const south = Math.min(ay, by, cy);
    const north = Math.max(ay, by, cy);
    const isInTheWay = (v: number): boolean => {
      if (chain.gone[v] === 1 || v === p || v === q || v === vertex) return false;
      const x = coords[2 * v]!;
      const y = coords[2 * v + 1]!;
      if (x < west || x > east || y < south || y > north) return false;
      const ab = side(ax, ay, bx, by, x, y);
      const bc = side(bx, by, cx, cy, x, y);
      const ca = side(cx, cy, ax, ay, x, y);
      return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
    };
    if (index !== null) return !index.collides(west, south, east, north, isInTheWay);
    for (let v = 0; v < n; v++) if (isInTheWay(v)) return false;
    return true;
  };
}
