import type { GeoTIFF, GeoTIFFImage } from 'geotiff';
import type { UnreadableData } from 'atlas-engine/readers';
import { isInOtherSystem } from './declared-system.ts';
import type { PixelScale } from './pixel-scale.ts';
import { adviseScale } from './scale-values.ts';
import { refuseRaster, translateCommand, warpCommand } from './refuse-raster.ts';

/** Maximum number of images that are searched for a mask. A file with overviews has about ten. */
const MAX_IMAGES = 32;
const MASK = 4;
const UNSIGNED = 1;
const RGB = 2;
const YCBCR = 6;

/** Names of unsupported compressions, by their TIFF numbers. */
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
 * Tags that the library must read immediately. If it reads them later, it assumes little-endian
 * order (geotiff 3.0.5), so that a big-endian file seems damaged.
 */
const PLACES_OF_BLOCKS = [
  [273, 'StripOffsets'],
  [279, 'StripByteCounts'],
  [324, 'TileOffsets'],
  [325, 'TileByteCounts'],
] as const;

/** The first image of a GeoTIFF: one band of 8 bits, in a supported compression. */
export interface OpenTiff {
  /** Name of the file, for messages. */
  readonly name: string;
  readonly image: GeoTIFFImage;
  readonly width: number;
  readonly height: number;
  readonly compression: number;
}

/**
 * Opens a GeoTIFF. Throws `UnreadableData` for several bands, values that are not bytes, an
 * unsupported compression, a mask, or more than `maxPixels`; another error for a file that is not
 * TIFF. `declared` is the scale of the dataset, for the command that converts other numbers.
 */
export async function openTiff(
  bytes: Uint8Array<ArrayBufferLike>,
  name: string,
  maxPixels: number,
  declared?: PixelScale,
): Promise<OpenTiff> {
  // Loaded on demand, because most starts read no raster.
  const { fromArrayBuffer, registerTag } = await import('geotiff');
  for (const [tag, tagName] of PLACES_OF_BLOCKS) registerTag(tag, tagName, undefined, true, true);
  const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
  const image = await tiff.getImage(0);
  const [width, height] = [image.getWidth(), image.getHeight()];
  if (!(width > 0 && height > 0)) throw new RangeError('a raster without pixels');
  const block = image.getTileWidth() * image.getTileHeight();
  if (!(block > 0 && block <= maxPixels)) throw new RangeError('blocks of no size, or too large');
  if (width * height > maxPixels) throw tooLarge(name, width, height, maxPixels);
  refuseBands(image, name);
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1);
  if (!READ_COMPRESSIONS.has(compression))
    throw refuseRaster(
      name,
      `is compressed by ${COMPRESSIONS[compression] ?? `method ${compression}`}, and only deflate, LZW and no compression are supported`,
      `Convert it: \`${translateCommand(name, '-of GTiff')}\`.`,
    );
  const isMasked = await hasMask(tiff);
  const found = otherNumbers(image);
  if (found !== null) {
    const warps = isMasked || isInOtherSystem(image);
    throw refuseRaster(name, found, await adviseScale({ image, name, declared, warps }));
  }
  if (isMasked)
    throw refuseRaster(name, 'has a separate mask', `Convert it: \`${warpCommand(name)}\`.`);
  return { name, image, width, height, compression };
}

/** Returns the error for a raster with too many pixels. */
export function tooLarge(
  name: string,
  width: number,
  height: number,
  maxPixels: number,
): UnreadableData {
  // The share is half a percent smaller than necessary, because GDAL rounds.
  const share = Math.floor(Math.sqrt(maxPixels / (width * height)) * 995) / 10;
  return refuseRaster(
    name,
    `has ${width} × ${height} pixels, and at most ${maxPixels / 1_000_000} million are supported`,
    `Reduce its resolution: \`${translateCommand(name, `-outsize ${share}% ${share}%`)}\`.`,
  );
}

function refuseBands(image: GeoTIFFImage, name: string): void {
  const bands = image.getSamplesPerPixel();
  if (bands === 1) return;
  const photometric = Number(image.fileDirectory.getValue('PhotometricInterpretation'));
  if (photometric === RGB || photometric === YCBCR)
    throw refuseRaster(
      name,
      `has the bands Red, Green${bands > 3 ? ', Blue and Alpha' : ' and Blue'}: it is a painted picture without values`,
      'Export the layer again in QGIS as “Raw data”, not as “Rendered image”. To show the picture as it is, convert it to PMTiles and use a source of type `raster`.',
    );
  throw refuseRaster(
    name,
    `has ${bands} bands, and only rasters with one band are supported`,
    `Extract one of them, here the first: \`${translateCommand(name, '-b 1')}\`.`,
  );
}

/** Returns which numbers a raster has that are not bytes; null for bytes. */
function otherNumbers(image: GeoTIFFImage): string | null {
  const bits = image.getBitsPerSample();
  const format = Number(image.getSampleFormat());
  if (bits === 8 && format === UNSIGNED) return null;
  return `has ${SAMPLE_FORMATS[format] ?? 'numbers of another type'} of ${bits} bits, and only integers of 8 bits from 0 to 254 are supported`;
}

async function hasMask(tiff: GeoTIFF): Promise<boolean> {
  for (let index = 1; index < MAX_IMAGES; index += 1) {
    const image = await imageAt(tiff, index);
    if (!image) return false;
    if ((Number(image.fileDirectory.getValue('NewSubfileType') ?? 0) & MASK) !== 0) return true;
  }
  return false;
}

/** Returns the image at an index; null after the last. */
function imageAt(tiff: GeoTIFF, index: number): Promise<GeoTIFFImage | null> {
  return tiff.getImage(index).catch((error: unknown) => {
    if (error instanceof Error && error.constructor.name === 'GeoTIFFImageIndexError') return null;
    throw error;
  });
}
