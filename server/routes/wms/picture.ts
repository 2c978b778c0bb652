/** Turns a canvas into an answer. */
import type { Canvas } from '@napi-rs/canvas';
import { contentHash, type Encoded } from '../../http/encoded.ts';
import type { PictureFormat } from './parameters.ts';

/** Between 0 and 100: flat colours and thin lines stay clean. */
const JPEG_QUALITY = 90;

/** Encodes a picture; it is compressed already, so no other encoding is offered. */
export async function encodePicture(canvas: Canvas, format: PictureFormat): Promise<Encoded> {
  const identity =
    format === 'image/png' ? await canvas.encode('png') : await canvas.encode('jpeg', JPEG_QUALITY);
  return { type: format, identity, gzip: null, br: null, hash: contentHash(identity) };
}
