import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Returns the colour of one pixel of a PNG as `#RRGGBB`. */
export async function pixelAt(png: Buffer, x: number, y: number): Promise<string> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(Math.round(x), Math.round(y), 1, 1);
  return `#${Array.from(data.slice(0, 3))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`.toUpperCase();
}

/** The colours of a picture. */
export interface Colours {
  /** Returns the colour of a pixel as `#RRGGBB`. */
  readonly at: (x: number, y: number) => string;
}

/** Reads a PNG of which many pixels are examined. */
export async function readColours(png: Buffer): Promise<Colours> {
  const { width } = await loadImage(png);
  const data = await readPixels(png);
  return {
    at: (x, y) => {
      const pixel = pixelOf(data, (Math.floor(y) * width + Math.floor(x)) * 4);
      return `#${pixel.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
    },
  };
}

/** Counts the pixels of a part of a PNG that are as dark as the names on a light base map. */
export async function darkPixels(
  png: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(Math.round(x), Math.round(y), width, height);
  let dark = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! < 330) dark++;
  return dark;
}

/** A part of a picture, in px. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Rgb = readonly [number, number, number];

/** Minimum decrease of the RGB distance for which a pixel counts as closer to a colour. */
const CLOSER = 12;

/**
 * Counts the pixels that are closer to one of the colours in the second PNG than in the first. Both
 * have the same size. Without colours, counts the pixels that differ.
 */
export async function pixelsTowards(
  colours: readonly Rgb[],
  before: Buffer,
  after: Buffer,
): Promise<number> {
  const [first, second] = await Promise.all([readPixels(before), readPixels(after)]);
  const far = (data: Uint8ClampedArray, i: number, [r, g, b]: Rgb): number =>
    Math.hypot(data[i]! - r, data[i + 1]! - g, data[i + 2]! - b);
  let count = 0;
  for (let i = 0; i < first.length; i += 4) {
    const changed = colours.length === 0 && far(first, i, pixelOf(second, i)) > CLOSER;
    if (
      changed ||
      colours.some((colour) => far(first, i, colour) - far(second, i, colour) > CLOSER)
    )
      count++;
  }
  return count;
}

async function readPixels(png: Buffer): Promise<Uint8ClampedArray> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

function pixelOf(data: Uint8ClampedArray, i: number): Rgb {
  return [data[i]!, data[i + 1]!, data[i + 2]!];
}
