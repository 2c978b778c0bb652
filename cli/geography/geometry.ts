import type { Bounds } from 'atlas-engine';
/** Longitude and latitude in degrees, or x and y in a plane, depending on the context. */
export type Point = readonly [number, number];
/** A closed or open line. */
export type Line = readonly Point[];
/** A polygon: the outer ring, then the holes. Every ring is closed. */
export type Polygon = readonly Line[];
/** The bounds `[west, south, east, north]`. */
export type { Bounds };

/** Latitude at which the square of Web Mercator ends, degrees. */
const MAX_LATITUDE = 85.051_128_779_806_6;

/** Projects a point to the unit square of Web Mercator; y grows to the south. */
export function toMercator([lng, lat]: Point): Point {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat));
  const sin = Math.sin((clamped * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
}

/**
 * Returns the longitude and latitude of a point in the unit square: the inverse of `toMercator`.
 */
export function fromMercator([x, y]: Point): Point {
  const lat = (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;
  return [(x - 0.5) * 360, lat];
}

/** Returns the box around points; infinite and inverted if there are none. */
export function boundsOf(points: Line): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

/** Returns the middle of the box around a ring. */
export function middleOf(ring: Line): Point {
  const [west, south, east, north] = boundsOf(ring);
  return [(west + east) / 2, (south + north) / 2];
}

/**
 * Returns the parts of a box on each side of 180 degrees; one for most boxes. The east of a box that
 * crosses it is above 180.
 */
export function sidesOf([west, south, east, north]: Bounds): readonly Bounds[] {
  if (east <= 180) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east - 360, north],
  ];
}

/** Returns a box as an author writes it: `177, -20, -178, -15` where it crosses 180 degrees. */
export function writtenBounds([west, south, east, north]: Bounds): string {
  return [west, south, east > 180 ? Number((east - 360).toFixed(6)) : east, north].join(', ');
}

/** Returns whether two boxes share a point. */
export function overlaps(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

/** Returns whether a point lies in a box. */
export function within([x, y]: Point, [west, south, east, north]: Bounds): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

/** Returns whether a ring contains a point, by the crossings of a ray to the east. */
export function encloses(ring: Line, [x, y]: Point): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

/** Returns the area of a closed ring by the shoelace formula; its sign gives the winding. */
export function ringArea(ring: Line): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i += 1) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    sum += x1 * y2 - x2 * y1;
  }
  return sum / 2;
}

/** Returns the area of polygons without holes. */
export function polygonArea(polygons: readonly Polygon[]): number {
  let sum = 0;
  for (const rings of polygons) {
    rings.forEach((ring, i) => {
      sum += (i === 0 ? 1 : -1) * Math.abs(ringArea(ring));
    });
  }
  return sum;
}

/** Returns the length of a line in its own units. */
export function lineLength(line: Line): number {
  let sum = 0;
  for (let i = 1; i < line.length; i += 1) sum += distance(line[i - 1]!, line[i]!);
  return sum;
}

/** Returns the distance of two points in the plane. */
export function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

/**
 * Removes points that change the shape by less than `tolerance` (Douglas and Peucker). The two ends
 * stay, so that lines that meet still meet.
 */
export function simplifyLine(line: Line, tolerance: number): Line {
  if (line.length < 3) return line;
  const keep = new Uint8Array(line.length);
  keep[0] = 1;
  keep[line.length - 1] = 1;
  const stack: [number, number][] = [[0, line.length - 1]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let most = tolerance;
    for (let i = first + 1; i < last; i += 1) {
      const off = distanceToSegment(line[i]!, line[first]!, line[last]!);
      if (off > most) {
        most = off;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    stack.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, i) => keep[i] === 1);
}

/** Rounds the corners of a line `times` times (Chaikin); an open line keeps its ends. */
export function roundCorners(line: Line, times: number): Line {
  const closed = line.length > 2 && distance(line[0]!, line.at(-1)!) === 0;
  let result = line;
  for (let n = 0; n < times; n += 1) {
    const next: Point[] = closed ? [] : [result[0]!];
    for (let i = 1; i < result.length; i += 1) {
      const [x1, y1] = result[i - 1]!;
      const [x2, y2] = result[i]!;
      next.push([0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2]);
      next.push([0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2]);
    }
    next.push(closed ? next[0]! : result.at(-1)!);
    result = next;
  }
  return result;
}

function distanceToSegment(point: Point, start: Point, end: Point): number {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length2 = dx * dx + dy * dy;
  const along = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, along / length2));
  return distance(point, [start[0] + t * dx, start[1] + t * dy]);
}

/** Returns the edge of a box as a closed ring, counterclockwise from the south-west. */
export function frameOf([west, south, east, north]: Bounds): Line {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}
