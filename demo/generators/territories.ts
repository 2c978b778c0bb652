import type { Cell, Hexes } from './hexes.ts';

/** Where a territory starts, and how far it may grow. */
export interface Seat {
  readonly cell: Cell;
  /** Costs up to which cells belong to it. */
  readonly reach: number;
}

/** Ceiling of one step's cost; steps are whole numbers from 1. */
const MAX_STEP = 255;

/**
 * Grows territories from their seats over the cells, each cell to the seat it costs least to reach
 * (Dijkstra; whole costs up to 255 a step, so that a ring of buckets serves as the queue). A cost
 * above 255 or not a number bars the way: a river or a coast makes a border. Equal costs go to the
 * seat that came first. Returns the number of the seat for each cell reached.
 */
export function growTerritories(
  hexes: Hexes,
  seats: readonly Seat[],
  costOf: (cell: Cell, seat: number) => number,
): Map<Cell, number> {
  const owner = new Map<Cell, number>();
  // Each bucket holds cell, seat, cell, seat …: pairs as arrays of their own cost twice the time.
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

/** Turns owners by cell into cells by owner, in the order of the seats. */
export function cellsBySeat(owner: ReadonlyMap<Cell, number>): Map<number, Set<Cell>> {
  const cells = new Map<number, Set<Cell>>();
  for (const [cell, number] of owner) {
    const own = cells.get(number);
    if (own) own.add(cell);
    else cells.set(number, new Set([cell]));
  }
  return new Map([...cells].sort(([one], [other]) => one - other));
}
