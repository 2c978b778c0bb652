import { touches } from '../../basics/bounds.ts';
import type { Bounds, Dataset } from '../../model/model.ts';
import type { ProjectedFile } from '../../diagnostics/parameters.ts';

/** Numbers above this are metres, not degrees. */
const MOST_DEGREES = 1_000;
/** Metres per radian in EPSG:3857. */
const RADIUS = 6_378_137;

/**
 * Returns how to convert a file of features in metres to longitude and latitude. Returns undefined
 * if `bounds`, the bounds of the features, may be degrees, or if the data are not from a file.
 */
export function projectedFile(
  { load }: Dataset,
  bounds: Bounds | null | undefined,
  region: Bounds,
): ProjectedFile | undefined {
  if (!bounds || bounds.every((number) => Math.abs(number) <= MOST_DEGREES)) return undefined;
  if (load.kind !== 'file' || load.format === 'geotiff') return undefined;
  const { coordinates: [x, y] = ['longitude', 'latitude'], wkt } = load;
  const columns =
    wkt === undefined
      ? [`X_POSSIBLE_NAMES=${x}`, `Y_POSSIBLE_NAMES=${y}`]
      : [`GEOM_POSSIBLE_NAMES=${wkt}`];
  const options = load.format === 'csv' ? columns.flatMap((each) => ['-oo', each]) : [];
  if (touches(fromMercator(bounds), region))
    return { file: load.file, options, system: 'EPSG:3857', isKnown: true };
  return { file: load.file, options, system: utmOf(region, bounds), isKnown: false };
}

function fromMercator([west, south, east, north]: Bounds): Bounds {
  const degrees = (radians: number): number => (radians * 180) / Math.PI;
  const latitude = (y: number): number => degrees(Math.atan(Math.sinh(y / RADIUS)));
  return [degrees(west / RADIUS), latitude(south), degrees(east / RADIUS), latitude(north)];
}

/** Returns the UTM zone of the middle of the region, as an example. Northings of the south are large. */
function utmOf([west, , east]: Bounds, [, south]: Bounds): string {
  const zone = Math.floor(((west + east) / 2 + 180) / 6) + 1;
  return `EPSG:${south > 5_000_000 ? 327 : 326}${String(zone).padStart(2, '0')}`;
}
