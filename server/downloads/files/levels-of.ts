/** Orders the features of a file so that its beginning shows the whole area coarsely. */

/** The boxes of features, in degrees: west, south, east and north of each. */
type Boxes = Float64Array;

/** Rows that are drawn from a zoom on. */
export interface Level {
  readonly zoom: number;
  readonly rows: Uint32Array;
}

/** The zooms of the levels, and of the rest. */
const ZOOMS = [2, 4, 6, 8, 10, 12] as const;
const LAST_ZOOM = 14;

/** Number of cells along a tile in which one feature is drawn. */
const CELLS = 32;

/** Rows of a level at least, so that a small file is not cut into many row groups. */
const LEAST = 1_000;

/** Bits of a coordinate on the curve. */
const BITS = 16;

/**
 * Returns each row in one level: that of the lowest zoom at which it is the largest feature of its cell,
 * and neighbours close together within a level. It depends on these features alone, so that a file of an
 * account reveals nothing about features that it does not have.
 */
export function levelsOf(boxes: Boxes): Level[] {
  const count = boxes.length / 4;
  const places = Float64Array.from({ length: 2 * count }, (_, at) => placeOf(boxes, at));
  const sizes = Float64Array.from({ length: count }, (_, row) => sizeOf(boxes, row));
  let left = Uint32Array.from({ length: count }, (_, row) => row);
  left.sort((one, other) => sizes[other]! - sizes[one]! || one - other);
  const levels: Level[] = [];
  let rows: number[] = [];
  for (const zoom of ZOOMS) {
    const cells = CELLS * 2 ** zoom;
    const taken = new Set<number>();
    // A cell that a coarser level has filled is filled here too.
    for (const row of [...levels.flatMap((level) => [...level.rows]), ...rows])
      taken.add(cellOf(places, row, cells));
    left = left.filter((row) => {
      const cell = cellOf(places, row, cells);
      if (taken.has(cell)) return true;
      taken.add(cell);
      rows.push(row);
      return false;
    });
    if (rows.length < LEAST || left.length < LEAST) continue;
    levels.push({ zoom, rows: alongCurve(rows, places) });
    rows = [];
  }
  const rest = [...rows, ...left];
  if (rest.length > 0) levels.push({ zoom: LAST_ZOOM, rows: alongCurve(rest, places) });
  return levels;
}

/** Returns the middle of a box on the Mercator map, 0 to 1: `x` for even places, `y` for odd ones. */
function placeOf(boxes: Boxes, at: number): number {
  const [row, axis] = [Math.floor(at / 2), at % 2];
  const middle = (boxes[4 * row + axis]! + boxes[4 * row + 2 + axis]!) / 2;
  if (axis === 0) return within(middle / 360 + 0.5);
  const sine = Math.sin((middle * Math.PI) / 180);
  return within(0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI));
}

const within = (share: number): number => Math.min(1 - Number.EPSILON, Math.max(0, share));

/** Returns the diagonal of a box in degrees. */
function sizeOf(boxes: Boxes, row: number): number {
  const at = 4 * row;
  return Math.hypot(boxes[at + 2]! - boxes[at]!, boxes[at + 3]! - boxes[at + 1]!);
}

function cellOf(places: Float64Array, row: number, cells: number): number {
  return Math.floor(places[2 * row + 1]! * cells) * cells + Math.floor(places[2 * row]! * cells);
}

/** Returns rows in the order of the curve of Hilbert. */
function alongCurve(rows: readonly number[], places: Float64Array): Uint32Array {
  const side = 2 ** BITS;
  const steps = new Map(
    rows.map((row) => [
      row,
      hilbert(Math.floor(places[2 * row]! * side), Math.floor(places[2 * row + 1]! * side)),
    ]),
  );
  return Uint32Array.from(rows).sort(
    (one, other) => steps.get(one)! - steps.get(other)! || one - other,
  );
}

/** Returns the number of steps along the curve of Hilbert to a cell. */
function hilbert(column: number, row: number): number {
  let [x, y, steps] = [column, row, 0];
  for (let side = 2 ** (BITS - 1); side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const down = (y & side) > 0 ? 1 : 0;
    steps += side * side * ((3 * right) ^ down);
    if (down === 1) continue;
    if (right === 1) [x, y] = [2 ** BITS - 1 - x, 2 ** BITS - 1 - y];
    [x, y] = [y, x];
  }
  return steps;
}
