import { UnsupportedSystem, type CoordinatesOf } from './reference-system.ts';
import { shorten, SystemFault } from './systems/system-fault.ts';

/** Longitude and latitude on WGS 84, as programs name it: `EPSG:4326`, `urn:ogc:def:crs:OGC:1.3:CRS84`. */
const WGS84_NAME = /(?:CRS84h?|EPSG:+(?:[\d.]*:)?(?:4326|4979))$/i;

/**
 * Throws `UnsupportedSystem` for GeoJSON whose member `crs` has another reference system than WGS
 * 84. The member is that of GeoJSON of 2008; RFC 7946 has no other system.
 */
export function checkGeoJsonSystem(document: unknown, source: CoordinatesOf): void {
  const crs = memberOf(document, 'crs');
  if (crs === undefined || crs === null) return;
  const properties = memberOf(crs, 'properties');
  // Older programs write the number of the EPSG alone.
  const name = memberOf(properties, 'name') ?? `EPSG:${String(memberOf(properties, 'code'))}`;
  if (typeof name === 'string' && WGS84_NAME.test(name)) return;
  const found = shorten(typeof name === 'string' ? name : '') || 'an unknown reference system';
  throw new UnsupportedSystem(found, new SystemFault('geojson', found), source);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
