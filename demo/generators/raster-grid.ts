import type { Raster } from '../../server/store/store.ts';
import { KM_PER_DEGREE, type Place, shrink } from './distance.ts';

/** The value of a cell without data. */
export const NO_DATA = 255;

/** The shape of a raster; cells are numbered row by row from the north-west. */
export type Grid = Omit<Raster, 'values'>;

/** Returns the cell that contains a place, or -1 outside the grid. */
export function cellAt({ bounds, width, height }: Grid, [lng, lat]: Place): number {
  const [west, south, east, north] = bounds;
  const column = Math.floor(((lng - west) / (east - west)) * width);
  const row = Math.floor(((north - lat) / (north - south)) * height);
  return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
}

/** Returns the centre of a cell. */
export function middleOf({ bounds, width, height }: Grid, cell: number): Place {
  const [west, south, east, north] = bounds;
  return [
    west + (((cell % width) + 0.5) / width) * (east - west),
    north - ((Math.floor(cell / width) + 0.5) / height) * (north - south),
  ];
}

/**
 * Returns the distance from every cell to the nearest of many places, in tenths of a kilometre, at
 * most 25 km. A place with a value in `starts` is that much further away. Computed in two passes over
 * the grid (chamfer distance); results are at most 4 % too large.
 */
export function distanceFrom(
  grid: Grid,
  places: readonly Place[],
  starts: readonly number[] = [],
): Uint8Array {
  const { bounds, width, height } = grid;
  const [west, south, east, north] = bounds;
  const far = 250;
  const distance = new Float32Array(width * height).fill(far);
  places.forEach((place, i) => {
    const cell = cellAt(grid, place);
    if (cell >= 0) distance[cell] = Math.min(distance[cell]!, starts[i] ?? 0);
  });
  // Cells are nearly square: the width of a degree in the middle of the region is used everywhere.
  const down = ((north - south) / height) * KM_PER_DEGREE * 10;
  const across = ((east - west) / width) * KM_PER_DEGREE * shrink((north + south) / 2) * 10;
  const slant = Math.sqrt(down * down + across * across);
  const pass = (cell: number, step: number, row: number): void => {
    let best = distance[cell]!;
    best = Math.min(best, (distance[cell - step] ?? far) + across);
    best = Math.min(best, (distance[cell - row] ?? far) + down);
    best = Math.min(best, (distance[cell - row - step] ?? far) + slant);
    best = Math.min(best, (distance[cell - row + step] ?? far) + slant);
    distance[cell] = best;
  };
  for (let cell = 0; cell < distance.length; cell++) pass(cell, 1, width);
  for (let cell = distance.length - 1; cell >= 0; cell--) pass(cell, -1, -width);
  return Uint8Array.from(distance);
}

/**
 * Sets the cells of patches smaller than `least` cells to `other`. `holds` returns true for cells
 * of a patch.
 */
export function dropPatches(
  { width }: Grid,
  values: Uint8Array,
  rule: { least: number; other: number; holds: (value: number) => boolean },
): void {
  const { least, other, holds } = rule;
  const seen = new Uint8Array(values.length);
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || !holds(values[start]!)) continue;
    const patch = [start];
    seen[start] = 1;
    // The loop also visits the cells that it adds.
    for (const cell of patch) {
      for (const near of [cell - 1, cell + 1, cell - width, cell + width]) {
        if (near < 0 || near >= values.length || seen[near] || !holds(values[near]!)) continue;
        seen[near] = 1;
        patch.push(near);
      }
    }
    if (patch.length < least) for (const cell of patch) values[cell] = other;
  }
}
