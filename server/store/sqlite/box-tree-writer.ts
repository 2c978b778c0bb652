/**
 * Writes an R*Tree as a whole. That takes a tenth of the time of SQLite, which divides nodes again and
 * again, and nodes that are full and follow a curve through the plane are found faster.
 */
import { GrowingArray } from '../../geometry/growing-array.ts';
import type { Bounds } from '../store.ts';
import { ENTRY_BYTES, HEAD_BYTES, ROOT } from './box-tree.ts';
import type { Database } from './driver.ts';

/** Steps of the grid through which the curve leads, and the bits of its numbers. */
const GRID_BITS = 13;
const GRID = 2 ** GRID_BITS;

/** Maximum number of boxes: a place in the order and an index share a number of 53 bits. */
const MOST = 2 ** (53 - 2 * GRID_BITS);

const WORD = 2 ** 32;

/** What the nodes of a level contain, in their order: features, or the nodes of the level below. */
interface Entries {
  readonly ids: ArrayLike<number>;
  /** West, east, south and north of each box, in units. */
  readonly sides: Int32Array;
  /** The indexes of the entries in the order in which nodes take them; undefined if as they are. */
  readonly order?: Uint32Array;
}

export class BoxTreeWriter {
  readonly #database: Database;
  readonly #table: string;
  readonly #ids = new GrowingArray((length) => new Float64Array(length));
  readonly #sides = new GrowingArray((length) => new Int32Array(length));

  /** `table` is an R*Tree without entries, in a database that may write its tables. */
  constructor(database: Database, table: string) {
    this.#database = database;
    this.#table = table;
  }

  /** Adds a box in units. Ids must be in ascending order. */
  add(id: number, [west, south, east, north]: Bounds): void {
    this.#ids.push(id);
    this.#sides.push(west);
    this.#sides.push(east);
    this.#sides.push(south);
    this.#sides.push(north);
  }

  /** Writes the tree. Throws `RangeError` for more than 134 million boxes. */
  write(): void {
    const [ids, sides] = [this.#ids.values, this.#sides.values];
    if (ids.length === 0) return;
    if (ids.length > MOST) throw new RangeError(`a tree has ${MOST} boxes at most`);
    const leafOf = new Uint32Array(ids.length);
    const parents = new Map<number, number>();
    let level: Entries = { ids, sides, order: orderOf(sides) };
    for (let depth = 0, next = ROOT + 1; level.ids.length > 0; depth += 1) {
      const nodes = this.#writeLevel(level, { depth, next }, (entry, node) => {
        if (depth === 0) leafOf[entry] = node;
        else parents.set(level.ids[entry]!, node);
      });
      next += nodes.ids.length;
      level = nodes;
    }
    this.#insert('parent', parents);
    this.#insert('rowid', zip(ids, leafOf));
  }

  /**
   * Writes the nodes of a level, numbered from `next`, and returns them as entries of the next level;
   * none if the level is the root.
   */
  #writeLevel(
    { ids, sides, order }: Entries,
    { depth, next }: { readonly depth: number; readonly next: number },
    placed: (entry: number, node: number) => void,
  ): Entries {
    const bytes = this.#nodeBytes();
    const most = Math.floor((bytes - HEAD_BYTES) / ENTRY_BYTES);
    const nodes = Math.ceil(ids.length / most);
    const isRoot = nodes === 1;
    const numbers = Array.from({ length: nodes }, (_, node) => (isRoot ? ROOT : next + node));
    const around = new Int32Array(4 * nodes);
    const insert = this.#database.prepare(
      `INSERT OR REPLACE INTO ${this.#table}_node VALUES (?, ?)`,
    );
    for (const [node, number] of numbers.entries()) {
      // Nodes are equally full, so that the last one is not nearly empty.
      const start = Math.floor((node * ids.length) / nodes);
      const end = Math.floor(((node + 1) * ids.length) / nodes);
      const data = new DataView(new ArrayBuffer(bytes));
      if (isRoot) data.setUint16(0, depth);
      data.setUint16(2, end - start);
      for (let place = start; place < end; place += 1) {
        const entry = order ? order[place]! : place;
        const at = HEAD_BYTES + (place - start) * ENTRY_BYTES;
        data.setUint32(at, Math.floor(ids[entry]! / WORD));
        data.setUint32(at + 4, ids[entry]! % WORD);
        for (let side = 0; side < 4; side += 1) {
          const value = sides[4 * entry + side]!;
          data.setInt32(at + 8 + 4 * side, value);
          const before = place === start ? value : around[4 * node + side]!;
          around[4 * node + side] =
            side % 2 === 0 ? Math.min(before, value) : Math.max(before, value);
        }
        placed(entry, number);
      }
      insert.run(number, new Uint8Array(data.buffer));
    }
    return isRoot ? { ids: [], sides: around } : { ids: numbers, sides: around };
  }

  /** Returns the size that SQLite has chosen for a node. */
  #nodeBytes(): number {
    const row = this.#database
      .prepare(`SELECT length(data) FROM ${this.#table}_node WHERE nodeno = ?`)
      .list(ROOT);
    return row![0] as number;
  }

  #insert(kind: 'parent' | 'rowid', rows: Iterable<readonly [id: number, node: number]>): void {
    const insert = this.#database.prepare(`INSERT INTO ${this.#table}_${kind} VALUES (?, ?)`);
    for (const [id, node] of rows) insert.run(id, node);
  }
}

function* zip(
  ids: Float64Array,
  nodes: Uint32Array,
): Generator<readonly [id: number, node: number]> {
  for (let index = 0; index < ids.length; index += 1) yield [ids[index]!, nodes[index]!];
}

/** Returns the indexes of boxes in the order of their centres along a Hilbert curve. */
function orderOf(sides: Int32Array): Uint32Array {
  const count = sides.length / 4;
  const [left, width] = rangeOf(sides, 0);
  const [bottom, height] = rangeOf(sides, 2);
  const places = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = 4 * index;
    const x = cellOf(sides[at]! + sides[at + 1]! - left, width);
    const y = cellOf(sides[at + 2]! + sides[at + 3]! - bottom, height);
    places[index] = alongCurve(x, y) * MOST + index;
  }
  places.sort();
  return Uint32Array.from(places, (place) => place % MOST);
}

/** Returns the least sum of two sides, and the range of the sums. */
function rangeOf(sides: Int32Array, first: number): readonly [least: number, range: number] {
  let [least, most] = [Infinity, -Infinity];
  for (let at = first; at < sides.length; at += 4) {
    const sum = sides[at]! + sides[at + 1]!;
    least = Math.min(least, sum);
    most = Math.max(most, sum);
  }
  return [least, most - least];
}

function cellOf(offset: number, range: number): number {
  return range === 0 ? 0 : Math.min(GRID - 1, Math.floor((offset / range) * GRID));
}

/** Returns the place of a cell of the grid along a Hilbert curve. */
function alongCurve(x: number, y: number): number {
  let place = 0;
  for (let side = GRID / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const top = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ top);
    if (top === 0) {
      if (right === 1) [x, y] = [GRID - 1 - x, GRID - 1 - y];
      [x, y] = [y, x];
    }
  }
  return place;
}
