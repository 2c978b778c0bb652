import { contours } from 'd3-contour';
import type { Point, Polygon } from './geometry.ts';
import { ringArea } from './geometry.ts';
import { polygonsOfRings } from './polygons.ts';
import type { Grid } from './landcover.ts';

/**
 * Returns the areas of a grid with values of at least `level`, in degrees, closed at the grid's edge.
 * Islands and holes smaller than `least` cells are left out.
 */
export function contourAreas(grid: Grid, level: number, least: number): Polygon[] {
  const { width, height, values } = grid;
  const { coordinates } = contours()
    .size([width, height])
    .contour([...values], level);
  const rings = coordinates
    .flat()
    .map((ring) => ring.map(([x, y]): Point => [x!, y!]))
    .filter((ring) => Math.abs(ringArea(ring)) >= least);
  const [west, south, east, north] = grid.bounds;
  const [dx, dy] = [(east - west) / width, (north - south) / height];
  const placed = rings.map((ring) => ring.map(([x, y]): Point => [west + x * dx, north - y * dy]));
  return placed.length > 0 ? polygonsOfRings(placed) : [];
}
