import type { CellGrid, GridCell } from './cell-grid.ts';
import { createHeap } from './heap.ts';

/**
 * Returns the cost of a step from a cell to a neighbour; `Infinity` if the step is not possible.
 */
export type StepCost = (from: GridCell, to: GridCell) => number;

/** The least-cost route from every cell back to its nearest start cell. */
export interface Spread {
  /** Number of the start cell; -1 if no start cell reaches this one. */
  readonly seat: Int32Array;
  readonly cost: Float64Array;
  /** The previous cell on the route from the start cell; -1 at a start cell. */
  readonly before: Int32Array;
}

/**
 * Computes the least-cost routes from many start cells over a grid, without its border (Dijkstra).
 * If several starts have the same cell, the first one is used.
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
