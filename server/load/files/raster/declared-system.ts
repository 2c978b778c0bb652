import type { GeoTIFFImage } from 'geotiff';

/** The model of a reference system in metres. */
export const PROJECTED = 1;

/** Returns whether a GeoTIFF declares a reference system that is not supported. */
export function isInOtherSystem(image: GeoTIFFImage): boolean {
  const { model, code } = declaredSystem(image);
  if (model === 0 || code === 0) return false;
  return code !== (model === PROJECTED ? 3857 : 4326);
}

/** Returns the model and the EPSG number of the reference system; 0 where the file names none. */
export function declaredSystem(image: GeoTIFFImage): {
  readonly model: number;
  readonly code: number;
} {
  const keys = image.getGeoKeys();
  const model = Number(keys?.GTModelTypeGeoKey ?? 0);
  const code = model === PROJECTED ? keys?.ProjectedCSTypeGeoKey : keys?.GeographicTypeGeoKey;
  return { model, code: Number(code ?? 0) };
}
