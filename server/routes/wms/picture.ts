/** Turns a canvas into an answer. */
import type { Canvas } from '@napi-rs/canvas';
import { contentHash, type Encoded } from '../../http/encoded.ts';
import type { PictureFormat } from './parameters.ts';
import { packPng } from './png.ts';

/** Between 0 and 100: flat colours and thin lines stay clean. */
const JPEG_QUALITY = 90;

/**
 * Encodes a picture; it is compressed already, so no other encoding is offered. `smooth`: its
 * colours run into each other.
 */
export async function encodePicture(
  canvas: Canvas,
  format: PictureFormat,
  { smooth = false } = {},
): Promise<Encoded> {
  const { width, height } = canvas;
  const identity =
    format === 'image/png'
      ? await packPng(canvas.getContext('2d').getImageData(0, 0, width, height).data, {
          ...{ width, height, smooth },
        })
      : await canvas.encode('jpeg', JPEG_QUALITY);
  return { type: format, identity, gzip: null, br: null, hash: contentHash(identity) };
}
