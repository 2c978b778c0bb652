import type { Cell, Hexes } from '../hexes.ts';
import type { Country } from '../skeleton/geography.ts';
import type { Ground } from '../skeleton/ground.ts';

/**
 * Tells the country of cells that lie in it with all their corners, on land; null for cells on a
 * border or in water. Answers are kept.
 */
export function createDryCells(hexes: Hexes, ground: Ground): (cell: Cell) => Country | null {
  const known = new Map<Cell, Country | null>();
  return (cell) => {
    const answer = known.get(cell);
    if (answer !== undefined) return answer;
    const country = ground.countryAt(hexes.centre(cell));
    const whole =
      country !== null &&
      hexes.corners(cell).every((corner) => ground.countryAt(corner) === country);
    known.set(cell, whole ? country : null);
    return whole ? country : null;
  };
}
