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
