import { allocateInt32 } from './arrays.ts';
import type { PackedGeometry } from './packed.ts';

/** Shared by all geometries with one polygon and one ring, to save memory. */
const ONE = Uint32Array.of(1);

/**
 * Collects rings on a tile's grid. It drops repeated vertices, spikes and vertices on straight
 * lines, which do not affect the area, and rings that have no vertices left. A writer is reused for
 * many polygons.
 */
export class GridWriter {
  #coords = new Int32Array(1 << 12);
  #used = 0;
  #ringStart = 0;
  readonly #ends: number[] = [];
  readonly #polygons: number[] = [];

  /** Number of rings kept since the last `take`. */
  get rings(): number {
    return this.#ends.length;
  }

  addVertex(x: number, y: number): void {
    if (this.#used + 2 > this.#coords.length) this.#grow();
    const coords = this.#coords;
    const last = this.#used;
    coords[last] = x;
    coords[last + 1] = y;
    let n = last;
    while (n - this.#ringStart >= 4 && isStraight(coords, n - 4, n - 2, last)) n -= 2;
    coords[n] = x;
    coords[n + 1] = y;
    this.#used = n + 2;
  }

  /** Ends a ring and also cleans the join between its last and first vertex. */
  endRing(): void {
    const coords = this.#coords;
    const start = this.#ringStart;
    let from = start;
    let to = this.#used;
    for (;;) {
      if (to - from < 6) {
        this.#used = start;
        return;
      }
      if (isStraight(coords, to - 4, to - 2, from)) to -= 2;
      else if (isStraight(coords, to - 2, from, from + 2)) from += 2;
      else break;
    }
    if (from > start) coords.copyWithin(start, from, to);
    this.#used = this.#ringStart = to - (from - start);
    this.#ends.push(this.#used >> 1);
  }

  endPolygon(): void {
    this.#polygons.push(this.#ends.length);
  }

  /** Discards the collected rings after a polygon that was not finished. */
  clear(): void {
    this.#used = this.#ringStart = this.#ends.length = this.#polygons.length = 0;
  }

  /** Returns the collected rings, or null when there are none, and starts again. */
  take(): PackedGeometry | null {
    const isEmpty = this.#ends.length === 0;
    const coords = allocateInt32(this.#used);
    for (let i = 0; i < coords.length; i++) coords[i] = this.#coords[i]!;
    const isSingle = this.#ends.length === 1 && this.#polygons.length === 1;
    const geometry: PackedGeometry = {
      kind: 'polygon',
      coords,
      ends: new Uint32Array(this.#ends),
      polygons: isSingle ? ONE : new Uint32Array(this.#polygons),
    };
    this.clear();
    return isEmpty ? null : geometry;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#coords.length);
    larger.set(this.#coords);
    this.#coords = larger;
  }
}

/** Returns whether b is redundant between a and c: on one line with them, or equal to one. */
function isStraight(coords: Int32Array, a: number, b: number, c: number): boolean {
  const bx = coords[b]!;
  const by = coords[b + 1]!;
  return (bx - coords[a]!) * (coords[c + 1]! - by) === (by - coords[a + 1]!) * (coords[c]! - bx);
}
