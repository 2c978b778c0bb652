/** Writes PNG (ISO/IEC 15948), for pictures that are drawn for each request. */
import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import { TimeSlices } from '../time/time-slices.ts';

const deflateAsync = promisify(deflate);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Compression level. The files are almost as small as with higher levels, and compression takes a
 * third of the time.
 */
const LEVEL = 3;

/** Size of a chunk in bytes. Each chunk is a separate call of a thread. */
const CHUNK_BYTES = 65_536;

const BYTES = 4;

/**
 * Maximum size in bytes of pictures that are compressed synchronously. Tiles of 256 pixels take 0.1
 * to 4 ms, as long as a call of a thread.
 */
const SMALL = 256 * (256 * BYTES + 1);

/**
 * Writes rows of RGBA, not premultiplied. General encoders try every filter on every row, which
 * takes longer than drawing the picture. Here, pictures with flat colours are written without a
 * filter, and `smooth` pictures with the difference from the previous pixel.
 */
export async function packPng(
  pixels: Uint8ClampedArray,
  { width, height, smooth }: { width: number; height: number; smooth: boolean },
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of red, green, blue and alpha.
  header.set([8, 6], 8);
  const rows = await filterRows(pixels, { width, height, smooth });
  const options = { level: LEVEL, chunkSize: CHUNK_BYTES };
  const data =
    rows.length <= SMALL ? deflateSync(rows, options) : await deflateAsync(rows, options);
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

const FILTER = { none: 0, sub: 1 } as const;

async function filterRows(
  pixels: Uint8ClampedArray,
  { width, height, smooth }: { width: number; height: number; smooth: boolean },
): Promise<Buffer> {
  const slices = new TimeSlices();
  const length = width * BYTES;
  const rows = Buffer.alloc((length + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const from = row * length;
    const to = row * (length + 1) + 1;
    rows[to - 1] = smooth ? FILTER.sub : FILTER.none;
    rows.set(pixels.subarray(from, from + length), to);
    if (slices.over) await slices.pause();
    if (!smooth) continue;
    for (let i = BYTES; i < length; i += 1) {
      rows[to + i] = pixels[from + i]! - pixels[from + i - BYTES]!;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
  return Buffer.concat([head, data, tail]);
}
