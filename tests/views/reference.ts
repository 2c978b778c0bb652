/** The small pictures of the views in `references`, and the part of a window that they show. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas';
import { WINDOWS, type View, type WindowName } from './views.ts';

/** The folder of the references. */
export const REFERENCES = fileURLToPath(new URL('references/', import.meta.url));

/** A px of a reference is the mean of a square of this side in px of the screen. */
const REDUCED = 4;
/** Of WebP, 0 to 100. */
const QUALITY = 92;

/** Widths of the edges that show controls instead of the map, in px. */
const COVERED: Readonly<Record<WindowName, { left: number; top: number; bottom: number }>> = {
  phone: { left: 0, top: 76, bottom: 88 },
  desktop: { left: 360, top: 0, bottom: 0 },
  wide: { left: 360, top: 0, bottom: 0 },
};

/** The map of a view, reduced. */
export interface Reduced {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each px. */
  readonly data: Uint8ClampedArray;
}

/**
 * Reduces the picture of a view to its map, with the losses of a reference, which are large at
 * coloured dots. Px of the picture may be smaller than those of the window.
 */
export async function reduce(view: View, picture: Buffer): Promise<Reduced> {
  return decode(await encode(view, picture));
}

/** Returns the reference of a view, or null if there is none. */
export async function readReference({ name }: View): Promise<Reduced | null> {
  const path = pathOf(name);
  return existsSync(path) ? decode(await readFile(path)) : null;
}

/** Writes the reference of a view. Returns its size in bytes. */
export async function writeReference(view: View, picture: Buffer): Promise<number> {
  const bytes = await encode(view, picture);
  await mkdir(REFERENCES, { recursive: true });
  await writeFile(pathOf(view.name), bytes);
  return bytes.length;
}

async function encode(view: View, picture: Buffer): Promise<Buffer> {
  return (await reducedCanvas(view, picture)).encode('webp', QUALITY);
}

async function decode(bytes: Buffer): Promise<Reduced> {
  const canvas = canvasOf(await loadImage(bytes));
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}

function pathOf(name: string): string {
  return join(REFERENCES, `${name}.webp`);
}

async function reducedCanvas({ window }: View, picture: Buffer): Promise<Canvas> {
  const { left, top, bottom } = COVERED[window];
  const size = WINDOWS[window];
  const source = canvasOf(await loadImage(picture));
  const scale = source.width / size.width;
  const side = REDUCED * scale;
  const width = Math.floor((size.width - left) / REDUCED);
  const height = Math.floor((size.height - top - bottom) / REDUCED);
  const map = [left * scale, top * scale, width * side, height * side] as const;
  const from = source.getContext('2d').getImageData(...map);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const to = context.createImageData(width, height);
  for (let at = 0; at < to.data.length; at++)
    to.data[at] = meanOf(
      from,
      side,
      { x: (at >> 2) % width, y: Math.floor((at >> 2) / width) },
      at % 4,
    );
  context.putImageData(to, 0, 0);
  return canvas;
}

/** Returns the mean of a channel over a square of a picture; `x` and `y` count squares. */
function meanOf(
  { width, data }: Reduced,
  side: number,
  { x, y }: { readonly x: number; readonly y: number },
  channel: number,
): number {
  let sum = 0;
  for (let row = y * side; row < (y + 1) * side; row++)
    for (let column = x * side; column < (x + 1) * side; column++)
      sum += data[(row * width + column) * 4 + channel]!;
  return sum / side ** 2;
}

function canvasOf(image: Image): Canvas {
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}
