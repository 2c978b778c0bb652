/** How much of each pixel is covered by lines: by its distance from them. */
import type { Turns } from '../../turns.ts';
import { FULL, type Ink, type Sheet } from './sheet.ts';

/** Rows painted between two looks at the clock. */
const ROWS_PER_LOOK = 32;

/** The highest coverage that a byte holds; it stands for `FULL`. */
const MOST = 255;

/** Lines and boxes that are painted together: where they overlap, the one that covers most shows. */
export class Strokes {
  readonly #width: number;
  readonly #height: number;
  /** Pixels from the middle of a line to where it ends to cover. */
  readonly #reach: number;
  readonly #coverage: Uint8Array;

  /** `size` is the width of lines in pixels. */
  constructor(width: number, height: number, size: number) {
    this.#width = width;
    this.#height = height;
    this.#reach = size / 2 + 0.5;
    this.#coverage = new Uint8Array(width * height);
  }

  /** Adds a line: pixels x, y, x, y … from one vertex to before another; a closed one comes back. */
  addLine(path: Float64Array, start: number, end: number, closed: boolean): void {
    const from = closed ? end - 1 : start;
    let x = path[2 * from]!;
    let y = path[2 * from + 1]!;
    for (let i = 2 * (closed ? start : start + 1); i < 2 * end; i += 2) {
      const nextX = path[i]!;
      const nextY = path[i + 1]!;
      if (y <= nextY) this.#addPiece(x, y, nextX, nextY);
      else this.#addPiece(nextX, nextY, x, y);
      x = nextX;
      y = nextY;
    }
  }

  /** Adds a box that is full inside. */
  addBox(west: number, north: number, east: number, south: number): void {
    const left = Math.max(0, Math.floor(west));
    const right = Math.min(this.#width, Math.ceil(east));
    const bottom = Math.min(this.#height, Math.ceil(south));
    for (let row = Math.max(0, Math.floor(north)); row < bottom; row += 1) {
      const height = Math.min(row + 1, south) - Math.max(row, north);
      for (let column = left; column < right; column += 1) {
        const width = Math.min(column + 1, east) - Math.max(column, west);
        this.#cover(row * this.#width + column, width * height);
      }
    }
  }

  /** Lays ink over what is covered, and begins anew. */
  async paint(sheet: Sheet, ink: Ink, turns: Turns): Promise<void> {
    const coverage = this.#coverage;
    for (let row = 0; row < this.#height; row += 1) {
      const end = (row + 1) * this.#width;
      for (let i = row * this.#width; i < end; i += 1) {
        const share = coverage[i]!;
        if (share > 0) sheet.blend(i, ink, share === MOST ? FULL : share);
      }
      if (row % ROWS_PER_LOOK === 0 && turns.over) await turns.pause();
    }
    coverage.fill(0);
  }

  /** Adds the piece of a line from (`x0`, `y0`) down to (`x1`, `y1`). */
  #addPiece(x0: number, y0: number, x1: number, y1: number): void {
    const reach = this.#reach;
    const width = this.#width;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const perLength = dx === 0 && dy === 0 ? 0 : 1 / (dx * dx + dy * dy);
    const top = Math.max(0, Math.ceil(y0 - reach - 0.5));
    const bottom = Math.min(this.#height - 1, Math.floor(y1 + reach - 0.5));
    for (let row = top; row <= bottom; row += 1) {
      // Middles of pixels are compared with the part of the piece that is within reach of the row.
      const py = row + 0.5 - y0;
      const begin = dy === 0 ? 0 : Math.max(0, (py - reach) / dy);
      const end = dy === 0 ? 1 : Math.min(1, (py + reach) / dy);
      const xa = x0 + begin * dx;
      const xb = x0 + end * dx;
      const left = Math.max(0, Math.ceil((xa < xb ? xa : xb) - reach - 0.5));
      const right = Math.min(width - 1, Math.floor((xa < xb ? xb : xa) + reach - 0.5));
      for (let column = left; column <= right; column += 1) {
        const px = column + 0.5 - x0;
        const along = (px * dx + py * dy) * perLength;
        const nearest = along < 0 ? 0 : along > 1 ? 1 : along;
        const ex = px - nearest * dx;
        const ey = py - nearest * dy;
        const distance = ex * ex + ey * ey;
        if (distance < reach * reach) {
          this.#cover(row * width + column, reach - Math.sqrt(distance));
        }
      }
    }
  }

  #cover(index: number, share: number): void {
    const coverage = share >= 1 ? MOST : (share * MOST + 0.5) | 0;
    if (coverage > this.#coverage[index]!) this.#coverage[index] = coverage;
  }
}
