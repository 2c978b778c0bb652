import type { Cell, Hexes } from '../hexes.ts';
import { createNoise } from '../noise.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/**
 * Cost of a step on the easiest (`low`) and the roughest (`high`) ground. The other two values are
 * the range of the noise field in which the cost increases from one to the other.
 */
const STEP = { low: 3, high: 22, from: 0.3, range: 0.4 };
/** Cost of a step across a river or stream. */
const FORD = 44;
/** Factor for the cost of a step outside the catchment of the start. */
const BEYOND = 2.8;

/**
 * Returns the cost of a cell of land for people who live in a catchment. Areas grown with this cost
 * tend to end at streams and ridges. `edge` is the cell size in kilometres.
 */
export function createLandCost(
  { nearWaters, terrain }: Skeleton,
  hexes: Hexes,
  edge: number,
): (cell: Cell, home: number) => number {
  const rough = createNoise('land-rough', 0.05, 3);
  const known = new Map<Cell, { readonly step: number; readonly catchment: number }>();
  const survey = (cell: Cell) => {
    const centre = hexes.centre(cell);
    const isWet = nearWaters.nearest(centre, edge) !== null;
    const share = Math.min(1, Math.max(0, (rough(...centre) - STEP.from) / STEP.range));
    const step = isWet ? FORD : STEP.low + (STEP.high - STEP.low) * share * share;
    const surveyed = { step, catchment: terrain.catchmentAt(centre) };
    known.set(cell, surveyed);
    return surveyed;
  };
  return (cell, home) => {
    const { step, catchment } = known.get(cell) ?? survey(cell);
    return catchment === home ? step : step * BEYOND;
  };
}
