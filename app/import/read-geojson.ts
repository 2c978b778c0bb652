import { ImportError } from '../stores/import-types.ts';

const WGS84_NAME = /(?:CRS84|EPSG:+(?:[\d.]*:)?4326)$/i;

/** Returns the features of a GeoJSON text. Throws `ImportError`, and `SyntaxError` for bad JSON. */
export function readGeoJson(text: string): unknown[] {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json)) throw new ImportError({ code: 'damaged' });
  const name =
    isRecord(json['crs']) &&
    isRecord(json['crs']['properties']) &&
    json['crs']['properties']['name'];
  if (typeof name === 'string' && !WGS84_NAME.test(name))
    throw new ImportError({ code: 'reference-system', name, convertible: false });
  if (json['type'] === 'FeatureCollection' && Array.isArray(json['features']))
    return json['features'];
  if (json['type'] === 'Feature') return [json];
  return [{ type: 'Feature', properties: {}, geometry: json }];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
