/** Measures the cells of a raster inside an area, for both stores. */
import { cellsInside, type CellGrid, type CellPart } from '../geometry/cells-inside.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { CellsInside } from './store.ts';

/** Measures the cells inside polygons. `part` has all rows that they touch. */
export function measureCells(
  polygons: PackedGeometry,
  grid: CellGrid,
  part: CellPart,
): CellsInside {
  const [, south, , north] = grid.bounds;
  return {
    areas: [...cellsInside(polygons, grid, part)],
    step: (north - south) / grid.height,
  };
}
