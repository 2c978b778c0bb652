import type { GeoTIFFImage } from 'geotiff';
import type { PixelScale } from './pixel-scale.ts';
import { outputOf, translateCommand, warpCommand } from './refuse-raster.ts';
import { statedPixels } from './stated-pixels.ts';

/** The largest number of a pixel; 255 means no data. */
const MOST = 254;

/** The values of a file, without those that mean no data. */
interface Found {
  readonly min: number;
  readonly max: number;
  readonly areWhole: boolean;
}

interface Conversion {
  readonly image: GeoTIFFImage;
  readonly name: string;
  /** The scale and offset that the dataset declares. */
  readonly declared: PixelScale | undefined;
  /** Whether `gdalwarp` must run first, for the reference system or a mask. */
  readonly warps: boolean;
}

/**
 * Returns how to convert a raster of other numbers to the numbers 0 to 254 without losing values:
 * with the scale and offset of the dataset if they contain all values of the file, otherwise with
 * new ones.
 */
export async function adviseScale(conversion: Conversion): Promise<string> {
  const { image, name, declared = { scale: 1, offset: 0 }, warps } = conversion;
  const stated = (await statedPixels(image)) ?? { scale: 1, offset: 0 };
  const raw = await valuesOf(image);
  if (!raw) return `Use a file with values: all its pixels are no data.`;
  const found = inUnit(raw, stated);
  const isDeclared = contains(declared, found);
  const { scale, offset } = isDeclared ? declared : scaleFor(found);
  if (scale === 1 && offset === 0 && found.areWhole) return `Convert it: \`${warpCommand(name)}\`.`;
  const toRaw = (pixel: number): number =>
    short((offset + pixel * scale - stated.offset) / stated.scale);
  const between = `${name.replace(/\.tiff?$/i, '')}-degrees.tif`;
  const warp = `gdalwarp -t_srs EPSG:4326 -ot Float64 -dstnodata ${toRaw(MOST + 1)} -co COMPRESS=DEFLATE ${name} ${between}`;
  const options = `-ot Byte -scale ${toRaw(0)} ${toRaw(MOST)} 0 ${MOST} -a_nodata 255 -a_scale ${scale} -a_offset ${offset}`;
  const translate = translateCommand(warps ? between : name, options, outputOf(name));
  const convert = warps
    ? `Convert it in two steps: \`${warp}\`, then \`${translate}\`.`
    : `Convert it: \`${translate}\`.`;
  if (isDeclared) return convert;
  return `Its values are ${short(found.min)} to ${short(found.max)}. ${convert} Then write \`scale: ${scale}\` and \`offset: ${offset}\` in the dataset. If the values are classes, give them numbers from 0 to 254 instead.`;
}

/** Reads all values, some rows at a time. Returns null if all pixels are no data. */
async function valuesOf(image: GeoTIFFImage): Promise<Found | null> {
  const [width, height, rows] = [image.getWidth(), image.getHeight(), image.getTileHeight()];
  const noData = image.getGDALNoData();
  let [min, max, areWhole] = [Infinity, -Infinity, true];
  for (let y = 0; y < height; y += rows) {
    const window = [0, y, width, Math.min(y + rows, height)];
    const [band] = (await image.readRasters({ window })) as unknown as [ArrayLike<number>];
    for (let i = 0; i < band.length; i += 1) {
      const value = band[i]!;
      if (!Number.isFinite(value) || isSame(value, noData)) continue;
      min = Math.min(min, value);
      max = Math.max(max, value);
      areWhole &&= Number.isInteger(value);
    }
  }
  return min <= max ? { min, max, areWhole } : null;
}

/** Returns whether a value is the one for no data, which files may state in single precision. */
function isSame(value: number, noData: number | null): boolean {
  return noData !== null && (value === noData || value === Math.fround(noData));
}

function inUnit({ min, max, areWhole }: Found, { scale, offset }: PixelScale): Found {
  const ends = [min * scale + offset, max * scale + offset];
  const isPlain = scale === 1 && offset === 0;
  return { min: Math.min(...ends), max: Math.max(...ends), areWhole: areWhole && isPlain };
}

/**
 * Returns whether the numbers 0 to 254 reach all values. Values with decimals need a declared
 * scale, because they would be rounded.
 */
function contains({ scale, offset }: PixelScale, { min, max, areWhole }: Found): boolean {
  if (scale === 0 || (scale === 1 && offset === 0 && !areWhole)) return false;
  const ends = [offset, offset + MOST * scale];
  return Math.min(...ends) <= min && max <= Math.max(...ends);
}

/** Returns a scale and offset with few digits, between which all values are. */
function scaleFor({ min, max, areWhole }: Found): PixelScale {
  if (areWhole && max - min <= MOST) return { scale: 1, offset: min };
  if (min === max) return { scale: 1, offset: short(min) };
  const digit = 10 ** (Math.floor(Math.log10((max - min) / MOST)) - 1);
  const offset = short(Math.floor(min / digit) * digit);
  return { scale: short(Math.ceil((max - offset) / MOST / digit) * digit), offset };
}

/** Removes the last digits, which are the errors of calculations. */
function short(number: number): number {
  return Number(number.toPrecision(12));
}
