import { tick } from './deadline.ts';
import { locateInRings, segmentsCross, segmentsTouch, side } from './orientation.ts';
import type { PackedGeometry } from './packed.ts';
import { partStart } from './rings.ts';

/** The result of the test; rings that touch at single points may be valid or not. */
export type Validity = 'valid' | 'invalid' | 'touching';

const ALL_PAIRS_UP_TO = 48;
/**
 * Number of edge pairs that are counted together, because a call for each pair would take longer
 * than the test.
 */
const PAIRS_PER_TICK = 1 << 9;
/** Maximum length of a list of edges that is reused. */
const MAX_SCRATCH = 1 << 15;

/** The edges of a geometry: edge i goes from vertex i to vertex `next[i]`. */
interface Edges {
  readonly coords: Int32Array;
  readonly n: number;
  readonly west: Int32Array;
  readonly east: Int32Array;
  readonly south: Int32Array;
  readonly north: Int32Array;
  readonly ring: Uint32Array;
  readonly next: Uint32Array;
}

/**
 * Tests packed polygons in the sense of OGC Simple Features, in any unit and either winding: rings
 * are simple and do not meet, holes lie in their shell, polygons do not overlap. Throws
 * `DeadlineExceeded`.
 */
export function checkPolygons(geometry: PackedGeometry): Validity {
  const { ends, polygons } = geometry;
  if (polygons.length === 0 || polygons[polygons.length - 1] !== ends.length) return 'invalid';
  const edges = edgesOf(geometry);
  if (edges === null) return 'invalid';
  const contact = findContact(edges);
  if (contact !== 'valid') return contact;
  return isNested(geometry) ? 'valid' : 'invalid';
}

/** Reused between calls: a tile tests thousands of small polygons, and allocation costs more than the test. */
let scratch = makeScratch(256);

function makeScratch(size: number): Omit<Edges, 'coords' | 'n'> & { readonly size: number } {
  return {
    size,
    west: new Int32Array(size),
    east: new Int32Array(size),
    south: new Int32Array(size),
    north: new Int32Array(size),
    ring: new Uint32Array(size),
    next: new Uint32Array(size),
  };
}

/** Lists all edges; null when a ring is too short or repeats a vertex consecutively. */
function edgesOf({ coords, ends }: PackedGeometry): Edges | null {
  const n = coords.length >> 1;
  if (n > MAX_SCRATCH) scratch = makeScratch(n);
  else if (n > scratch.size || scratch.size > MAX_SCRATCH) scratch = makeScratch(2 * n);
  const { west, east, south, north, ring, next } = scratch;
  let start = 0;
  for (let r = 0; r < ends.length; r++) {
    const end = ends[r]!;
    if (end - start < 3) return null;
    for (let v = start; v < end; v++) {
      const w = v + 1 === end ? start : v + 1;
      const x1 = coords[2 * v]!;
      const y1 = coords[2 * v + 1]!;
      const x2 = coords[2 * w]!;
      const y2 = coords[2 * w + 1]!;
      if (x1 === x2 && y1 === y2) return null;
      west[v] = x1 < x2 ? x1 : x2;
      east[v] = x1 < x2 ? x2 : x1;
      south[v] = y1 < y2 ? y1 : y2;
      north[v] = y1 < y2 ? y2 : y1;
      ring[v] = r;
      next[v] = w;
    }
    start = end;
  }
  return { coords, n, west, east, south, north, ring, next };
}

/** Sweeps over the sorted edges: for the rings of one feature as fast as a spatial index, and simpler. */
function findContact(edges: Edges): Validity {
  const { n, west, east, south, north } = edges;
  const order = n > ALL_PAIRS_UP_TO ? orderByWest(edges) : null;
  let touching = false;
  let pairs = 0;
  tick(n);
  for (let i = 0; i < n; i++) {
    const a = order === null ? i : order[i]!;
    const aw = west[a]!;
    const ae = east[a]!;
    const as = south[a]!;
    const an = north[a]!;
    for (let j = i + 1; j < n; j++) {
      const b = order === null ? j : order[j]!;
      if (++pairs % PAIRS_PER_TICK === 0) tick(PAIRS_PER_TICK);
      if (west[b]! > ae) {
        if (order === null) continue;
        break;
      }
      if (east[b]! < aw || south[b]! > an || north[b]! < as) continue;
      const contact = contactOf(edges, a, b);
      if (contact === 'invalid') return contact;
      if (contact === 'touching') touching = true;
    }
  }
  return touching ? 'touching' : 'valid';
}

/** Sorts edges by their west end; the low digits of the sort key hold the number of the edge. */
function orderByWest({ n, west }: Edges): Uint32Array {
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++) keys[i] = west[i]! * n + i;
  keys.sort();
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    order[i] = key - Math.floor(key / n) * n;
  }
  return order;
}

function contactOf({ coords, ring, next }: Edges, i: number, j: number): Validity {
  const iTo = next[i]!;
  const jTo = next[j]!;
  const ax = coords[2 * i]!;
  const ay = coords[2 * i + 1]!;
  const bx = coords[2 * iTo]!;
  const by = coords[2 * iTo + 1]!;
  const cx = coords[2 * j]!;
  const cy = coords[2 * j + 1]!;
  const dx = coords[2 * jTo]!;
  const dy = coords[2 * jTo + 1]!;
  if (iTo === j) return isSpike(coords, i, j, jTo) ? 'invalid' : 'valid';
  if (jTo === i) return isSpike(coords, j, i, iTo) ? 'invalid' : 'valid';
  if (!segmentsTouch(ax, ay, bx, by, cx, cy, dx, dy)) return 'valid';
  if (ring[i] === ring[j]) return 'invalid';
  return segmentsCross(ax, ay, bx, by, cx, cy, dx, dy) ? 'invalid' : 'touching';
}

/** Returns whether the path a, b, c turns back on itself at b. */
function isSpike(coords: Int32Array, a: number, b: number, c: number): boolean {
  const ax = coords[2 * a]!;
  const ay = coords[2 * a + 1]!;
  const bx = coords[2 * b]!;
  const by = coords[2 * b + 1]!;
  const cx = coords[2 * c]!;
  const cy = coords[2 * c + 1]!;
  if (side(ax, ay, bx, by, cx, cy) !== 0) return false;
  return (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0;
}

/**
 * Returns whether the rings are nested correctly. If no rings touch, testing one vertex of a ring
 * is enough.
 */
function isNested(geometry: PackedGeometry): boolean {
  const { coords, ends, polygons } = geometry;
  const boxes = ends.length > 1 ? ringBoxes(coords, ends) : null;
  const within = (ring: number, other: number): boolean => {
    tick();
    for (let axis = 0; axis < 2; axis++) {
      if (boxes![4 * ring + axis]! < boxes![4 * other + axis]!) return false;
      if (boxes![4 * ring + 2 + axis]! > boxes![4 * other + 2 + axis]!) return false;
    }
    tick(ends[other]! - partStart(ends, other));
    const v = 2 * partStart(ends, ring);
    return locateInRings(geometry, { from: other, to: other + 1 }, coords[v]!, coords[v + 1]!) > 0;
  };
  let shell = 0;
  for (let p = 0; p < polygons.length; p++) {
    const last = polygons[p]!;
    if (last <= shell) return false;
    for (let hole = shell + 1; hole < last; hole++) {
      if (!within(hole, shell)) return false;
      for (let other = shell + 1; other < last; other++) {
        if (other !== hole && within(hole, other)) return false;
      }
    }
    let otherShell = 0;
    for (let q = 0; q < polygons.length; q++) {
      if (q !== p && within(shell, otherShell)) {
        let inHole = false;
        for (let hole = otherShell + 1; hole < polygons[q]! && !inHole; hole++) {
          inHole = within(shell, hole);
        }
        if (!inHole) return false;
      }
      otherShell = polygons[q]!;
    }
    shell = last;
  }
  return true;
}

function ringBoxes(coords: Int32Array, ends: Uint32Array): Int32Array {
  const boxes = new Int32Array(4 * ends.length);
  let v = 0;
  for (let ring = 0; ring < ends.length; ring++) {
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    for (; v < ends[ring]!; v++) {
      const x = coords[2 * v]!;
      const y = coords[2 * v + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
    boxes.set([west, south, east, north], 4 * ring);
  }
  return boxes;
}
