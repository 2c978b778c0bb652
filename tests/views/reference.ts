/** The small pictures of the views in `references`, and the part of a window that they show. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas';
import { WINDOWS, type View, type WindowName } from './views.ts';

const FOLDER = fileURLToPath(new URL('references/', import.meta.url));

/** A px of a reference is the mean of a square of this side in px of the screen. */
export const REDUCED = 3;
/** Of WebP, 0 to 100. */
const QUALITY = 80;

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

/** Reduces the picture of a view to its map. */
export async function reduce(view: View, picture: Buffer): Promise<Reduced> {
  return readCanvas(await reducedCanvas(view, picture));
}

/** Returns the reference of a view, or null if there is none. */
export async function readReference({ name }: View): Promise<Reduced | null> {
  const path = pathOf(name);
  return existsSync(path) ? readCanvas(canvasOf(await loadImage(await readFile(path)))) : null;
}

/** Writes the reference of a view. Returns its size in bytes. */
export async function writeReference(view: View, picture: Buffer): Promise<number> {
  const bytes = await (await reducedCanvas(view, picture)).encode('webp', QUALITY);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(pathOf(view.name), bytes);
  return bytes.length;
}

function pathOf(name: string): string {
  return join(FOLDER, `${name}.webp`);
}

async function reducedCanvas({ window }: View, picture: Buffer): Promise<Canvas> {
  const { left, top, bottom } = COVERED[window];
  const size = WINDOWS[window];
  const width = Math.floor((size.width - left) / REDUCED);
  const height = Math.floor((size.height - top - bottom) / REDUCED);
  const source = canvasOf(await loadImage(picture)).getContext('2d');
  const from = source.getImageData(left, top, width * REDUCED, height * REDUCED);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const to = context.createImageData(width, height);
  for (let at = 0; at < to.data.length; at++) to.data[at] = meanOf(from, at, width);
  context.putImageData(to, 0, 0);
  return canvas;
}

/** Returns the mean of a channel over the square of a reduced px; `at` is its index there. */
function meanOf(from: Reduced, at: number, width: number): number {
  const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)];
  let sum = 0;
  for (let row = y * REDUCED; row < (y + 1) * REDUCED; row++)
    for (let column = x * REDUCED; column < (x + 1) * REDUCED; column++)
      sum += from.data[(row * from.width + column) * 4 + (at % 4)]!;
  return sum / REDUCED ** 2;
}

function canvasOf(image: Image): Canvas {
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

function readCanvas(canvas: Canvas): Reduced {
  return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
}
