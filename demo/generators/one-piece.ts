import type { Cell, Hexes } from './hexes.ts';

/** Number of times that thin parts are removed. */
const ROUNDS = 4;

/**
 * Removes the thin parts of a set of cells, fills its holes of one cell where `isFree` allows it,
 * and keeps the largest connected part. The outline of the result does not touch itself.
 */
export function inOnePiece(
  hexes: Hexes,
  cells: ReadonlySet<Cell>,
  isFree: (cell: Cell) => boolean,
): Set<Cell> {
  let kept = new Set(cells);
  const inside = (cell: Cell): number => hexes.around(cell).filter((near) => kept.has(near)).length;
  for (let round = 0; round < ROUNDS; round++) {
    kept = new Set([...kept].filter((cell) => inside(cell) >= 3));
  }
  for (const cell of Array.from(kept)) {
    for (const near of hexes.around(cell)) {
      if (!kept.has(near) && isFree(near) && inside(near) >= 5) kept.add(near);
    }
  }
  return largestPiece(hexes, kept);
}

function largestPiece(hexes: Hexes, cells: ReadonlySet<Cell>): Set<Cell> {
  const left = new Set(cells);
  let largest = new Set<Cell>();
  for (const start of cells) {
    if (!left.delete(start)) continue;
    const piece = new Set([start]);
    // The loop also visits the cells that it adds.
    for (const cell of piece) {
      for (const near of hexes.around(cell)) if (left.delete(near)) piece.add(near);
    }
    if (piece.size > largest.size) largest = piece;
  }
  return largest;
}
