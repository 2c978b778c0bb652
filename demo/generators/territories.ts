import type { Cell, Hexes } from './hexes.ts';

/** The start cell of a territory, and its maximum size. */
export interface Seat {
  readonly cell: Cell;
  /** Maximum cost of the cells of the territory. */
  readonly reach: number;
}

/** Maximum cost of one step. Costs are whole numbers from 1. */
const MAX_STEP = 255;

/**
 * Grows territories from their start cells: each cell belongs to the start cell from which it costs
 * least to reach (Dijkstra; whole costs up to 255 per step, so that a ring of buckets can be the
 * queue). A cost above 255 or NaN makes a step impossible, so rivers or coasts become borders. For
 * equal costs, the first start cell is used. Returns the number of the start cell for each reached
 * cell.
 */
export function growTerritories(
  hexes: Hexes,
  seats: readonly Seat[],
  costOf: (cell: Cell, seat: number) => number,
): Map<Cell, number> {
  const owner = new Map<Cell, number>();
  // Each bucket contains cell, seat, cell, seat and so on. Pairs as separate arrays take twice the
  // time.
  const queue: number[][] = Array.from({ length: MAX_STEP + 1 }, () => []);
  let waiting = seats.length;
  seats.forEach((seat, number) => queue[0]!.push(seat.cell, number));
  for (let cost = 0; waiting > 0; cost++) {
    const bucket = queue[cost % queue.length]!;
    queue[cost % queue.length] = [];
    waiting -= bucket.length / 2;
    for (let i = 0; i < bucket.length; i += 2) {
      const cell = bucket[i]!;
      const number = bucket[i + 1]!;
      if (owner.has(cell)) continue;
      owner.set(cell, number);
      for (const neighbour of hexes.around(cell)) {
        if (owner.has(neighbour)) continue;
        const step = Math.max(1, Math.round(costOf(neighbour, number)));
        if (!(step <= MAX_STEP) || cost + step > seats[number]!.reach) continue;
        queue[(cost + step) % queue.length]!.push(neighbour, number);
        waiting++;
      }
    }
  }
  return owner;
}

/** Returns the cells of each start cell, in the order of the start cells. */
export function cellsBySeat(owner: ReadonlyMap<Cell, number>): Map<number, Set<Cell>> {
  const cells = new Map<number, Set<Cell>>();
  for (const [cell, number] of owner) {
    const own = cells.get(number);
    if (own) own.add(cell);
    else cells.set(number, new Set([cell]));
  }
  return new Map([...cells].sort(([one], [other]) => one - other));
}
