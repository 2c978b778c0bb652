/** Computes how much of each pixel areas cover (Levien's accumulation of signed areas). */
import type { TimeSlices } from '../time/time-slices.ts';
import { FULL, type Ink, type PixelBuffer } from './pixel-buffer.ts';

/** Number of rows that are painted between two checks of the clock. */
const ROWS_PER_LOOK = 32;

/**
 * Rings that are painted together; where they overlap they are one area. Shells have one direction
 * and holes the other.
 */
export class Areas {
  readonly #width: number;
  readonly #height: number;
  /** Even, and at least two more than the width, for writes beyond the right side. */
  readonly #stride: number;
  /** The difference between the coverage of each pixel and that of its left neighbour. */
  readonly #steps: Float32Array;
  /** The same memory as `#steps`, with two differences per element, to skip zeros quickly. */
  readonly #pairs: Float64Array;
  /** The first and the last changed column of each row. */
  readonly #firsts: Int32Array;
  readonly #lasts: Int32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#stride = (width + 3) & ~1;
    this.#steps = new Float32Array(this.#stride * height);
    this.#pairs = new Float64Array(this.#steps.buffer);
    this.#firsts = new Int32Array(height).fill(width);
    this.#lasts = new Int32Array(height);
  }

  /** Adds a ring with the vertices from `start` to before `end` (x, y in pixels); it is closed here. */
  addRing(path: Float64Array, start: number, end: number): void {
    let x = path[2 * end - 2]!;
    let y = path[2 * end - 1]!;
    for (let i = 2 * start; i < 2 * end; i += 2) {
      const nextX = path[i]!;
      const nextY = path[i + 1]!;
      this.#addSide(x, y, nextX, nextY);
      x = nextX;
      y = nextY;
    }
  }

  /** Paints the covered pixels and clears the areas. */
  async paint(pixels: PixelBuffer, ink: Ink, slices: TimeSlices): Promise<void> {
    for (let row = 0; row < this.#height; row += 1) {
      if (this.#firsts[row]! < this.#width) {
        this.#paintRow(pixels, ink, row);
        this.#steps.fill(0, row * this.#stride, (row + 1) * this.#stride);
      }
      if (row % ROWS_PER_LOOK === 0 && slices.over) await slices.pause();
    }
    this.#firsts.fill(this.#width);
    this.#lasts.fill(0);
  }

  #paintRow(pixels: PixelBuffer, ink: Ink, row: number): void {
    const width = this.#width;
    const steps = this.#steps;
    const pairs = this.#pairs;
    const first = row * width;
    const at = row * this.#stride;
    const last = this.#lasts[row]!;
    let sum = 0;
    for (let column = this.#firsts[row]! & ~1; column < width;) {
      sum += steps[at + column]!;
      const own = coverageOf(sum);
      if (own > 0) pixels.blend(first + column, ink, own);
      sum += steps[at + column + 1]!;
      const coverage = coverageOf(sum);
      const from = column + 1;
      column += 2;
      while (column <= last && pairs[(at + column) >> 1] === 0) column += 2;
      if (column > last) column = width;
      if (coverage > 0) {
        pixels.blendRow(first + from, first + column, ink, coverage);
      }
    }
  }

  /**
   * Adds an edge of a ring: for each pixel, the part of its area to the right of the edge. The part
   * is negative for an edge that goes up.
   */
  #addSide(fromX: number, fromY: number, toX: number, toY: number): void {
    const width = this.#width;
    const down = fromY < toY;
    const x0 = down ? fromX : toX;
    const y0 = down ? fromY : toY;
    const x1 = down ? toX : fromX;
    const y1 = down ? toY : fromY;
    if (fromY === toY || y1 <= 0 || y0 >= this.#height || (x0 >= width && x1 >= width)) return;
    const slope = (x1 - x0) / (y1 - y0);
    // An edge that leaves the picture is split there, because a row handles one slope.
    const crossing = crossingAt(0, x0, x1) ?? crossingAt(width, x0, x1);
    if (crossing !== null) {
      const y = Math.max(y0, Math.min(y1, y0 + (crossing - x0) / slope));
      if (down) this.#addSide(x0, y0, crossing, y);
      else this.#addSide(crossing, y, x0, y0);
      if (down) this.#addSide(crossing, y, x1, y1);
      else this.#addSide(x1, y1, crossing, y);
      return;
    }
    let x = x0;
    let y = y0;
    if (y < 0) {
      x -= y * slope;
      y = 0;
    }
    const bottom = y1 < this.#height ? y1 : this.#height;
    while (y < bottom) {
      const row = y | 0;
      const nextY = row + 1 < bottom ? row + 1 : bottom;
      const nextX = x + slope * (nextY - y);
      const height = down ? nextY - y : y - nextY;
      if (x < nextX) this.#addInRow(row, x, nextX, height);
      else this.#addInRow(row, nextX, x, height);
      x = nextX;
      y = nextY;
    }
  }

  /** Adds the part of an edge within one row. `height` is its signed height. */
  #addInRow(row: number, from: number, to: number, height: number): void {
    const width = this.#width;
    const left = from < 0 ? 0 : from > width ? width : from;
    const right = to < 0 ? 0 : to > width ? width : to;
    const steps = this.#steps;
    const first = left | 0;
    if (first < this.#firsts[row]!) this.#firsts[row] = first;
    if (right >= this.#lasts[row]!) this.#lasts[row] = right + 1;
    const at = row * this.#stride + first;
    if (right <= first + 1) {
      const share = height * ((left + right) / 2 - first);
      steps[at]! += height - share;
      steps[at + 1]! += share;
      return;
    }
    // The height of the edge within one column, and for each column the part to the right of the
    // edge.
    const perColumn = height / (right - left);
    for (let column = first, i = at; column < right; column += 1, i += 1) {
      const begin = left > column ? left : column;
      const end = right < column + 1 ? right : column + 1;
      const part = perColumn * (end - begin);
      const share = part * ((begin + end) / 2 - column);
      steps[i]! += part - share;
      steps[i + 1]! += share;
    }
  }
}

/** Returns the coverage for a sum, rounded to remove floating-point errors. */
function coverageOf(sum: number): number {
  const coverage = ((sum < 0 ? -sum : sum) * FULL + 0.5) | 0;
  return coverage < FULL ? coverage : FULL;
}

/** Returns `place` when an edge from `x0` to `x1` crosses it, else null. */
function crossingAt(place: number, x0: number, x1: number): number | null {
  return (x0 < place && x1 > place) || (x0 > place && x1 < place) ? place : null;
}
