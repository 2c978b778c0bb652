import type { Line, Point, Polygon } from './geometry.ts';
import { ringArea } from './geometry.ts';
import { polygonsOfRings } from './geos.ts';
import type { Grid } from './landcover.ts';

/**
 * Draws the areas of a grid that lie at or above `level`, degrees, by marching squares; islands
 * and holes under `least` square cells are left out.
 */
export function contourAreas(grid: Grid, level: number, least: number): Polygon[] {
  const rings = traceRings(grid, level).filter((ring) => Math.abs(ringArea(ring)) >= least);
  const [west, south, east, north] = grid.bounds;
  const [dx, dy] = [(east - west) / grid.width, (north - south) / grid.height];
  const placed = rings.map((ring) =>
    ring.map(([x, y]): Point => [west + (x + 0.5) * dx, north - (y + 0.5) * dy]),
  );
  return placed.length > 0 ? polygonsOfRings(placed) : [];
}

/** Crossing edges of a cell by which of its corners lie above: north-west 1, north-east 2, south-east 4, south-west 8. */
const SEGMENTS: readonly (readonly [number, number][])[] = [
  [],
  [[3, 0]],
  [[0, 1]],
  [[3, 1]],
  [[1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [[0, 2]],
  [[3, 2]],
  [[2, 3]],
  [[2, 0]],
  [
    [0, 1],
    [2, 3],
  ],
  [[2, 1]],
  [[1, 3]],
  [[1, 0]],
  [[0, 3]],
  [],
];

function traceRings({ width, height, values }: Grid, level: number): Line[] {
  // Outside the grid lies below every level, so that rings close along its rim.
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? level - 1 : values[y * width + x]!;
  const next = new Map<string, Point>();
  for (let y = -1; y < height; y += 1) {
    for (let x = -1; x < width; x += 1) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
      const mask = corners.reduce((sum, value, i) => sum + (value >= level ? 1 << i : 0), 0);
      for (const [from, to] of SEGMENTS[mask]!) {
        next.set(keyOf(crossing(x, y, corners, from, level)), crossing(x, y, corners, to, level));
      }
    }
  }
  const rings: Line[] = [];
  for (let start = next.keys().next().value; start; start = next.keys().next().value) {
    const ring: Point[] = [];
    for (let key = start; next.has(key);) {
      const point = next.get(key)!;
      next.delete(key);
      ring.push(point);
      key = keyOf(point);
    }
    rings.push([...ring, ring[0]!]);
  }
  return rings;
}

function crossing(
  x: number,
  y: number,
  corners: readonly number[],
  edge: number,
  level: number,
): Point {
  const [a, b] = [corners[edge]!, corners[(edge + 1) % 4]!];
  // A crossing exactly at a corner would tie two rings together; it is kept off by a hair.
  const t = Math.max(0.001, Math.min(0.999, (level - a) / (b - a)));
  if (edge === 0) return [x + t, y];
  if (edge === 1) return [x + 1, y + t];
  return edge === 2 ? [x + 1 - t, y + 1] : [x, y + 1 - t];
}

/** The edge of the grid a crossing lies on: one coordinate is whole, so rounding cannot clash. */
function keyOf([x, y]: Point): string {
  return `${Number.isInteger(x) ? x : Math.floor(x) + 0.5}/${Number.isInteger(y) ? y : Math.floor(y) + 0.5}`;
}
