/** The pixels of a picture while it is drawn. */
import type { Rgba } from '../access/atlas-snapshot.ts';
import { TimeSlices } from '../time/time-slices.ts';

/**
 * Number of steps of full coverage. Finer steps are invisible, and make pictures a third larger.
 */
export const FULL = 16;

/** The value of `opacity` for an opaque colour. */
const OPAQUE = 256;

/** Mask of every second channel, so that one multiplication mixes two channels. */
const PAIR = 0x00ff00ff;
/** Half a step in both channels of a pair, for rounding. */
const HALF_STEP = 0x00800080;

/** Number of pixels between two checks of the clock. */
const PIXELS_PER_LOOK = 32_768;

/** A colour prepared for mixing, with a separate opacity. */
export interface Ink {
  readonly even: number;
  readonly odd: number;
  /** The opacity, from 0 to `OPAQUE`. */
  readonly opacity: number;
}

const bytes = new Uint8Array(4);
const word = new Uint32Array(bytes.buffer);

/** Prepares a colour; `opacity` (0 to 1) is multiplied with its alpha. */
export function inkOf([red, green, blue, alpha]: Rgba, opacity = 1): Ink {
  // Written as bytes and read as a word, so that the byte order does not matter.
  bytes.set([red, green, blue, 255]);
  const pixel = word[0]!;
  return {
    even: pixel & PAIR,
    odd: (pixel >>> 8) & PAIR,
    opacity: Math.round((alpha / 255) * opacity * OPAQUE),
  };
}

/** Pixels of red, green, blue and alpha, premultiplied, from the top left; initially transparent. */
export class PixelBuffer {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint32Array<ArrayBuffer>;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint32Array(width * height);
  }

  /**
   * Mixes ink into the pixel at an index; `coverage` is the covered part of the pixel, from 0 to
   * `FULL`.
   */
  blend(index: number, ink: Ink, coverage: number): void {
    this.#pixels[index] = mix(this.#pixels[index]!, ink, coverage);
  }

  /** Mixes ink into the pixels from one index up to, but not including, another. */
  blendRow(from: number, to: number, ink: Ink, coverage: number): void {
    const pixels = this.#pixels;
    let below = 0;
    let mixed = mix(below, ink, coverage);
    for (let i = from; i < to; i += 1) {
      const pixel = pixels[i]!;
      // Neighbours are often equal, so the last result is reused.
      if (pixel !== below) {
        below = pixel;
        mixed = mix(below, ink, coverage);
      }
      pixels[i] = mixed;
    }
  }

  /** Mixes a colour into all pixels. */
  async cover(color: Rgba): Promise<void> {
    const ink = inkOf(color);
    await this.#inParts((from, to) => this.blendRow(from, to, ink, FULL));
  }

  /** Returns red, green, blue and alpha, not premultiplied. Nothing may be drawn after this. */
  async finish(): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const picture = new Uint8ClampedArray(this.#pixels.buffer);
    await this.#inParts((from, to) => this.#finishRow(picture, from, to));
    return picture;
  }

  /** Calls a function for all pixels in parts, and lets other work run between them. */
  async #inParts(work: (from: number, to: number) => void): Promise<void> {
    const slices = new TimeSlices();
    const { length } = this.#pixels;
    for (let from = 0; from < length; from += PIXELS_PER_LOOK) {
      if (slices.over) await slices.pause();
      work(from, Math.min(length, from + PIXELS_PER_LOOK));
    }
  }

  #finishRow(picture: Uint8ClampedArray, from: number, to: number): void {
    const pixels = this.#pixels;
    let known = 0;
    let finished = 0;
    for (let i = from, at = 4 * from; i < to; i += 1, at += 4) {
      const pixel = pixels[i]!;
      if (pixel === known) {
        pixels[i] = finished;
        continue;
      }
      const alpha = picture[at + 3]!;
      if (alpha > 0 && alpha < 255) {
        const share = 255 / alpha;
        picture[at] = picture[at]! * share;
        picture[at + 1] = picture[at + 1]! * share;
        picture[at + 2] = picture[at + 2]! * share;
      }
      known = pixel;
      finished = pixels[i]!;
    }
  }
}

/** Mixes ink into a pixel. */
function mix(below: number, { even, odd, opacity }: Ink, coverage: number): number {
  const share = (opacity * coverage) >> 4;
  const rest = OPAQUE - share;
  const low = Math.imul(even, share) + Math.imul(below & PAIR, rest) + HALF_STEP;
  const high = Math.imul(odd, share) + Math.imul((below >>> 8) & PAIR, rest) + HALF_STEP;
  return (((low >>> 8) & PAIR) | (high & ~PAIR)) >>> 0;
}
