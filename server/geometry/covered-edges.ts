/** Finds the parts of the edges of a polygon that another polygon covers. */
import type { Bounds } from 'atlas-engine';
import { tick } from './deadline.ts';
import { touchesPoint, type PreparedQuery } from './intersects.ts';
import { rayCrossing, side } from './orientation.ts';

/** The edges of polygons that turn left around their land. */
export interface Edges {
  readonly bounds: Bounds;
  /** Four numbers for each edge: the start and the end. */
  readonly segments: Int32Array;
  /** The index of many edges; null for few. */
  readonly prepared: PreparedQuery | null;
}

/** What other polygons cover of the edges of one. */
export interface Covered {
  /** For each edge, whether it is wholly covered. */
  readonly whole: Uint8Array;
  /** Of other edges, the covered parts: pairs of places from 0, the start, to 1; they may overlap. */
  readonly parts: Map<number, number[]>;
}

/**
 * Adds what `other` covers of the edges of `polygon`. An edge that both have in the same direction is
 * covered if `other` is first. One in opposite directions, the border of neighbours, is covered in
 * neither: the integrals along it cancel out.
 */
export function addCovered(
  { whole, parts }: Covered,
  polygon: Edges,
  { other, isFirst }: { readonly other: Edges; readonly isFirst: boolean },
): void {
  const common: Bounds = [
    Math.max(polygon.bounds[0], other.bounds[0]),
    Math.max(polygon.bounds[1], other.bounds[1]),
    Math.min(polygon.bounds[2], other.bounds[2]),
    Math.min(polygon.bounds[3], other.bounds[3]),
  ];
  const near = edgesIn(other, common);
  for (const edge of edgesIn(polygon, common)) {
    if (whole[edge]) continue;
    tick(near.length >> 2);
    const contacts = contactsOf(polygon.segments, edge, { of: other.segments, near });
    if (contacts === null) {
      if (isInside(other, placeOn(polygon, edge, 0.5))) whole[edge] = 1;
      continue;
    }
    const { crossings, along } = contacts;
    crossings.push(1);
    crossings.sort((a, b) => a - b);
    let from = 0;
    for (const to of crossings) {
      if (to <= from) continue;
      const middle = (from + to) / 2;
      const shared = along.find((one) => one.from <= middle && middle <= one.to);
      if (shared ? shared.isSame && isFirst : isInside(other, placeOn(polygon, edge, middle))) {
        const list = parts.get(edge);
        if (list) list.push(from, to);
        else parts.set(edge, [from, to]);
      }
      from = to;
    }
  }
}

/** Returns the edges whose boxes touch a box. */
function edgesIn({ segments, prepared }: Edges, box: Bounds): number[] {
  if (prepared) return prepared.index.search(...box);
  const found: number[] = [];
  for (let s = 0; s < segments.length; s += 4) if (isNear(segments, s, box)) found.push(s >> 2);
  return found;
}

/** Returns whether the box of the edge at a place of the list touches a box. */
function isNear(segments: Int32Array, s: number, [west, south, east, north]: Bounds): boolean {
  const [ax, ay, bx, by] = [segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!];
  if ((ax < west && bx < west) || (ax > east && bx > east)) return false;
  return (ay >= south || by >= south) && (ay <= north || by <= north);
}

/** A part of an edge that lies on an edge of the other polygon. */
interface Along {
  readonly from: number;
  readonly to: number;
  /** Whether both edges have the same direction, so that the land of both is on the same side. */
  readonly isSame: boolean;
}

/** Returns where an edge crosses or lies on edges of another polygon; null for nowhere. */
function contactsOf(
  segments: Int32Array,
  edge: number,
  { of, near }: { readonly of: Int32Array; readonly near: readonly number[] },
): { readonly crossings: number[]; readonly along: readonly Along[] } | null {
  let crossings: number[] | null = null;
  const along: Along[] = [];
  const e = 4 * edge;
  const [ax, ay, bx, by] = [segments[e]!, segments[e + 1]!, segments[e + 2]!, segments[e + 3]!];
  const box: Bounds = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
  for (const one of near) {
    const s = 4 * one;
    if (!isNear(of, s, box)) continue;
    const [cx, cy, dx, dy] = [of[s]!, of[s + 1]!, of[s + 2]!, of[s + 3]!];
    const c = side(ax, ay, bx, by, cx, cy);
    const d = side(ax, ay, bx, by, dx, dy);
    if (c * d > 0) continue;
    if (c === 0 && d === 0) {
      const place = (x: number, y: number): number =>
        Math.abs(bx - ax) > Math.abs(by - ay) ? (x - ax) / (bx - ax) : (y - ay) / (by - ay);
      const [start, end] = [place(cx, cy), place(dx, dy)];
      const [from, to] = start < end ? [start, end] : [end, start];
      along.push({ from, to, isSame: start < end });
      (crossings ??= []).push(...[from, to].filter((at) => at > 0 && at < 1));
      continue;
    }
    const a = side(cx, cy, dx, dy, ax, ay);
    const b = side(cx, cy, dx, dy, bx, by);
    if (a * b < 0) (crossings ??= []).push(a / (a - b));
  }
  return crossings && { crossings, along };
}

type Place = readonly [x: number, y: number];

/** Returns the place at a share of an edge. */
function placeOn({ segments }: Edges, edge: number, share: number): Place {
  const s = 4 * edge;
  const [ax, ay, bx, by] = [segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!];
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

/** Returns whether a place is inside a polygon. */
function isInside({ bounds, segments, prepared }: Edges, [x, y]: Place): boolean {
  const [west, south, east, north] = bounds;
  if (x < west || x > east || y < south || y > north) return false;
  if (prepared) return touchesPoint(prepared, x, y);
  let inside = false;
  for (let s = 0; s < segments.length; s += 4) {
    const [ax, ay, bx, by] = [segments[s]!, segments[s + 1]!, segments[s + 2]!, segments[s + 3]!];
    if (rayCrossing(ax, ay, bx, by, x, y) > 0) inside = !inside;
  }
  return inside;
}
