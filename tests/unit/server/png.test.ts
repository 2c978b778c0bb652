import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { encodePicture } from '../../../server/drawing/picture.ts';
import { packPng } from '../../../server/drawing/png.ts';

const SIZE = { width: 37, height: 23 };

/** Opaque and transparent pixels; a canvas would change half-transparent ones. */
const PIXELS = Uint8ClampedArray.from({ length: SIZE.width * SIZE.height * 4 }, (_, i) => {
  const pixel = Math.floor(i / 4);
  if (pixel % 5 === 0) return 0;
  return i % 4 === 3 ? 255 : (pixel * 7 + (i % 4) * 60) % 256;
});

describe('a packed picture', () => {
  it.each([true, false])('is read without change, smooth: %s', async (smooth) => {
    const png = await packPng(PIXELS, { ...SIZE, smooth });
    const image = await loadImage(png);
    expect([image.width, image.height]).toEqual([SIZE.width, SIZE.height]);
    const context = createCanvas(SIZE.width, SIZE.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height);
    expect(Buffer.compare(Buffer.from(data), Buffer.from(PIXELS))).toBe(0);
  });
});

describe('a picture as JPEG', () => {
  it('has all rows in their places', async () => {
    const data = Uint8ClampedArray.from({ length: PIXELS.length }, (_, i) =>
      i % 4 === 3 ? 255 : 10 * Math.floor(i / 4 / SIZE.width),
    );
    const { identity } = await encodePicture({ ...SIZE, data }, 'image/jpeg');
    const context = createCanvas(SIZE.width, SIZE.height).getContext('2d');
    context.drawImage(await loadImage(identity), 0, 0);
    for (let row = 0; row < SIZE.height; row += 1) {
      const [grey] = context.getImageData(5, row, 1, 1).data;
      expect(Math.abs(grey! - 10 * row)).toBeLessThan(6);
    }
  });
});
