/** The pixels of a picture while it is drawn. */
import type { Rgba } from '../../access/atlas-snapshot.ts';

/** Full coverage, in steps: finer ones nobody sees, and they make pictures a third larger. */
export const FULL = 16;

/** As opaque as can be. */
const OPAQUE = 256;

/** Every second channel, so that two are mixed by one multiplication. */
const PAIR = 0x00ff00ff;
/** Half a step in both channels of a pair. */
const HALF_STEP = 0x00800080;

/** A colour ready to be laid over pixels; how opaque it is stands apart. */
export interface Ink {
  readonly even: number;
  readonly odd: number;
  /** Out of `OPAQUE`. */
  readonly opacity: number;
}

const bytes = new Uint8Array(4);
const word = new Uint32Array(bytes.buffer);

/** Makes the ink of a colour, of which `opacity` (0 to 1) is left. */
export function inkOf([red, green, blue, alpha]: Rgba, opacity = 1): Ink {
  // Read back as a pixel is, whatever the order of bytes in a word.
  bytes.set([red, green, blue, 255]);
  const pixel = word[0]!;
  return {
    even: pixel & PAIR,
    odd: (pixel >>> 8) & PAIR,
    opacity: Math.round((alpha / 255) * opacity * OPAQUE),
  };
}

/** Pixels of red, green, blue and alpha, premultiplied, from the top left; clear at first. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint32Array<ArrayBuffer>;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint32Array(width * height);
  }

  /** Lays ink over the pixel of an index; `coverage` is the share that it covers, out of `FULL`. */
  blend(index: number, ink: Ink, coverage: number): void {
    this.#pixels[index] = mix(this.#pixels[index]!, ink, coverage);
  }

  /** The same for pixels from one index to before another. */
  blendRow(from: number, to: number, ink: Ink, coverage: number): void {
    const pixels = this.#pixels;
    let below = 0;
    let mixed = mix(below, ink, coverage);
    for (let i = from; i < to; i += 1) {
      const pixel = pixels[i]!;
      // Mostly it is the one to the left again.
      if (pixel !== below) {
        below = pixel;
        mixed = mix(below, ink, coverage);
      }
      pixels[i] = mixed;
    }
  }

  /** Lays a colour over all pixels. */
  cover(color: Rgba): void {
    this.blendRow(0, this.#pixels.length, inkOf(color), FULL);
  }

  /** The pixels as red, green, blue and alpha, not premultiplied. Nothing may be drawn afterwards. */
  finish(): Uint8ClampedArray<ArrayBuffer> {
    const pixels = this.#pixels;
    const picture = new Uint8ClampedArray(pixels.buffer);
    let known = 0;
    let finished = 0;
    for (let i = 0, at = 0; i < pixels.length; i += 1, at += 4) {
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
    return picture;
  }
}

/** Lays ink over a pixel. */
function mix(below: number, { even, odd, opacity }: Ink, coverage: number): number {
  const share = (opacity * coverage) >> 4;
  const rest = OPAQUE - share;
  const low = Math.imul(even, share) + Math.imul(below & PAIR, rest) + HALF_STEP;
  const high = Math.imul(odd, share) + Math.imul((below >>> 8) & PAIR, rest) + HALF_STEP;
  return (((low >>> 8) & PAIR) | (high & ~PAIR)) >>> 0;
}
