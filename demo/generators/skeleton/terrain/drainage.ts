import type { Place } from '../../distance.ts';
import { hashCell, hashName } from '../../random.ts';
import { cellKm2, type CellGrid, type GridCell } from './cell-grid.ts';

/** The flow of water over a grid. */
export interface Drainage {
  /** Streams from source to mouth. A stream ends where it joins a longer one. */
  readonly streams: readonly (readonly Place[])[];
  /** Area that drains through a cell, in square kilometres. */
  readonly drained: Float32Array;
  /**
   * The number of the stream segment, between two confluences, that a cell drains to; 0 if none.
   */
  readonly catchment: Int32Array;
}

/** Smallest drained area of a cell with a stream, in square kilometres. */
const SPRING = 110;
const LEVELS = 4096;
/** Maximum increase of level between adjacent flooded cells, so that streams wind on plains. */
const RISE = 20;

/**
 * Computes the drainage of a grid from its levels (0 to 4095, -1 off the land) to the outlets and
 * off the land. Method: priority flood from the outlets (Barnes, Lehman, Mulla 2014), then the area
 * that drains through each cell.
 */
export function drain(grid: CellGrid, level: Int16Array, outlets: Iterable<GridCell>): Drainage {
  const { down, order } = flood(grid, level, outlets);
  const drained = new Float32Array(grid.size);
  for (let i = order.length - 1; i >= 0; i--) {
    const cell = order[i]!;
    drained[cell] = drained[cell]! + cellKm2(grid.node(cell)[1]);
    const below = down[cell]!;
    if (below >= 0) drained[below] = drained[below]! + drained[cell]!;
  }
  return {
    streams: traceStreams(grid, { down, order, drained }),
    drained,
    catchment: catchmentsOf({ down, order, drained }),
  };
}

interface Flow {
  /** The next cell downstream; -1 at an outlet. */
  readonly down: Int32Array;
  /** Cells in upstream order, from the outlets. */
  readonly order: readonly GridCell[];
}

function flood(grid: CellGrid, level: Int16Array, outlets: Iterable<GridCell>): Flow {
  const seed = hashName('streams');
  const buckets: number[][] = Array.from({ length: LEVELS }, () => []);
  const down = new Int32Array(grid.size).fill(-1);
  const reached = new Uint8Array(grid.size);
  const open = (cell: GridCell, from: number, floor: number): void => {
    reached[cell] = 1;
    down[cell] = from;
    const gap = Math.abs(cell - from);
    const far = gap === 1 || gap === grid.columns ? 1 : Math.SQRT2;
    const rise = Math.round((0.3 + hashCell(seed, cell, 0)) * RISE * far);
    buckets[Math.min(LEVELS - 1, Math.max(floor + rise, level[cell]!))]!.push(cell);
  };
  for (const cell of outlets)
    if (cell >= 0 && level[cell]! >= 0 && !reached[cell]) open(cell, -1, 0);
  for (let cell = 0; cell < grid.size; cell++) {
    if (level[cell]! < 0 || reached[cell]) continue;
    const outlet = grid.rim[cell]
      ? -1
      : grid.around.map((step) => cell + step).find((near) => level[near]! < 0);
    if (outlet !== undefined) open(cell, outlet, 0);
  }
  const order: GridCell[] = [];
  for (let floor = 0; floor < LEVELS; floor++) {
    // The loop also visits cells that are added to the bucket, because a lake at this level spreads
    // within the same bucket.
    for (const cell of buckets[floor]!) {
      order.push(cell);
      if (grid.rim[cell]) continue;
      for (const step of grid.around) {
        const near = cell + step;
        if (level[near]! >= 0 && !reached[near]) open(near, cell, floor);
      }
    }
  }
  return { down, order };
}

type Counted = Flow & { readonly drained: Float32Array };

/** Traces the stream cells from their sources downstream. */
function traceStreams(grid: CellGrid, { down, order, drained }: Counted): Place[][] {
  const fed = fedCells({ down, order, drained });
  const streams: Place[][] = [];
  const drawn = new Uint8Array(down.length);
  for (const spring of order) {
    if (drained[spring]! < SPRING || fed[spring]! > 0) continue;
    const line: Place[] = [];
    for (let cell = spring; cell >= 0; cell = down[cell]!) {
      line.push(grid.node(cell));
      if (drawn[cell]) break;
      drawn[cell] = 1;
    }
    if (line.length > 1) streams.push(line);
  }
  return streams;
}

/**
 * Numbers the stream segments between confluences, and gives each cell the segment that it drains
 * to.
 */
function catchmentsOf({ down, order, drained }: Counted): Int32Array {
  const fed = fedCells({ down, order, drained });
  const catchment = new Int32Array(down.length);
  let stretches = 0;
  for (const cell of order) {
    const below = down[cell]!;
    const isWet = drained[cell]! >= SPRING;
    // Cells are in upstream order: the next cell downstream already has its number.
    const goesOn = below >= 0 && catchment[below]! > 0 && (!isWet || fed[below]! === 1);
    catchment[cell] = goesOn ? catchment[below]! : ++stretches;
  }
  return catchment;
}

/** Returns the number of streams that flow into each cell. */
function fedCells({ down, order, drained }: Counted): Uint8Array {
  const fed = new Uint8Array(down.length);
  for (const cell of order) {
    const below = down[cell]!;
    if (below >= 0 && drained[cell]! >= SPRING) fed[below]!++;
  }
  return fed;
}
