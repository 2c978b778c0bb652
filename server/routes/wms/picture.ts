/** Encodes pixels as the body of an answer. */
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { contentHash, type Encoded } from '../../http/encoded.ts';
import type { PictureFormat } from './parameters.ts';
import { packPng } from './png.ts';

/** JPEG quality, 0 to 100. At this quality, flat colours and thin lines show no artefacts. */
const JPEG_QUALITY = 90;

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
  return { type: format, identity, gzip: null, br: null, hash: contentHash(identity) };
}

function packJpeg({ width, height, data }: Picture): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas.encode('jpeg', JPEG_QUALITY);
}
