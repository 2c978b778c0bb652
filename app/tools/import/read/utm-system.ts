import { isRecord } from 'atlas-engine/http';

/** A zone of UTM on WGS 84. */
export interface UtmSystem {
  readonly name: string;
  /** Its definition as well-known text. */
  readonly wkt: string;
}

/** `EPSG:32633` or `urn:ogc:def:crs:EPSG::32733`: 326 is north of the equator, 327 south of it. */
const NAME = /EPSG:+(?:[\d.]*:)?32([67])(\d\d)$/i;

/** Returns the UTM zone that the member `crs` of GeoJSON names; null for another system. */
export function utmSystem(crs: unknown): UtmSystem | null {
  const properties = isRecord(crs) ? crs['properties'] : null;
  const name = isRecord(properties) ? properties['name'] : null;
  const [, half, digits] = NAME.exec(typeof name === 'string' ? name : '') ?? [];
  const zone = Number(digits);
  if (half === undefined || zone < 1 || zone > 60) return null;
  const isSouth = half === '7';
  const title = `WGS 84 / UTM ${zone}${isSouth ? 'S' : 'N'}`;
  const wkt =
    `PROJCS["${title}",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],` +
    'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
    `PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",${zone * 6 - 183}],` +
    'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],' +
    `PARAMETER["false_northing",${isSouth ? 10_000_000 : 0}],UNIT["metre",1]]`;
  return { name: title, wkt };
}
