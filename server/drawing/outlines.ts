/** Collects lines and rings of one colour in pixels, in one list, because one list per line is slow. */
import { UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/index.ts';
import type { Areas } from './areas.ts';
import type { Strokes } from './strokes.ts';
import type { View } from './view.ts';

/** Minimum distance in pixels between two vertices; closer ones are left out because the bend is invisible. */
const STEP = 0.5;

/** Maximum size of an area, in widths of its outline, at which the outline fills it completely. */
const SPECK = 1.5;

export class Outlines {
  readonly #closed: boolean;
  readonly #size: number;
  /** The vertices in pixels: x, y, x, y and so on. */
  #path = new Float64Array(1 << 10);
  #used = 0;
  /** For each line or ring, the index after its last vertex. */
  readonly #ends: number[] = [];
  /** Boxes of areas that their outline fills: west, north, east, south. */
  readonly #specks: number[] = [];

  /** `closed` is true for the rings of areas. `size` is the width of their outline in pixels. */
  constructor(closed: boolean, size: number) {
    this.#closed = closed;
    this.#size = size;
  }

  add({ coords, ends }: PackedGeometry, view: View): void {
    this.#reserve(coords.length);
    const before = [this.#used, this.#ends.length] as const;
    let start = 0;
    for (const end of ends) {
      this.#addPart(coords, start, end, view);
      start = end;
    }
    if (!this.#closed) return;
    const [west, north, east, south] = this.#boxFrom(before[0]);
    const most = SPECK * this.#size;
    if (east - west > most || south - north > most) return;
    [this.#used, this.#ends.length] = before;
    const half = this.#size / 2;
    this.#specks.push(west - half, north - half, east + half, south + half);
  }

  fill(areas: Areas): void {
    let start = 0;
    for (const end of this.#ends) {
      areas.addRing(this.#path, start, end);
      start = end;
    }
  }

  stroke(strokes: Strokes): void {
    let start = 0;
    for (const end of this.#ends) {
      strokes.addLine(this.#path, start, end, this.#closed);
      start = end;
    }
  }

  /** Adds boxes to `strokes` for the areas that are so small that their outline fills them. */
  addSpecks(strokes: Strokes): void {
    const specks = this.#specks;
    for (let i = 0; i < specks.length; i += 4) {
      strokes.addBox(specks[i]!, specks[i + 1]!, specks[i + 2]!, specks[i + 3]!);
    }
  }

  /**
   * Adds a part without vertices that are too close to the previous one. The first and the last
   * vertex of a line are always kept.
   */
  #addPart(coords: Int32Array, start: number, end: number, view: View): void {
    const path = this.#path;
    const last = this.#closed ? end : end - 1;
    let used = this.#used;
    let nearX = Number.NaN;
    let nearY = Number.NaN;
    for (let v = start; v < end; v += 1) {
      const x = view.columnOf(coords[2 * v]! / UNITS_PER_DEGREE);
      const y = view.rowOf(coords[2 * v + 1]! / UNITS_PER_DEGREE);
      if (Math.abs(x - nearX) < STEP && Math.abs(y - nearY) < STEP && v !== last) continue;
      path[used] = nearX = x;
      path[used + 1] = nearY = y;
      used += 2;
    }
    this.#used = used;
    this.#ends.push(used >> 1);
  }

  #boxFrom(used: number): readonly [west: number, north: number, east: number, south: number] {
    const path = this.#path;
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = used; i < this.#used; i += 2) {
      const x = path[i]!;
      const y = path[i + 1]!;
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < north) north = y;
      if (y > south) south = y;
    }
    return [west, north, east, south];
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#path.length) return;
    const larger = new Float64Array(2 * (this.#used + more));
    larger.set(this.#path);
    this.#path = larger;
  }
}
