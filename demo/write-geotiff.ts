import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Raster } from '../server/store/store.ts';

const SHORT = 3;
const LONG = 4;
const ASCII = 2;
const DOUBLE = 12;

/** A TIFF tag: its number, the type of its values, and the values. */
type Tag = readonly [tag: number, type: number, values: readonly number[]];

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** Maximum size of a value that is stored in the entry itself, in bytes. */
const INLINE_BYTES = 4;
const BYTES: Readonly<Record<number, number>> = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

/**
 * Returns a raster as GeoTIFF: EPSG:4326, one 8-bit band, 255 for no data, one strip compressed
 * with deflate. The same raster gives the same bytes.
 */
export async function writeGeotiff(raster: Raster): Promise<Buffer> {
  const { bounds, width, height, values } = raster;
  const [west, south, east, north] = bounds;
  const strip = await promisify(deflate)(values, { level: 9 });
  const tagsWith = (offset: number): readonly Tag[] => [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8]],
    [259, SHORT, [8]], // deflate
    [262, SHORT, [1]], // 0 is black
    [273, LONG, [offset]],
    [277, SHORT, [1]],
    [278, LONG, [height]],
    [279, LONG, [strip.length]],
    [33_550, DOUBLE, [(east - west) / width, (north - south) / height, 0]],
    [33_922, DOUBLE, [0, 0, 0, west, north, 0]],
    // Version 1.1; geographic, pixels are areas, WGS 84.
    [34_735, SHORT, [1, 1, 1, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]],
    [42_113, ASCII, [...Buffer.from('255\0')]], // no data, as GDAL writes it
  ];
  const head = headOf(tagsWith(0)).length;
  return Buffer.concat([headOf(tagsWith(head)), strip]);
}

/** Returns the header, the directory, and the values that do not fit into it; little-endian. */
function headOf(tags: readonly Tag[]): Buffer {
  const directory = Buffer.alloc(HEADER_BYTES + 2 + tags.length * ENTRY_BYTES + 4);
  directory.write('II*\0', 'latin1');
  directory.writeUInt32LE(HEADER_BYTES, 4);
  directory.writeUInt16LE(tags.length, HEADER_BYTES);
  const more: Buffer[] = [];
  let end = directory.length;
  tags.forEach(([tag, type, values], i) => {
    const at = HEADER_BYTES + 2 + i * ENTRY_BYTES;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    const bytes = bytesOf(type, values);
    if (bytes.length <= INLINE_BYTES) bytes.copy(directory, at + 8);
    else {
      directory.writeUInt32LE(end, at + 8);
      // Values begin at even offsets.
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
      more.push(padded);
      end += padded.length;
    }
  });
  return Buffer.concat([directory, ...more]);
}

function bytesOf(type: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * BYTES[type]!);
  values.forEach((value, i) => {
    if (type === DOUBLE) bytes.writeDoubleLE(value, i * 8);
    else bytes.writeUIntLE(value, i * BYTES[type]!, BYTES[type]!);
  });
  return bytes;
}
