/** Computes how much of each pixel lines cover, from its distance to them. */
import type { TimeSlices } from '../time/time-slices.ts';
import { FULL, type Ink, type PixelBuffer } from './pixel-buffer.ts';

/** Number of pixels that are painted between two checks of the clock. */
const PIXELS_PER_LOOK = 1 << 13;

/** Width in pixels above which a segment is processed row by row. */
const LONG = 4;

/** Lines and boxes that are painted together; where they overlap, the largest coverage counts. */
export class Strokes {
  readonly #width: number;
  readonly #height: number;
  /** Distance in pixels from the centre line to the farthest pixel that the line covers in part. */
  #reach = 1;
  readonly #coverage: Uint8Array;
  /** The same memory as the coverage, with four pixels per element, to skip zeros quickly. */
  readonly #fours: Uint32Array;
  /**
   * The index of the first covered pixel; the other index is the one after the last covered pixel.
   */
  #first = Infinity;
  #end = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#fours = new Uint32Array(Math.ceil((width * height) / 4));
    this.#coverage = new Uint8Array(this.#fours.buffer);
  }

  /** Sets the width in pixels of the lines that follow. */
  set size(size: number) {
    this.#reach = size / 2 + 0.5;
  }

  /** Adds a line with the vertices from `start` to before `end` (x, y in pixels), optionally closed. */
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

  /** Adds a filled box, with its sides in pixels. */
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

  /** Paints the covered pixels and clears the lines. */
  async paint(pixels: PixelBuffer, ink: Ink, slices: TimeSlices): Promise<void> {
    const [first, end] = [this.#first & ~3, this.#end];
    for (let from = first; from < end; from += PIXELS_PER_LOOK) {
      this.#paintPart(pixels, ink, from);
      if (slices.over) await slices.pause();
    }
    this.#coverage.fill(0, first, end);
    [this.#first, this.#end] = [Infinity, 0];
  }

  #paintPart(pixels: PixelBuffer, ink: Ink, from: number): void {
    const coverage = this.#coverage;
    const fours = this.#fours;
    const end = Math.min(this.#end, from + PIXELS_PER_LOOK);
    for (let i = from; i < end; i += 4) {
      if (fours[i >> 2] === 0) continue;
      for (let j = i; j < i + 4; j += 1) {
        const share = coverage[j]!;
        if (share > 0) pixels.blend(j, ink, share);
      }
    }
  }

  /** Adds the segment from (`x0`, `y0`) down to (`x1`, `y1`). */
  #addPiece(x0: number, y0: number, x1: number, y1: number): void {
    const reach = this.#reach;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const west = dx < 0 ? x1 : x0;
    const east = dx < 0 ? x0 : x1;
    if (east + reach <= 0 || west - reach >= this.#width) return;
    const perLength = dx === 0 && dy === 0 ? 0 : 1 / (dx * dx + dy * dy);
    // Each row is near to only a part of a long segment.
    const perRow = east - west > LONG && dy > 0 ? dx / dy : 0;
    const top = Math.max(0, Math.ceil(y0 - reach - 0.5));
    const bottom = Math.min(this.#height - 1, Math.floor(y1 + reach - 0.5));
    for (let row = top; row <= bottom; row += 1) {
      const py = row + 0.5 - y0;
      let from = west;
      let to = east;
      if (perRow !== 0) {
        const above = x0 + (py - reach) * perRow;
        const below = x0 + (py + reach) * perRow;
        from = Math.max(west, perRow > 0 ? above : below);
        to = Math.min(east, perRow > 0 ? below : above);
      }
      const left = Math.max(0, Math.ceil(from - reach - 0.5));
      const right = Math.min(this.#width - 1, Math.floor(to + reach - 0.5));
      const start = row * this.#width;
      for (let column = left; column <= right; column += 1) {
        const px = column + 0.5 - x0;
        const along = (px * dx + py * dy) * perLength;
        const nearest = along < 0 ? 0 : along > 1 ? 1 : along;
        const ex = px - nearest * dx;
        const ey = py - nearest * dy;
        const distance = ex * ex + ey * ey;
        if (distance < reach * reach) this.#cover(start + column, reach - Math.sqrt(distance));
      }
    }
  }

  #cover(index: number, share: number): void {
    const coverage = share >= 1 ? FULL : (share * FULL + 0.5) | 0;
    if (coverage > this.#coverage[index]!) this.#coverage[index] = coverage;
    if (index < this.#first) this.#first = index;
    if (index >= this.#end) this.#end = index + 1;
  }
}
