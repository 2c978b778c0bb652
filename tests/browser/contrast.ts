import { createCanvas, loadImage } from '@napi-rs/canvas';

/** A picture as bytes: red, green, blue, alpha per pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** Decodes a PNG. */
export async function readPicture(png: Buffer): Promise<Picture> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** Returns the WCAG 2 contrast ratio of two colours, 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (byte: number): number =>
    byte <= 10.31 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * Maximum difference of a channel from the colour of a glyph, for the core of the glyph without
 * antialiased edges.
 */
const NEAR = 24;
/** Width in px of the ring around a glyph. */
const RING = 2;
/** Minimum number of pixels of a colour that counts as drawn. */
const FEW = 40;

/**
 * Returns the median contrast between the pixels of a colour and the ring of 2 px around them; null
 * if the colour is not drawn. `without` is a picture of the same view without the labels.
 */
export function ringContrast(drawn: Picture, without: Picture, color: Rgb): number | null {
  const isCore = (at: number): boolean => isNear(drawn, at, color) && !isNear(without, at, color);
  const core = new Set<number>();
  for (let at = 0; at < drawn.width * drawn.height; at++) if (isCore(at)) core.add(at);
  if (core.size < FEW) return null;
  const ring = new Set<number>();
  for (const at of core) for (const near of around(at, drawn)) if (!core.has(near)) ring.add(near);
  const contrasts = [...ring].map((at) => contrastOf(color, colorAt(drawn, at)));
  return median(contrasts);
}

/** Returns the indices of the pixels that are at most 2 px away. The pixel itself is included. */
function around(at: number, { width, height }: Picture): readonly number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  const found: number[] = [];
  for (let dy = -RING; dy <= RING; dy++)
    for (let dx = -RING; dx <= RING; dx++)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
        found.push(at + dy * width + dx);
  return found;
}

function colorAt({ data }: Picture, at: number): Rgb {
  return [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!];
}

function isNear(picture: Picture, at: number, color: Rgb): boolean {
  return colorAt(picture, at).every((part, i) => Math.abs(part - color[i]!) <= NEAR);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
