import { KM_PER_DEGREE, type Place, shrink } from '../../distance.ts';
import { hashCell, hashText } from '../../random.ts';
import { REGION } from '../extents.ts';

/** A cell by number, row by row from the south-west. */
export type GridCell = number;

/** The grid of square cells that roads, streams and catchments share. */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
  /** The cell that holds a place, or -1 outside. */
  at(place: Place): GridCell;
  /** A place inside the cell, drawn once for all: lines through such places wind. */
  node(cell: GridCell): Place;
  /** What to add to a cell's number for its eight neighbours, straight ones first. */
  readonly around: readonly number[];
  /** 1 at the rim of the grid, where some neighbours are missing. */
  readonly rim: Uint8Array;
  /** Kilometres between the nodes of two neighbours. */
  km(from: GridCell, to: GridCell): number;
}

/** Degrees of a cell: 2.2 km. */
export const CELL = 0.02;
/** Share of a cell that its node keeps from the edge: nodes of neighbours never fall together. */
const MARGIN = 0.15;

/** Makes the grid over the region. */
export function createCellGrid(): CellGrid {
  const [west, south, east, north] = REGION;
  const columns = Math.round((east - west) / CELL);
  const rows = Math.round((north - south) / CELL);
  const seed = hashText('nodes');
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

/** Square kilometres of a cell at a latitude. */
export const cellKm2 = (lat: number): number => (CELL * KM_PER_DEGREE) ** 2 * shrink(lat);
