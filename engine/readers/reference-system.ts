import type { Geometry, Position } from 'geojson';
import proj4 from 'proj4';
import { UnreadableData } from './unreadable-data.ts';

/**
 * The names of the datum WGS 84 that ESRI, GDAL and OGC write in well-known text, first and second
 * edition.
 */
const WGS84_DATUM =
  /(?:DATUM|ENSEMBLE)\s*\[\s*"(?:D_)?W(?:GS|orld[ _]Geodetic[ _]System)[ _]*(?:19)?84(?: ensemble)?"/i;
const GREENWICH = /PRIMEM\s*\[\s*"[^"]*"\s*,\s*0(?:\.0*)?\s*[,\]]/i;
const PROJECTED = /^\s*(?:PROJCS|PROJCRS|PROJECTEDCRS)\b/i;
const IN_DEGREES = /"degree"\s*,\s*0\.01745/i;

/** The source of coordinates, for messages. */
export interface CoordinatesOf {
  readonly file: string;
  /** The command that converts the file. */
  readonly convert: string;
}

/**
 * Returns the conversion from a reference system, in well-known text, to degrees on WGS 84; null
 * when the coordinates are that already. Projections of WGS 84 are converted. Other datums differ by
 * up to hundreds of metres and need a transformation chosen for the place: for them it throws
 * `UnreadableData` with the command to run.
 */
export function conversionOf(
  wkt: string,
  { file, convert }: CoordinatesOf,
): ((position: Position) => Position) | null {
  const name = /"([^"]*)"/.exec(wkt)?.[1] ?? 'an unknown reference system';
  const refuse = (): UnreadableData =>
    new UnreadableData(
      `The coordinates of \`${file}\` are in ${name}, and only WGS 84 and its projections are supported. Convert them: \`${convert}\`.`,
    );
  if (!WGS84_DATUM.test(wkt) || !GREENWICH.test(wkt)) throw refuse();
  if (!PROJECTED.test(wkt)) {
    if (IN_DEGREES.test(wkt)) return null;
    throw refuse();
  }
  try {
    const { inverse } = proj4(wkt);
    return ([x = NaN, y = NaN]) => inverse([x, y]);
  } catch {
    throw refuse();
  }
}

/** Converts every position of a geometry that is not a collection. */
export function convertGeometry<G extends Geometry>(
  geometry: G,
  convert: (position: Position) => Position,
): G {
  const walk = (coordinates: unknown): unknown => {
    const list = coordinates as unknown[];
    return typeof list[0] === 'number' ? convert(list as Position) : list.map(walk);
  };
  if (geometry.type === 'GeometryCollection')
    return {
      ...geometry,
      geometries: geometry.geometries.map((part) => convertGeometry(part, convert)),
    };
  return { ...geometry, coordinates: walk(geometry.coordinates) };
}
