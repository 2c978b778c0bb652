import type { CellGrid, GridCell } from './cell-grid.ts';
import { createHeap } from './heap.ts';
import type { Spread, StepCost } from './spread.ts';

/** The cheapest route between two start cells whose regions touch. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  /** The two adjacent cells at which the routes from both start cells meet. */
  readonly meeting: readonly [GridCell, GridCell];
}

/** Returns the cheapest route between each two start cells whose regions touch, cheapest first. */
export function linksOf(grid: CellGrid, { seat, cost }: Spread, stepCost: StepCost): Link[] {
  const links = new Map<number, Link>();
  for (let cell = 0; cell < grid.size; cell++) {
    // No region includes the border of the grid, so each cell here has eight neighbours.
    if (seat[cell]! < 0) continue;
    for (const step of grid.around) {
      const near = cell + step;
      // Each pair of cells is tested once.
      if (near < cell || seat[near]! < 0 || seat[near] === seat[cell]) continue;
      const whole = cost[cell]! + cost[near]! + stepCost(cell, near);
      const [low, high] = seat[cell]! < seat[near]! ? [cell, near] : [near, cell];
      const key = seat[low]! * 65_536 + seat[high]!;
      const known = links.get(key);
      if (known && known.cost <= whole) continue;
      if (!(whole < Infinity)) continue;
      links.set(key, { from: seat[low]!, to: seat[high]!, cost: whole, meeting: [low, high] });
    }
  }
  return [...links.values()].sort(
    (one, other) => one.cost - other.cost || one.from - other.from || one.to - other.to,
  );
}

/** Keeps the links without which the route would be more than `detour` times as long. */
export function spanner(links: readonly Link[], seats: number, detour: number): Link[] {
  const network: Link[][] = Array.from({ length: seats }, () => []);
  return links.filter((link) => {
    const limit = link.cost * detour;
    if (networkCost(network, link, limit) <= limit) return false;
    network[link.from]!.push(link);
    network[link.to]!.push(link);
    return true;
  });
}

/**
 * Returns the cost of the route between two start cells over a network, or `Infinity` above a
 * limit.
 */
function networkCost(
  network: readonly (readonly Link[])[],
  { from, to }: Link,
  limit: number,
): number {
  const reached = new Map<number, number>([[from, 0]]);
  const queue = createHeap();
  queue.push(from, 0);
  for (let at = queue.pop(); at >= 0; at = queue.pop()) {
    const sofar = reached.get(at)!;
    if (at === to) return sofar;
    for (const link of network[at]!) {
      const other = link.from === at ? link.to : link.from;
      const sum = sofar + link.cost;
      if (sum > limit || sum >= (reached.get(other) ?? Infinity)) continue;
      reached.set(other, sum);
      queue.push(other, sum);
    }
  }
  return Infinity;
}

/** Returns the cells of a link, from one start cell to the other. */
export function cellsOf({ meeting: [low, high] }: Link, { before }: Spread): GridCell[] {
  const back = (start: GridCell): GridCell[] => {
    const cells: GridCell[] = [];
    for (let cell = start; cell >= 0; cell = before[cell]!) cells.push(cell);
    return cells;
  };
  return [...back(low).toReversed(), ...back(high)];
}
