import { distance, type Rgb } from '../atlas/colour.ts';
import type { Reduced } from './reference.ts';

/** Side of a cell, in reduced px: 20 px of the screen, a little more than a line of text. */
const CELL = 5;
/**
 * A cell is changed when its mean colour has moved by more than this CIEDE2000 distance. Cells do
 * not show a line of 1 px on a light base map.
 */
const FAR = 2;

/**
 * Largest share of changed cells in pictures that look the same. Other rasterisers draw the edges of
 * glyphs and lines in another way: at twice the resolution, up to 1.5 % of the cells are changed where
 * dots are wider than 1 px, and without roads 3.9 % or more.
 */
export const MOST_CHANGED = 0.02;

/** A cell whose mean colour has changed. */
export interface ChangedCell {
  /** Left and top edge, in reduced px. */
  readonly x: number;
  readonly y: number;
  readonly distance: number;
}

/** Compares two reduced pictures cell by cell. Returns the changed cells and their share, 0 to 1. */
export function compareCells(
  before: Reduced,
  after: Reduced,
): { readonly changed: readonly ChangedCell[]; readonly share: number } {
  if (before.width !== after.width || before.height !== after.height)
    throw new Error(
      `${after.width}x${after.height} px instead of ${before.width}x${before.height}`,
    );
  const changed: ChangedCell[] = [];
  let cells = 0;
  for (let y = 0; y + CELL <= before.height; y += CELL)
    for (let x = 0; x + CELL <= before.width; x += CELL) {
      cells++;
      const far = distance(meanOf(before, x, y), meanOf(after, x, y));
      if (far > FAR) changed.push({ x, y, distance: far });
    }
  return { changed, share: changed.length / cells };
}

/** Returns the mean colour of a cell, each part 0 to 1. */
function meanOf({ data, width }: Reduced, x: number, y: number): Rgb {
  const sums: [number, number, number] = [0, 0, 0];
  for (let row = y; row < y + CELL; row++)
    for (let column = x; column < x + CELL; column++)
      for (const part of [0, 1, 2] as const) sums[part] += data[(row * width + column) * 4 + part]!;
  const mean = (sum: number): number => sum / CELL ** 2 / 255;
  return [mean(sums[0]), mean(sums[1]), mean(sums[2])];
}
