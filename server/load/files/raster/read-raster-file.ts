import { basename } from 'node:path';
import type { Bounds, Raster, RasterOfFile } from '../../../store/store.ts';
import { digestOf, type LoadInput } from '../../load-input.ts';
import { UnreadableData } from 'atlas-engine/readers';
import { readBytes } from '../read-bytes.ts';
import { degreeGridOf, layOnDegrees } from './mercator-rows.ts';
import { openTiff, tooLarge, type OpenTiff } from './open-tiff.ts';
import { placeRaster } from './place-raster.ts';
import type { PixelScale } from './pixel-scale.ts';
import { readCells } from './read-cells.ts';
import { statedPixels } from './stated-pixels.ts';

/** Size limits of a raster. */
export const RASTER_LIMITS = {
  /** Maximum size of the file in bytes. */
  bytes: 200_000_000,
  /**
   * Maximum number of pixels. Each pixel takes one byte of memory in every process that draws the
   * raster.
   */
  pixels: 50_000_000,
} as const;

type RasterInput = Extract<LoadInput, { kind: 'raster' }>;

/**
 * Reads a GeoTIFF with one band of 8 bits in EPSG:4326 or EPSG:3857. Only the bytes are read here;
 * they are decoded when the raster is requested. Throws `UnreadableData`: here when the file cannot
 * be read, later when its content is not supported, with the command that converts it to `declared`,
 * the scale of the dataset.
 */
export async function readRasterFile(path: string, declared?: PixelScale): Promise<RasterInput> {
  const name = basename(path);
  const advice = `\`gdal_translate -outsize 50% 0 ${name} smaller.tif\` makes it smaller.`;
  const bytes = await readBytes(path, name, { bytes: RASTER_LIMITS.bytes, advice });
  return {
    kind: 'raster',
    digest: digestOf(bytes),
    raster: () => parseGeotiff(bytes, name, declared),
  };
}

/** Decodes a GeoTIFF; see `readRasterFile`. `name` is the file name for messages. */
export async function parseGeotiff(
  bytes: Uint8Array<ArrayBufferLike>,
  name: string,
  declared?: PixelScale,
): Promise<RasterOfFile> {
  try {
    return await decode(bytes, name, declared);
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    // The library throws many types of error for this.
    throw new UnreadableData(`The file \`${name}\` is not a TIFF, or it is damaged.`);
  }
}

async function decode(
  bytes: Uint8Array<ArrayBufferLike>,
  name: string,
  declared: PixelScale | undefined,
): Promise<RasterOfFile> {
  const tiff = await openTiff(bytes, name, RASTER_LIMITS.pixels, declared);
  const raster = await readGrid(tiff);
  const stated = await statedPixels(tiff.image);
  return stated ? { ...raster, stated } : raster;
}

async function readGrid(tiff: OpenTiff): Promise<Raster> {
  const { name } = tiff;
  const { system, bounds } = placeRaster(tiff);
  const { width, height } = tiff;
  if (system === 4326)
    return { bounds: rounded(bounds), width, height, values: await readCells(tiff) };
  const grid = degreeGridOf(bounds, height);
  if (width * grid.height > RASTER_LIMITS.pixels)
    throw tooLarge(name, width, grid.height, RASTER_LIMITS.pixels);
  const raster = { bounds, width, height, values: await readCells(tiff) };
  return layOnDegrees(raster, { ...grid, bounds: rounded(grid.bounds) });
}

/** Rounds to a tenth of a millimetre, because origin and cell size do not add up exactly. */
function rounded(bounds: Bounds): Bounds {
  const [west, south, east, north] = bounds.map((degrees) => Math.round(degrees * 1e9) / 1e9);
  return [west!, south!, east!, north!];
}
