/** Encodes pixels as the body of an answer. */
import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas';
import { contentHash, type Encoded } from '../http/encoded.ts';
import { TimeSlices } from '../time/time-slices.ts';
import { packPng } from './png.ts';

/** JPEG quality, 0 to 100. At this quality, flat colours and thin lines show no artefacts. */
const JPEG_QUALITY = 90;

/** Rows that are copied between two checks of the clock. */
const ROWS_PER_LOOK = 16;

export type PictureFormat = 'image/png' | 'image/jpeg';

/** Pixels of red, green, blue and alpha, not premultiplied. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/**
 * Encodes a picture. The result is already compressed, so no other encoding is offered. `smooth` is
 * true for pictures with gradients.
 */
export async function encodePicture(
  { width, height, data }: Picture,
  format: PictureFormat,
  { smooth = false } = {},
): Promise<Encoded> {
  const identity =
    format === 'image/png'
      ? await packPng(data, { width, height, smooth })
      : await packJpeg({ width, height, data });
  return encoded(identity, format);
}

/** Encodes a canvas in a thread. Reading its pixels would take the main thread as long as drawing. */
export async function encodeCanvas(canvas: Canvas, format: PictureFormat): Promise<Encoded> {
  return encoded(
    format === 'image/png' ? await canvas.encode('png') : await canvas.encode('jpeg', JPEG_QUALITY),
    format,
  );
}

function encoded(identity: Buffer, type: PictureFormat): Encoded {
  return { type, identity, gzip: null, br: null, hash: contentHash(identity) };
}

async function packJpeg({ width, height, data }: Picture): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const slices = new TimeSlices();
  for (let row = 0; row < height; row += ROWS_PER_LOOK) {
    if (slices.over) await slices.pause();
    const rows = data.subarray(4 * width * row, 4 * width * (row + ROWS_PER_LOOK));
    context.putImageData(new ImageData(rows, width, rows.length / (4 * width)), 0, row);
  }
  return canvas.encode('jpeg', JPEG_QUALITY);
}
