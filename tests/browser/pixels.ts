import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Returns the colour of one pixel of a PNG as `#RRGGBB`. */
export async function pixelAt(png: Buffer, x: number, y: number): Promise<string> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(Math.round(x), Math.round(y), 1, 1);
  return `#${[...data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
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
