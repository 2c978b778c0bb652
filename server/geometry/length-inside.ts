/** Measures lines inside an area. */
import { tick } from './deadline.ts';
import { touchesPoint, type PreparedQuery } from './intersects.ts';
import { UNITS_PER_DEGREE, type PackedGeometry } from './packed.ts';
import { partStart } from './rings.ts';

const SEMI_MAJOR_AXIS = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006694379990141317;
const RADIANS_PER_UNIT = Math.PI / 180 / UNITS_PER_DEGREE;
/** Longest step of the integral along an edge, in units: 0.09 degrees. Its error is about 1e-7. */
const LONGEST_STEP = 9e5;

/** An edge from one place to another, in units. */
interface Edge {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** A part of an edge: 0 is its start, 1 its end. */
type Part = readonly [from: number, to: number];

/**
 * Returns the length in metres, on the WGS 84 ellipsoid, of the parts of lines that are inside query
 * polygons or on their edges. Edges are straight in degrees, as on the map. In PostGIS, it is
 * `ST_Length(ST_Segmentize(ST_Intersection(line, area), 0.09)::geography)`. Throws `DeadlineExceeded`.
 */
export function lengthInside(query: PreparedQuery, { coords, ends }: PackedGeometry): number {
  let length = 0;
  for (let part = 0; part < ends.length; part++) {
    // Whether the end of the edge before is inside; null if it is not known.
    let inside: boolean | null = null;
    for (let v = partStart(ends, part); v + 1 < ends[part]!; v++) {
      const [x, y] = [coords[2 * v]!, coords[2 * v + 1]!];
      const edge = { x, y, dx: coords[2 * v + 2]! - x, dy: coords[2 * v + 3]! - y };
      tick();
      const near = segmentsNear(query, edge);
      if (near.length === 0) {
        // It does not touch an edge of the area, so its start decides about the whole of it.
        inside ??= touchesPoint(query, x, y);
        if (inside) length += metresOf(edge, [0, 1]);
        continue;
      }
      const { crossings, shared } = crossingsOf(query, edge, near);
      for (let i = 1; i < crossings.length; i++) {
        const piece = [crossings[i - 1]!, crossings[i]!] as const;
        const middle = (piece[0] + piece[1]) / 2;
        inside =
          shared.some(([from, to]) => from <= middle && middle <= to) ||
          touchesPoint(query, x + middle * edge.dx, y + middle * edge.dy);
        if (inside) length += metresOf(edge, piece);
      }
    }
  }
  return length;
}

/** Returns the segments of the query whose boxes touch that of an edge. */
function segmentsNear({ index, bounds }: PreparedQuery, { x, y, dx, dy }: Edge): number[] {
  const [west, east] = dx < 0 ? [x + dx, x] : [x, x + dx];
  const [south, north] = dy < 0 ? [y + dy, y] : [y, y + dy];
  if (west > bounds[2] || east < bounds[0] || south > bounds[3] || north < bounds[1]) return [];
  return index.search(west, south, east, north);
}

/**
 * Returns where segments of the query may cross an edge, with its start and its end, in ascending order,
 * and the parts that lie on a segment.
 */
function crossingsOf(
  { segmentEnds }: PreparedQuery,
  { x, y, dx, dy }: Edge,
  segments: readonly number[],
): { readonly crossings: readonly number[]; readonly shared: readonly Part[] } {
  const crossings = [0, 1];
  const shared: Part[] = [];
  const square = dx * dx + dy * dy;
  for (const segment of segments) {
    tick();
    const s = 4 * segment;
    const [ax, ay] = [segmentEnds[s]! - x, segmentEnds[s + 1]! - y];
    const [bx, by] = [segmentEnds[s + 2]! - x, segmentEnds[s + 3]! - y];
    const [sideA, sideB] = [dx * ay - dy * ax, dx * by - dy * bx];
    if (sideA === 0 && sideB === 0 && square > 0) {
      const [from, to] = [(ax * dx + ay * dy) / square, (bx * dx + by * dy) / square];
      shared.push(from < to ? [from, to] : [to, from]);
      crossings.push(from, to);
    } else if (sideA !== sideB) {
      // Where the line through the edge meets the line through the segment.
      const share = sideA / (sideA - sideB);
      const [mx, my] = [ax + share * (bx - ax), ay + share * (by - ay)];
      crossings.push((mx * dx + my * dy) / square);
    }
  }
  return { crossings: crossings.filter((at) => at >= 0 && at <= 1).sort((a, b) => a - b), shared };
}

/** Returns the length in metres of a part of an edge. */
function metresOf({ y, dx, dy }: Edge, [from, to]: Part): number {
  const [width, height] = [(to - from) * dx, (to - from) * dy];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(width), Math.abs(height)) / LONGEST_STEP));
  let metres = 0;
  for (let step = 0; step < steps; step++) {
    const latitude = (y + from * dy + ((step + 0.5) / steps) * height) * RADIANS_PER_UNIT;
    const flat = 1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2;
    const east = (SEMI_MAJOR_AXIS / Math.sqrt(flat)) * Math.cos(latitude) * width;
    const north = ((SEMI_MAJOR_AXIS * (1 - ECCENTRICITY_SQUARED)) / flat ** 1.5) * height;
    metres += (Math.hypot(east, north) * RADIANS_PER_UNIT) / steps;
  }
  return metres;
}
