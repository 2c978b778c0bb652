import type { Deadline } from './deadline.ts';
import { NO_DEADLINE } from './deadline.ts';
import { locateInRings, segmentsCross, segmentsTouch, side } from './orientation.ts';
import type { PackedGeometry } from './packed.ts';

/** What the own test can say; `touching` rings share single points, which may be valid or not. */
export type Validity = 'valid' | 'invalid' | 'touching';

const ALL_PAIRS_UP_TO = 48;
const STEPS_PER_CHECK = 1 << 16;

interface Edges {
  readonly x1: Int32Array;
  readonly y1: Int32Array;
  readonly x2: Int32Array;
  readonly y2: Int32Array;
  readonly ring: Uint32Array;
  /** For each edge the edge that follows it in its ring. */
  readonly next: Uint32Array;
}

/**
 * Tests packed polygons in the sense of OGC Simple Features, in any unit and either winding:
 * rings simple and apart, holes in their shell, polygons apart. Throws `DeadlineExceeded`.
 */
export function checkPolygons(
  geometry: PackedGeometry,
  deadline: Deadline = NO_DEADLINE,
): Validity {
  const { ends, polygons } = geometry;
  if (polygons.length === 0 || polygons[polygons.length - 1] !== ends.length) return 'invalid';
  const edges = edgesOf(geometry);
  if (edges === null) return 'invalid';
  const contact = findContact(edges, deadline);
  if (contact !== 'valid') return contact;
  return isNested(geometry) ? 'valid' : 'invalid';
}

/** Lists all edges, or null when a ring is too short or repeats a vertex at once. */
function edgesOf({ coords, ends }: PackedGeometry): Edges | null {
  const n = coords.length >> 1;
  const edges: Edges = {
    x1: new Int32Array(n),
    y1: new Int32Array(n),
    x2: new Int32Array(n),
    y2: new Int32Array(n),
    ring: new Uint32Array(n),
    next: new Uint32Array(n),
  };
  let start = 0;
  for (let ring = 0; ring < ends.length; ring++) {
    const end = ends[ring]!;
    if (end - start < 3) return null;
    for (let v = start; v < end; v++) {
      const w = v + 1 === end ? start : v + 1;
      const x1 = coords[2 * v]!;
      const y1 = coords[2 * v + 1]!;
      const x2 = coords[2 * w]!;
      const y2 = coords[2 * w + 1]!;
      if (x1 === x2 && y1 === y2) return null;
      edges.x1[v] = x1;
      edges.y1[v] = y1;
      edges.x2[v] = x2;
      edges.y2[v] = y2;
      edges.ring[v] = ring;
      edges.next[v] = w;
    }
    start = end;
  }
  return edges;
}

function findContact(edges: Edges, deadline: Deadline): Validity {
  const n = edges.x1.length;
  let touching = false;
  if (n <= ALL_PAIRS_UP_TO) {
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const contact = contactOf(edges, i, j);
        if (contact === 'invalid') return contact;
        if (contact === 'touching') touching = true;
      }
    }
    return touching ? 'touching' : 'valid';
  }
  const order = orderByWest(edges);
  let steps = 0;
  for (let i = 0; i < n; i++) {
    const a = order[i]!;
    const east = Math.max(edges.x1[a]!, edges.x2[a]!);
    for (let j = i + 1; j < n; j++) {
      const b = order[j]!;
      if (Math.min(edges.x1[b]!, edges.x2[b]!) > east) break;
      if (++steps % STEPS_PER_CHECK === 0) deadline.check();
      const contact = contactOf(edges, a, b);
      if (contact === 'invalid') return contact;
      if (contact === 'touching') touching = true;
    }
  }
  return touching ? 'touching' : 'valid';
}

/** Sorts edges by their west end; the number of the edge rides in the low digits of the key. */
function orderByWest({ x1, x2 }: Edges): Uint32Array {
  const n = x1.length;
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++) keys[i] = Math.min(x1[i]!, x2[i]!) * n + i;
  keys.sort();
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const key = keys[i]!;
    order[i] = key - Math.floor(key / n) * n;
  }
  return order;
}

function contactOf(edges: Edges, i: number, j: number): Validity {
  const { x1, y1, x2, y2 } = edges;
  const ax = x1[i]!;
  const bx = x2[i]!;
  const cx = x1[j]!;
  const dx = x2[j]!;
  if ((ax > bx ? ax : bx) < (cx < dx ? cx : dx) || (cx > dx ? cx : dx) < (ax < bx ? ax : bx)) {
    return 'valid';
  }
  const ay = y1[i]!;
  const by = y2[i]!;
  const cy = y1[j]!;
  const dy = y2[j]!;
  if ((ay > by ? ay : by) < (cy < dy ? cy : dy) || (cy > dy ? cy : dy) < (ay < by ? ay : by)) {
    return 'valid';
  }
  if (edges.next[i] === j) return isSpike(ax, ay, bx, by, dx, dy) ? 'invalid' : 'valid';
  if (edges.next[j] === i) return isSpike(cx, cy, dx, dy, bx, by) ? 'invalid' : 'valid';
  if (!segmentsTouch(ax, ay, bx, by, cx, cy, dx, dy)) return 'valid';
  if (edges.ring[i] === edges.ring[j]) return 'invalid';
  return segmentsCross(ax, ay, bx, by, cx, cy, dx, dy) ? 'invalid' : 'touching';
}

/** Tells whether the way a, b, c turns back on itself at b. */
function isSpike(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  if (side(ax, ay, bx, by, cx, cy) !== 0) return false;
  return (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0;
}

/** With no ring touching another, one vertex of a ring tells where all of it lies. */
function isNested({ coords, ends, polygons }: PackedGeometry): boolean {
  const boxes = ends.length > 1 ? ringBoxes(coords, ends) : null;
  const within = (ring: number, other: number): boolean => {
    for (let axis = 0; axis < 2; axis++) {
      if (boxes![4 * ring + axis]! < boxes![4 * other + axis]!) return false;
      if (boxes![4 * ring + 2 + axis]! > boxes![4 * other + 2 + axis]!) return false;
    }
    const v = 2 * (ring === 0 ? 0 : ends[ring - 1]!);
    return locateInRings(coords, ends, other, other + 1, coords[v]!, coords[v + 1]!) > 0;
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
