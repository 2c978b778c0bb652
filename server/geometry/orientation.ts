/* oxlint-disable max-params -- called for each pair of segments: numbers as in `orient2d` avoid a new object per call */
import { orient2d } from 'robust-predicates';
import type { PackedGeometry } from './packed.ts';

/**
 * Limit for the sum below which the products of two coordinate differences are exact in doubles.
 */
const EXACT_BELOW = 2 ** 53;
const ERROR_BOUND = 4e-16;

/**
 * Returns a positive number when c lies left of the line from a to b (x right, y up), a negative
 * number when right of it, and 0 when on it. Exact for all packed coordinates.
 */
export function side(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  const left = (bx - ax) * (cy - ay);
  const right = (by - ay) * (cx - ax);
  const determinant = left - right;
  const size = Math.abs(left) + Math.abs(right);
  if (size < EXACT_BELOW || Math.abs(determinant) > ERROR_BOUND * size) return determinant;
  // robust-predicates has a y axis that points down.
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/** Returns whether two closed segments share a point; a segment may be a single point. */
export function segmentsTouch(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  if (!boxesTouch(ax, ay, bx, by, cx, cy, dx, dy)) return false;
  const c = side(ax, ay, bx, by, cx, cy);
  const d = side(ax, ay, bx, by, dx, dy);
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return false;
  const a = side(cx, cy, dx, dy, ax, ay);
  const b = side(cx, cy, dx, dy, bx, by);
  // If the boxes touch, and the ends of each segment are on both sides of the other's line (or on
  // it), the segments share a point.
  return !((a > 0 && b > 0) || (a < 0 && b < 0));
}

/** Returns whether two segments cross at a point that is not an end of either. */
export function segmentsCross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const c = side(ax, ay, bx, by, cx, cy);
  const d = side(ax, ay, bx, by, dx, dy);
  if (c === 0 || d === 0 || c > 0 === d > 0) return false;
  const a = side(cx, cy, dx, dy, ax, ay);
  const b = side(cx, cy, dx, dy, bx, by);
  return a !== 0 && b !== 0 && a > 0 !== b > 0;
}

/**
 * Locates a point relative to the rings from index `from` (inclusive) to index `to` (exclusive): 1
 * inside by the even-odd rule, -1 outside, 0 on a ring.
 */
export function locateInRings(
  { coords, ends }: Pick<PackedGeometry, 'coords' | 'ends'>,
  rings: { readonly from: number; readonly to: number },
  x: number,
  y: number,
): -1 | 0 | 1 {
  let inside = false;
  for (let ring = rings.from; ring < rings.to; ring++) {
    const start = ring === 0 ? 0 : ends[ring - 1]!;
    const end = ends[ring]!;
    let px = coords[2 * end - 2]!;
    let py = coords[2 * end - 1]!;
    for (let v = start; v < end; v++) {
      const qx = coords[2 * v]!;
      const qy = coords[2 * v + 1]!;
      const crossing = rayCrossing(px, py, qx, qy, x, y);
      if (crossing === 0) return 0;
      if (crossing > 0) inside = !inside;
      px = qx;
      py = qy;
    }
  }
  return inside ? 1 : -1;
}

/** Returns 1 when a ray to the east from (x, y) crosses the edge, -1 when not, 0 when (x, y) is on it. */
export function rayCrossing(
  px: number,
  py: number,
  qx: number,
  qy: number,
  x: number,
  y: number,
): -1 | 0 | 1 {
  if ((py > y && qy > y) || (py < y && qy < y)) return -1;
  if (px < x && qx < x) return -1;
  if (py === qy) return x >= Math.min(px, qx) && x <= Math.max(px, qx) ? 0 : -1;
  const turn = py < qy ? side(px, py, qx, qy, x, y) : side(qx, qy, px, py, x, y);
  if (turn === 0) return 0;
  // Half-open in y, so that a ray through a vertex counts it once.
  return turn > 0 && py > y !== qy > y ? 1 : -1;
}

function boxesTouch(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  return (
    Math.max(ax, bx) >= Math.min(cx, dx) &&
    Math.max(cx, dx) >= Math.min(ax, bx) &&
    Math.max(ay, by) >= Math.min(cy, dy) &&
    Math.max(cy, dy) >= Math.min(ay, by)
  );
}
