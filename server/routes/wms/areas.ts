/** How much of each pixel is covered by areas (Levien's accumulation of signed areas). */
import type { Turns } from '../../turns.ts';
import { FULL, type Ink, type Sheet } from './sheet.ts';

/** Rows painted between two looks at the clock. */
const ROWS_PER_LOOK = 32;

/**
 * Rings that are painted together: where they overlap they are one area. Shells run one way round
 * and holes the other.
 */
export class Areas {
  readonly #width: number;
  readonly #height: number;
  /** Two more than pixels: what lies beyond the right side is written there, and never read. */
  readonly #stride: number;
  /** What each pixel adds to the coverage of those to its left. */
  readonly #steps: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#stride = width + 2;
    this.#steps = new Float32Array(this.#stride * height);
  }

  /** Adds a ring: pixels x, y, x, y … from one vertex to before another; it closes by itself. */
  addRing(path: Float64Array, start: number, end: number): void {
    let x = path[2 * end - 2]!;
    let y = path[2 * end - 1]!;
    for (let i = 2 * start; i < 2 * end; i += 2) {
      const nextX = path[i]!;
      const nextY = path[i + 1]!;
      if (nextY > y) this.#addSide(x, y, nextX, nextY, 1);
      else if (nextY < y) this.#addSide(nextX, nextY, x, y, -1);
      x = nextX;
      y = nextY;
    }
  }

  /** Lays ink over what is covered, and begins anew. */
  async paint(sheet: Sheet, ink: Ink, turns: Turns): Promise<void> {
    for (let row = 0; row < this.#height; row += 1) {
      this.#paintRow(sheet, ink, row);
      if (row % ROWS_PER_LOOK === 0 && turns.over) await turns.pause();
    }
    this.#steps.fill(0);
  }

  #paintRow(sheet: Sheet, ink: Ink, row: number): void {
    const steps = this.#steps;
    const first = row * this.#width;
    const at = row * this.#stride;
    let sum = 0;
    for (let column = 0; column < this.#width; column += 1) {
      sum += steps[at + column]!;
      // Rounded, so that what sums leave behind the point does not show.
      const coverage = ((sum < 0 ? -sum : sum) * FULL + 0.5) | 0;
      if (coverage > 0) sheet.blend(first + column, ink, coverage < FULL ? coverage : FULL);
    }
  }

  /** Adds a side that goes down from (`x0`, `y0`), by the part of each pixel that is right of it. */
  #addSide(x0: number, y0: number, x1: number, y1: number, direction: 1 | -1): void {
    const width = this.#width;
    if (y1 <= 0 || y0 >= this.#height || (x0 >= width && x1 >= width)) return;
    const slope = (x1 - x0) / (y1 - y0);
    for (const side of [0, width]) {
      // A side that leaves the picture is cut, since a row below counts as one slope.
      if (x0 < side === x1 < side || x0 === side || x1 === side) continue;
      const y = y0 + (side - x0) / slope;
      if (!(y > y0 && y < y1)) continue;
      this.#addSide(x0, y0, side, y, direction);
      this.#addSide(side, y, x1, y1, direction);
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
      const height = (nextY - y) * direction;
      if (x < nextX) this.#addInRow(row, x, nextX, height);
      else this.#addInRow(row, nextX, x, height);
      x = nextX;
      y = nextY;
    }
  }

  /** `height` is that of the piece of a side within a row, signed. */
  #addInRow(row: number, from: number, to: number, height: number): void {
    const width = this.#width;
    const left = from < 0 ? 0 : from > width ? width : from;
    const right = to < 0 ? 0 : to > width ? width : to;
    const steps = this.#steps;
    const first = left | 0;
    const at = row * this.#stride + first;
    if (right <= first + 1) {
      const share = height * ((left + right) / 2 - first);
      steps[at]! += height - share;
      steps[at + 1]! += share;
      return;
    }
    // The part of the side's height in a column, and of each column what is right of the side.
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
