import type { GeoTIFFImage } from 'geotiff';
import type { Bounds } from '../../../store/store.ts';
import { declaredSystem, PROJECTED } from './declared-system.ts';
import type { OpenTiff } from './open-tiff.ts';
import { refuseRaster, translateCommand, warpCommand } from './refuse-raster.ts';

const GEOGRAPHIC = 2;
const PIXEL_IS_POINT = 2;
/** Half the width of the world in Web Mercator, in metres. */
const WORLD_METRES = 20_037_508.342789244;

/** The box of a raster in degrees (EPSG:4326) or in metres of Web Mercator (EPSG:3857). */
export interface Placed {
  readonly system: 4326 | 3857;
  readonly bounds: Bounds;
}

/** x = `west` + column · `across`, y = `north` + row · `down`. */
interface Affine {
  readonly west: number;
  readonly across: number;
  readonly north: number;
  readonly down: number;
}

/**
 * Finds the position of a GeoTIFF. Throws `UnreadableData` when it is missing, rotated, in another
 * reference system, or outside the world.
 */
export function placeRaster({ image, name, width, height }: OpenTiff): Placed {
  const affine = affineOf(image, name);
  const system = systemOf(image, name);
  const { west, across, north, down } = affine;
  const bounds: Bounds = [west, north + height * down, west + width * across, north];
  // A raster of the whole world may exceed its edge by a part of a cell.
  const [x, y] = system === 4326 ? [180, 90] : [WORLD_METRES, WORLD_METRES];
  const isInside =
    bounds[0] >= -x - across &&
    bounds[2] <= x + across &&
    bounds[1] >= -y + down &&
    bounds[3] <= y - down;
  if (!isInside)
    throw refuseRaster(
      name,
      `reaches from ${bounds[0]} to ${bounds[2]} and from ${bounds[1]} to ${bounds[3]}, which is outside the world`,
      `Clip it: \`${warpCommand(name).replace('-t_srs', '-te -180 -90 180 90 -t_srs')}\`.`,
    );
  return { system, bounds };
}

function systemOf(image: GeoTIFFImage, name: string): Placed['system'] {
  const keys = image.getGeoKeys();
  const { model, code } = declaredSystem(image);
  if (model === PROJECTED && code === 3857) return 3857;
  if (model === GEOGRAPHIC && code === 4326) return 4326;
  if (model === 0 || code === 0)
    throw refuseRaster(
      name,
      'does not declare its reference system',
      `If its coordinates are longitude and latitude on WGS 84: \`${translateCommand(name, '-a_srs EPSG:4326')}\`.`,
    );
  const citation: unknown =
    keys?.GTCitationGeoKey ?? keys?.PCSCitationGeoKey ?? keys?.GeogCitationGeoKey;
  // The code 32767 means a reference system without an EPSG number.
  const found = code === 32_767 ? String(citation ?? 'a user-defined system') : `EPSG:${code}`;
  throw refuseRaster(
    name,
    `is in ${found}, and only EPSG:4326 and EPSG:3857 are supported`,
    `Convert it: \`${warpCommand(name)}\`.`,
  );
}

function affineOf(image: GeoTIFFImage, name: string): Affine {
  const [a, b, d, e, f, h] = coefficientsOf(image) ?? [];
  if (a === undefined || f === undefined || d === undefined || h === undefined)
    throw refuseRaster(
      name,
      'does not declare its position on the Earth',
      `If you know its edges: \`${translateCommand(name, '-a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH')}\`.`,
    );
  if (b !== 0 || e !== 0 || !(a > 0) || !(f < 0))
    throw refuseRaster(
      name,
      'is rotated: its first row is not in the north',
      `Convert it: \`${warpCommand(name)}\`.`,
    );
  // The position of a point is the centre of its cell.
  const back = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  return { west: d - back * a, across: a, north: h - back * f, down: f };
}

/**
 * Returns the coefficients of the position of a cell: x = a · column + b · row + d, y = e · column
 * + f · row + h (GeoTIFF 1.1, 7.3); null if they are not declared.
 */
function coefficientsOf(
  image: GeoTIFFImage,
): readonly [a: number, b: number, d: number, e: number, f: number, h: number] | null {
  const matrix: ArrayLike<number> | undefined = image.fileDirectory.getValue('ModelTransformation');
  if (matrix && matrix.length >= 8)
    return [matrix[0]!, matrix[1]!, matrix[3]!, matrix[4]!, matrix[5]!, matrix[7]!];
  const scale: ArrayLike<number> | undefined = image.fileDirectory.getValue('ModelPixelScale');
  const tie: ArrayLike<number> | undefined = image.fileDirectory.getValue('ModelTiepoint');
  if (!scale || !tie || scale.length < 2 || tie.length < 6) return null;
  const [across, down] = [scale[0]!, -scale[1]!];
  return [across, 0, tie[3]! - tie[0]! * across, 0, down, tie[4]! - tie[1]! * down];
}
