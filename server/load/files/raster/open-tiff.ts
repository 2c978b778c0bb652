import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import { UnreadableData } from '../../unreadable-data.ts';
import { refuseRaster, translateCommand, warpCommand } from './refuse-raster.ts';

/** Images that are looked at for a mask: a file with overviews has about ten. */
const MAX_IMAGES = 32;
const MASK = 4;
const UNSIGNED = 1;

/** Names of compressions that are not read, by their numbers in TIFF. */
const COMPRESSIONS: Readonly<Record<number, string>> = {
  6: 'JPEG',
  7: 'JPEG',
  32773: 'PackBits',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'ZSTD',
  50001: 'WebP',
};
const READ_COMPRESSIONS = new Set([1, 5, 8, 32946]);
const SAMPLE_FORMATS = ['integers', 'integers', 'signed integers', 'floating-point numbers'];

/**
 * Tags that the library is made to read at once: what it reads later it takes for little-endian
 * (geotiff 3.0.5), and a big-endian file would look damaged.
 */
const PLACES_OF_BLOCKS = [
  [273, 'StripOffsets'],
  [279, 'StripByteCounts'],
  [324, 'TileOffsets'],
  [325, 'TileByteCounts'],
] as const;

/** The first image of a GeoTIFF: one band of 8 bits, in a compression that is read. */
export interface OpenTiff {
  /** Of the file, for messages. */
  readonly name: string;
  readonly image: GeoTIFFImage;
  readonly width: number;
  readonly height: number;
  readonly compression: number;
}

/**
 * Opens a GeoTIFF. Throws `UnreadableData` for what is no TIFF, has several bands, other numbers
 * than bytes, another compression, a mask, or more than `maxPixels`.
 */
export async function openTiff(
  bytes: Uint8Array<ArrayBufferLike>,
  name: string,
  maxPixels: number,
): Promise<OpenTiff> {
  const tiff = await unlessDamaged(name, async () => {
    // The library is loaded when it is needed: most starts read no raster.
    const { fromArrayBuffer, registerTag } = await import('geotiff');
    for (const [tag, name] of PLACES_OF_BLOCKS) registerTag(tag, name, undefined, true, true);
    return fromArrayBuffer(new Uint8Array(bytes).buffer);
  });
  const image = await unlessDamaged(name, () => tiff.getImage(0));
  const [width, height] = [image.getWidth(), image.getHeight()];
  if (!(width > 0 && height > 0)) throw damaged(name);
  if (width * height > maxPixels) throw tooLarge(name, width, height, maxPixels);
  refuseOtherCells(image, name);
  if (await hasMask(tiff, name))
    throw refuseRaster(name, 'has a mask of its own', `Convert it: \`${warpCommand(name)}\`.`);
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1);
  if (!READ_COMPRESSIONS.has(compression))
    throw refuseRaster(
      name,
      `is compressed by ${COMPRESSIONS[compression] ?? `method ${compression}`}, and only deflate, LZW and no compression are read`,
      `Convert it: \`${translateCommand(name, '-of GTiff')}\`.`,
    );
  return { name, image, width, height, compression };
}

/** Runs what reads a file; its errors are about a file that is damaged. */
export async function unlessDamaged<T>(name: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableData ? error : damaged(name);
  }
}

/** The error for more pixels than are read. */
export function tooLarge(
  name: string,
  width: number,
  height: number,
  maxPixels: number,
): UnreadableData {
  // Half a percent less, since the tool rounds.
  const share = Math.floor(Math.sqrt(maxPixels / (width * height)) * 995) / 10;
  return refuseRaster(
    name,
    `has ${width} × ${height} pixels, and no more than ${maxPixels / 1_000_000} million are read`,
    `Make it coarser: \`${translateCommand(name, `-outsize ${share}% ${share}%`)}\`.`,
  );
}

function damaged(name: string): UnreadableData {
  return new UnreadableData(`The file \`${name}\` is not a TIFF, or it is damaged.`);
}

function refuseOtherCells(image: GeoTIFFImage, name: string): void {
  const bands = image.getSamplesPerPixel();
  if (bands !== 1)
    throw refuseRaster(
      name,
      `has ${bands} bands, and a raster of one band is read`,
      `Take one of them, here the first: \`${translateCommand(name, '-b 1')}\`.`,
    );
  const bits = image.getBitsPerSample();
  const format = Number(image.getSampleFormat());
  if (bits !== 8 || format !== UNSIGNED)
    throw refuseRaster(
      name,
      `holds ${SAMPLE_FORMATS[format] ?? 'numbers of another kind'} of ${bits} bits, and integers of 8 bits from 0 to 254 are read`,
      `Convert it: \`${warpCommand(name)}\`. Values outside 0 to 254 become the nearest of these; to keep their differences, scale them before: \`gdal_translate -scale MIN MAX 0 254 …\`.`,
    );
}

async function hasMask(tiff: GeoTIFF, name: string): Promise<boolean> {
  for (let index = 1; index < MAX_IMAGES; index += 1) {
    const image = await imageAt(tiff, index, name);
    if (!image) return false;
    if ((Number(image.fileDirectory.getValue('NewSubfileType') ?? 0) & MASK) !== 0) return true;
  }
  return false;
}

async function imageAt(tiff: GeoTIFF, index: number, name: string): Promise<GeoTIFFImage | null> {
  return unlessDamaged(name, () =>
    tiff.getImage(index).catch((error: unknown) => {
      if (error instanceof Error && error.constructor.name === 'GeoTIFFImageIndexError')
        return null;
      throw error;
    }),
  );
}
