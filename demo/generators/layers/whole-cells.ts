import type { Place } from '../distance.ts';
import type { Cell, Hexes } from '../hexes.ts';
import type { Country } from '../skeleton/geography.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/**
 * Creates a function that returns the country of a cell, or null if the cell crosses a border or
 * `countryAt` returns null. Results are cached.
 */
export function createWholeCells(
  hexes: Hexes,
  countryAt: (place: Place) => Country | null,
): (cell: Cell) => Country | null {
  const known = new Map<Cell, Country | null>();
  return (cell) => {
    const answer = known.get(cell);
    if (answer !== undefined) return answer;
    const country = countryAt(hexes.centre(cell));
    const whole =
      country !== null && hexes.drawnCorners(cell).every((place) => countryAt(place) === country);
    known.set(cell, whole ? country : null);
    return whole ? country : null;
  };
}

/**
 * Like `createWholeCells`, but for dry land off the land of towns. Cells that are not near an
 * outline are tested only at their centre.
 */
export function createDryCells(
  hexes: Hexes,
  { ground, townLand }: Skeleton,
  edge: number,
): (cell: Cell) => Country | null {
  const exact = createWholeCells(hexes, (place) => ground.countryAt(place));
  return (cell) => {
    const centre = hexes.centre(cell);
    if (townLand.holds(centre, edge * 1.6)) return null;
    return ground.isPlain(centre, edge * 1.6) ? ground.countryAt(centre) : exact(cell);
  };
}
