import type { CellGrid, GridCell } from './cell-grid.ts';
import { createHeap } from './heap.ts';

/** What it costs to step from a cell to a neighbour; `Infinity` bars the way. */
export type StepCost = (from: GridCell, to: GridCell) => number;

/** The least-cost way from every cell back to the seat it is reached from first. */
export interface Spread {
  /** Number of the seat, -1 where none reaches. */
  readonly seat: Int32Array;
  readonly cost: Float64Array;
  /** The cell before on the way from the seat; -1 at a seat. */
  readonly before: Int32Array;
}

/**
 * Spreads from many seats at once over a grid, its rim left out (Dijkstra). Of seats in one cell the
 * first counts.
 */
export function spread(grid: CellGrid, seats: readonly GridCell[], stepCost: StepCost): Spread {
  const seat = new Int32Array(grid.size).fill(-1);
  const cost = new Float64Array(grid.size).fill(Infinity);
  const before = new Int32Array(grid.size).fill(-1);
  const done = new Uint8Array(grid.size);
  const queue = createHeap();
  seats.forEach((cell, number) => {
    if (seat[cell]! >= 0 || grid.rim[cell]) return;
    seat[cell] = number;
    cost[cell] = 0;
    queue.push(cell, 0);
  });
  for (let cell = queue.pop(); cell >= 0; cell = queue.pop()) {
    if (done[cell]) continue;
    done[cell] = 1;
    for (const step of grid.around) {
      const near = cell + step;
      if (done[near] || grid.rim[near]) continue;
      const sum = cost[cell]! + stepCost(cell, near);
      if (!(sum < cost[near]!)) continue;
      cost[near] = sum;
      seat[near] = seat[cell]!;
      before[near] = cell;
      queue.push(near, sum);
    }
  }
  return { seat, cost, before };
}
