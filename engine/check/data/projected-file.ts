import { isWithin, touches } from '../../basics/bounds.ts';
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
  const mercator = fromMercator(bounds);
  const isMercator = mayBeUtm(bounds) ? isWithin(mercator, region) : touches(mercator, region);
  if (isMercator) return { file: load.file, options, system: 'EPSG:3857', isKnown: true };
  return { file: load.file, options, system: utmOf(region, bounds), isKnown: false };
}

function fromMercator([west, south, east, north]: Bounds): Bounds {
  const degrees = (radians: number): number => (radians * 180) / Math.PI;
  const latitude = (y: number): number => degrees(Math.atan(Math.sinh(y / RADIUS)));
  return [degrees(west / RADIUS), latitude(south), degrees(east / RADIUS), latitude(north)];
}

/** Returns whether all coordinates are eastings and northings that a UTM zone can have. */
function mayBeUtm([west, south, east, north]: Bounds): boolean {
  return west >= 100_000 && east <= 900_000 && south >= 0 && north <= 10_000_000;
}

/** Returns the UTM zone of the middle of the region, as an example. Northings of the south are large. */
function utmOf([west, , east]: Bounds, [, south]: Bounds): string {
  const zone = Math.floor(((west + east) / 2 + 180) / 6) + 1;
  return `EPSG:${south > 5_000_000 ? 327 : 326}${String(zone).padStart(2, '0')}`;
}
