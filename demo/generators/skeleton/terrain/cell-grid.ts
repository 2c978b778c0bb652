import { KM_PER_DEGREE, type Place, shrink } from '../../distance.ts';
import { hashCell, hashName } from '../../random.ts';
import { REGION } from '../extents.ts';

/** A cell by number, counted row by row from the south-west. */
export type GridCell = number;

/** The grid of square cells that roads, streams and catchments share. */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
  /** Returns the cell that contains a place, or -1 outside. */
  at(place: Place): GridCell;
  /** Returns a fixed random place inside the cell. Lines through such places look irregular. */
  node(cell: GridCell): Place;
  /** Returns the centre of the cell. */
  middle(cell: GridCell): Place;
  /**
   * The differences between the number of a cell and those of its eight neighbours; the four
   * straight ones come first.
   */
  readonly around: readonly number[];
  /** The value is 1 on the border of the grid, where some neighbours are missing. */
  readonly rim: Uint8Array;
  /** Returns the distance between the nodes of two neighbours, in kilometres. */
  km(from: GridCell, to: GridCell): number;
}

/** Side of a cell in degrees: 2.2 km. */
export const CELL = 0.02;
/**
 * Minimum distance between a node and the edge of its cell, as a share of the cell. Two nodes are
 * never at the same place.
 */
const MARGIN = 0.15;

/** Creates the grid over the region. */
export function createCellGrid(): CellGrid {
  const [west, south, east, north] = REGION;
  const columns = Math.round((east - west) / CELL);
  const rows = Math.round((north - south) / CELL);
  const seed = hashName('nodes');
  const [lngs, lats] = [0, 1].map((axis) =>
    Float64Array.from({ length: columns * rows }, (_, cell) => {
      const column = cell % columns;
      const row = (cell - column) / columns;
      const spot = MARGIN + (1 - 2 * MARGIN) * hashCell(seed + axis, column, row);
      return axis === 0 ? west + CELL * (column + spot) : south + CELL * (row + spot);
    }),
  ) as [Float64Array, Float64Array];
  const widths = Float64Array.from({ length: rows }, (_, row) => shrink(south + CELL * row));
  return {
    columns,
    rows,
    size: columns * rows,
    at([lng, lat]) {
      const column = Math.floor((lng - west) / CELL);
      const row = Math.floor((lat - south) / CELL);
      return column < 0 || row < 0 || column >= columns || row >= rows
        ? -1
        : row * columns + column;
    },
    node: (cell) => [lngs[cell]!, lats[cell]!],
    middle: (cell) => [
      west + CELL * ((cell % columns) + 0.5),
      south + CELL * (Math.floor(cell / columns) + 0.5),
    ],
    around: [1, columns, -1, -columns, columns + 1, columns - 1, -columns - 1, 1 - columns],
    rim: Uint8Array.from({ length: columns * rows }, (_, cell) => {
      const column = cell % columns;
      const isSide = column === 0 || column === columns - 1;
      return isSide || cell < columns || cell >= columns * (rows - 1) ? 1 : 0;
    }),
    km(from, to) {
      const wide = widths[Math.floor(from / columns)]!;
      const east = (lngs[to]! - lngs[from]!) * wide;
      const north = lats[to]! - lats[from]!;
      return Math.sqrt(east * east + north * north) * KM_PER_DEGREE;
    },
  };
}

/** Returns the area of a cell at a latitude, in square kilometres. */
export const cellKm2 = (lat: number): number => (CELL * KM_PER_DEGREE) ** 2 * shrink(lat);
