import type { Place } from '../distance.ts';
import { sampleLine } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { hashCell, hashText } from '../random.ts';
import { REGION } from './extents.ts';
import type { Geography } from './geography.ts';
import type { Ground } from './ground.ts';

/** Degrees between the points of the drainage grid. */
const STEP = 0.03;
/** Cells (11 km2 each) that must drain through a cell before it carries a stream. */
const STREAM_CELLS = 12;
const LEVELS = 4096;
/** Levels that flooded ground rises at most from cell to cell, so that streams wind on plains. */
const RISE = 24;
/** Neighbours on the grid, straight ones first so that ties fall to them. */
const AROUND = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/**
 * Invents the small streams the real geography is too coarse to have: water runs down a made-up
 * relief to the real rivers, the lakes and out of the countries. Returns lines from spring to mouth.
 * Method: priority flood from the outlets (Barnes, Lehman, Mulla 2014), then counting what drains
 * through each cell.
 */
export function inventStreams(geography: Geography, ground: Ground): Place[][] {
  const [west, south, east, north] = REGION;
  const columns = Math.round((east - west) / STEP);
  const rows = Math.round((north - south) / STEP);
  const seed = hashText('streams');
  const place = (cell: number): Place => {
    const c = cell % columns;
    const r = Math.floor(cell / columns);
    return [
      west + STEP * (c + 0.2 + 0.6 * hashCell(seed, c, r)),
      south + STEP * (r + 0.2 + 0.6 * hashCell(seed + 1, c, r)),
    ];
  };

  const relief = createNoise('relief', 2.4, 5);
  const level = new Int16Array(columns * rows).fill(-1);
  for (let cell = 0; cell < level.length; cell++) {
    const here = place(cell);
    if (ground.countryAt(here)) level[cell] = Math.floor(relief(here[0], here[1]) * LEVELS);
  }
  const buckets: number[][] = Array.from({ length: LEVELS }, () => []);
  const down = new Int32Array(level.length).fill(-1);
  const reached = new Uint8Array(level.length);
  const open = (cell: number, from: number, floor: number): void => {
    reached[cell] = 1;
    down[cell] = from;
    const steps = Math.abs(cell - from) === 1 || Math.abs(cell - from) === columns ? 1 : Math.SQRT2;
    const chance = hashCell(seed + 2, cell % columns, Math.floor(cell / columns));
    const rise = Math.round((0.3 + chance) * RISE * steps);
    buckets[Math.min(LEVELS - 1, Math.max(floor + rise, level[cell]!))]!.push(cell);
  };
  const cellAt = ([lng, lat]: Place): number => {
    const c = Math.floor((lng - west) / STEP);
    const r = Math.floor((lat - south) / STEP);
    return c < 0 || r < 0 || c >= columns || r >= rows ? -1 : r * columns + c;
  };
  for (const river of geography.rivers) {
    for (const point of sampleLine(river, 2)) {
      const cell = cellAt(point);
      if (cell >= 0 && level[cell]! >= 0 && !reached[cell]) open(cell, -1, 0);
    }
  }
  for (let cell = 0; cell < level.length; cell++) {
    if (level[cell]! < 0 || reached[cell]) continue;
    const outlet = neighbours(cell, columns, rows).find((other) => level[other]! < 0);
    if (outlet !== undefined) open(cell, outlet, 0);
  }

  const order: number[] = [];
  for (let floor = 0; floor < LEVELS; floor++) {
    // The bucket grows while it is read: water standing at this level spreads within it.
    for (const cell of buckets[floor]!) {
      order.push(cell);
      for (const other of neighbours(cell, columns, rows)) {
        if (level[other]! >= 0 && !reached[other]) open(other, cell, floor);
      }
    }
  }
  return traceStreams(order, down, place);
}

function neighbours(cell: number, columns: number, rows: number): number[] {
  const c = cell % columns;
  const r = (cell - c) / columns;
  const found: number[] = [];
  for (const [dc, dr] of AROUND) {
    if (c + dc >= 0 && c + dc < columns && r + dr >= 0 && r + dr < rows) {
      found.push((r + dr) * columns + c + dc);
    }
  }
  return found;
}

/** Counts what drains through each cell and follows the wet ones from their springs down. */
function traceStreams(
  order: readonly number[],
  down: Int32Array,
  place: (cell: number) => Place,
): Place[][] {
  const drained = new Int32Array(down.length);
  const fed = new Uint8Array(down.length);
  for (let i = order.length - 1; i >= 0; i--) {
    const cell = order[i]!;
    drained[cell] = drained[cell]! + 1;
    const below = down[cell]!;
    if (below < 0) continue;
    drained[below] = drained[below]! + drained[cell]!;
    if (drained[cell]! >= STREAM_CELLS) fed[below] = 1;
  }
  const streams: Place[][] = [];
  const drawn = new Uint8Array(down.length);
  for (const spring of order) {
    if (drained[spring]! < STREAM_CELLS || fed[spring]) continue;
    const line: Place[] = [];
    for (let cell = spring; cell >= 0; cell = down[cell]!) {
      line.push(place(cell));
      if (drawn[cell]) break;
      drawn[cell] = 1;
    }
    if (line.length > 1) streams.push(line);
  }
  return streams;
}
