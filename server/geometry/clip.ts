import type { Bounds } from 'atlas-engine';
import { tick } from './deadline.ts';

/**
 * Clips one open ring to a box (Sutherland-Hodgman) and returns its vertices x, y …, possibly none.
 * A ring that leaves the box more than once stays in one piece, joined along the sides of the box,
 * so the caller must test the result.
 */
export function clipRing(ring: ArrayLike<number>, [minx, miny, maxx, maxy]: Bounds): number[] {
  tick(ring.length);
  let points = cutAtSide(ring, 0, minx, false);
  points = cutAtSide(points, 0, maxx, true);
  points = cutAtSide(points, 1, miny, false);
  return cutAtSide(points, 1, maxy, true);
}

/**
 * Clips a line to a box (Liang-Barsky per segment) and returns the pieces inside, each with two
 * vertices or more, in the order of the line.
 */
export function clipLine(line: ArrayLike<number>, box: Bounds): number[][] {
  tick(line.length);
  const pieces: number[][] = [];
  let piece: number[] | null = null;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const span = spanInside([ax, ay], [bx, by], box);
    if (span === null) {
      piece = null;
      continue;
    }
    const [from, to] = span;
    if (piece === null) {
      piece = [ax + (bx - ax) * from, ay + (by - ay) * from];
      pieces.push(piece);
    }
    if (to === 1) piece.push(bx, by);
    else {
      piece.push(ax + (bx - ax) * to, ay + (by - ay) * to);
      piece = null;
    }
  }
  return pieces;
}

/** Keeps the part at or above `limit` on one axis, or at or below it. */
function cutAtSide(
  points: ArrayLike<number>,
  axis: 0 | 1,
  limit: number,
  below: boolean,
): number[] {
  const kept: number[] = [];
  const n = points.length;
  if (n === 0) return kept;
  let px = points[n - 2]!;
  let py = points[n - 1]!;
  let previous = axis === 0 ? px : py;
  let wasIn = below ? previous <= limit : previous >= limit;
  for (let i = 0; i < n; i += 2) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const current = axis === 0 ? x : y;
    const isIn = below ? current <= limit : current >= limit;
    if (isIn !== wasIn) {
      const at = (limit - previous) / (current - previous);
      if (axis === 0) kept.push(limit, py + (y - py) * at);
      else kept.push(px + (x - px) * at, limit);
    }
    if (isIn) kept.push(x, y);
    px = x;
    py = y;
    previous = current;
    wasIn = isIn;
  }
  return kept;
}

/** Returns the part of the segment that is in the box, as fractions from 0 to 1, or null. */
function spanInside(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  [minx, miny, maxx, maxy]: Bounds,
): [number, number] | null {
  let from = 0;
  let to = 1;
  const narrow = (step: number, room: number): boolean => {
    if (step === 0) return room >= 0;
    const share = room / step;
    if (step < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
    return from <= to;
  };
  const dx = bx - ax;
  const dy = by - ay;
  const inside =
    narrow(-dx, ax - minx) &&
    narrow(dx, maxx - ax) &&
    narrow(-dy, ay - miny) &&
    narrow(dy, maxy - ay);
  return inside ? [from, to] : null;
}
