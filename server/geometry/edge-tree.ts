import { DeadlineExceeded, tick } from './deadline.ts';
import { segmentsOf } from './intersects.ts';
import type { PackedGeometry } from './packed.ts';
import { addPlace, BOX_SIZE } from './sphere.ts';

/** Number of edges in a box of the lowest level, and of boxes in a box of any other. */
export const FAN = 8;

/**
 * Length in units of the longest edge: 0.1 degrees. A longer edge is divided, so that it follows the
 * line that is straight in degrees, as on the map; the pieces are at most 1 m from that line.
 */
export const LONGEST_EDGE = 1e6;
/** Number of places that may be added by dividing edges. They need 100 MB. */
const MOST_ADDED = 2_000_000;
/**
 * The bulge of an edge out of the box of its ends is at most this share of the square of its length.
 */
const BULGE = 1 / 7;

/** The edges of a geometry on the sphere, in boxes of edges that follow one another. */
export interface EdgeTree {
  /** Vectors of `sphere.ts`, in sequence. */
  readonly places: Float64Array;
  /** For each edge, the index in `places` of its begin. It ends at the next place. */
  readonly edges: Uint32Array;
  /** The boxes of each level. The first has those of edges, the last has one box. */
  readonly levels: readonly Float64Array[];
}

/** Makes the tree of a geometry; a point is an edge of length 0. Throws as `checkLongEdges`. */
export function edgeTreeOf(geometry: PackedGeometry): EdgeTree {
  const segments = segmentsOf(geometry);
  checkSegments(segments);
  const { places, edges } = placesOf(segments);
  const levels = [boxesOfEdges(places, edges)];
  while (levels.at(-1)!.length > BOX_SIZE) levels.push(boxesOfBoxes(levels.at(-1)!));
  return { places, edges, levels };
}

/** Throws `DeadlineExceeded` when the division of long edges needs too much memory. */
export function checkLongEdges(geometry: PackedGeometry): void {
  checkSegments(segmentsOf(geometry));
}

function checkSegments(segments: Int32Array): void {
  let added = 0;
  for (let i = 0; i < segments.length; i += 4) added += piecesOf(segments, i) - 1;
  if (added > MOST_ADDED) throw new DeadlineExceeded();
}

/** Returns the number of pieces of a segment. */
function piecesOf(segments: Int32Array, i: number): number {
  const dx = segments[i + 2]! - segments[i]!;
  const dy = segments[i + 3]! - segments[i + 1]!;
  return Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy) / LONGEST_EDGE));
}

function placesOf(segments: Int32Array): Pick<EdgeTree, 'places' | 'edges'> {
  const places: number[] = [];
  const edges: number[] = [];
  for (let i = 0; i < segments.length; i += 4) {
    const x = segments[i]!;
    const y = segments[i + 1]!;
    const dx = segments[i + 2]! - x;
    const dy = segments[i + 3]! - y;
    const pieces = piecesOf(segments, i);
    tick(pieces);
    const follows = i > 0 && x === segments[i - 2] && y === segments[i - 1];
    if (!follows) addPlace(places, x, y);
    for (let piece = 1; piece <= pieces; piece++) {
      edges.push(places.length - 3);
      addPlace(places, x + (piece / pieces) * dx, y + (piece / pieces) * dy);
    }
  }
  return { places: Float64Array.from(places), edges: Uint32Array.from(edges) };
}

function boxesOfEdges(places: Float64Array, edges: Uint32Array): Float64Array {
  const boxes = emptyBoxes(Math.ceil(edges.length / FAN));
  for (let e = 0; e < edges.length; e++) {
    const at = BOX_SIZE * Math.floor(e / FAN);
    const from = edges[e]!;
    const to = from + 3;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) square += (places[to + axis]! - places[from + axis]!) ** 2;
    const bulge = BULGE * square;
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [places[from + axis]!, places[to + axis]!];
      boxes[at + axis] = Math.min(boxes[at + axis]!, a - bulge, b - bulge);
      boxes[at + axis + 3] = Math.max(boxes[at + axis + 3]!, a + bulge, b + bulge);
    }
  }
  return boxes;
}

function boxesOfBoxes(below: Float64Array): Float64Array {
  const boxes = emptyBoxes(Math.ceil(below.length / BOX_SIZE / FAN));
  for (let i = 0; i < below.length; i += BOX_SIZE) {
    const at = BOX_SIZE * Math.floor(i / BOX_SIZE / FAN);
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.min(boxes[at + axis]!, below[i + axis]!);
      boxes[at + axis + 3] = Math.max(boxes[at + axis + 3]!, below[i + axis + 3]!);
    }
  }
  return boxes;
}

function emptyBoxes(count: number): Float64Array {
  return Float64Array.from({ length: BOX_SIZE * count }, (_, i) =>
    i % BOX_SIZE < 3 ? Infinity : -Infinity,
  );
}
