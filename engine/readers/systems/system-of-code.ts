import { isRecord } from '../../http/is-record.ts';
import { OLD_DATUMS } from './old-datums.ts';

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

/** Longitude and latitude, by the number of the EPSG. */
const DEGREES: ReadonlyMap<number, string> = new Map([
  [4326, WGS84],
  [4210, degreesOn('Arc 1960')],
  [4263, degreesOn('Minna')],
  [4193, degreesOn('Manoca 1962')],
]);

/** Zones of UTM: the first number of the EPSG and its zone, the number of zones, and the datum. */
const UTM = [
  { first: 32_601, zone: 1, count: 60, isSouth: false, datum: 4326 },
  { first: 32_701, zone: 1, count: 60, isSouth: true, datum: 4326 },
  { first: 21_035, zone: 35, count: 3, isSouth: true, datum: 4210 },
  { first: 21_095, zone: 35, count: 3, isSouth: false, datum: 4210 },
  { first: 26_331, zone: 31, count: 2, isSouth: false, datum: 4263 },
  { first: 2215, zone: 32, count: 1, isSouth: false, datum: 4193 },
] as const;

/**
 * Returns the well-known text of a system that a file names by its number of the EPSG: UTM and
 * degrees on WGS 84 and on the old datums of the region, and Web Mercator. Null for another one.
 */
export function systemOfCode(code: number): string | null {
  if (code === 3857) return WEB_MERCATOR;
  const degrees = DEGREES.get(code);
  if (degrees !== undefined) return degrees;
  const series = UTM.find(({ first, count }) => code >= first && code < first + count);
  if (!series) return null;
  const { first, isSouth, datum } = series;
  const base = DEGREES.get(datum)!;
  const zone = series.zone + code - first;
  const name = `${/"([^"]*)"/.exec(base)![1]} / UTM zone ${zone}${isSouth ? 'S' : 'N'}`;
  return (
    `PROJCS["${name}",${base},PROJECTION["Transverse_Mercator"],` +
    `PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",${zone * 6 - 183}],` +
    'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],' +
    `PARAMETER["false_northing",${isSouth ? 10_000_000 : 0}],UNIT["metre",1]]`
  );
}

const WEB_MERCATOR =
  `PROJCS["WGS 84 / Pseudo-Mercator",${WGS84},PROJECTION["Mercator_Auxiliary_Sphere"],` +
  'PARAMETER["False_Easting",0],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",0],' +
  'PARAMETER["Standard_Parallel_1",0],PARAMETER["Auxiliary_Sphere_Type",0],UNIT["metre",1]]';

function degreesOn(name: string): string {
  const { radius, inverseFlattening } = OLD_DATUMS.find((datum) => datum.name === name)!;
  return (
    `GEOGCS["${name}",DATUM["${name.replaceAll(' ', '_')}",SPHEROID["Clarke 1880",${radius},${inverseFlattening}]],` +
    'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
  );
}

/** `EPSG:32633`, `urn:ogc:def:crs:EPSG::32733` or `http://www.opengis.net/def/crs/EPSG/0/4263`. */
const NAME = /EPSG(?::+(?:[\d.]*:)?|\/[\d.]+\/)(\d+)$/i;

/** Returns the well-known text of the system that the member `crs` of GeoJSON names; null for another one. */
export function systemNamed(crs: unknown): string | null {
  const properties = isRecord(crs) ? crs['properties'] : null;
  const name = isRecord(properties) ? properties['name'] : null;
  const [, code] = NAME.exec(typeof name === 'string' ? name : '') ?? [];
  return code === undefined ? null : systemOfCode(Number(code));
}
