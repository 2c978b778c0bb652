import type { Geometry } from 'geojson';
import { isRecord } from 'atlas-engine/http';
import {
  checkGeoJsonSystem,
  convertGeometry,
  systemNamed,
  type Conversion,
} from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';
import { namingSystem, type ReferenceSystems } from './reference-systems.ts';

const RECORD_SEPARATOR = '\u001e';

/** What separates the texts of GeoJSON by lines; RFC 8142 puts a record separator before each. */
const BETWEEN = new RegExp(`[${RECORD_SEPARATOR}\\r\\n]+`);

/**
 * Returns the features of a GeoJSON text, or of one text in each line. Throws `ImportError`, and
 * `SyntaxError` for bad JSON.
 */
export function readGeoJson(text: string, systems: ReferenceSystems): unknown[] {
  return documentsOf(text).flatMap((json) => {
    if (!isRecord(json)) throw new ImportError({ code: 'damaged' });
    const conversion = conversionFor(json, systems);
    const features = featuresOf(json);
    return conversion ? features.map((feature) => converted(feature, conversion)) : features;
  });
}

function documentsOf(text: string): unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch (error) {
    const lines = text.split(BETWEEN).filter((line) => line.trim() !== '');
    if (lines.length < 2 && !text.includes(RECORD_SEPARATOR)) throw error;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

function featuresOf(json: Readonly<Record<string, unknown>>): unknown[] {
  if (json['type'] === 'FeatureCollection' && Array.isArray(json['features']))
    return json['features'] as unknown[];
  return json['type'] === 'Feature'
    ? [json]
    : [{ type: 'Feature', properties: {}, geometry: json }];
}

/** Returns the conversion of a document, as its member `crs` says; null for WGS 84. */
function conversionFor(
  json: Readonly<Record<string, unknown>>,
  systems: ReferenceSystems,
): Conversion | null {
  const wkt = systemNamed(json['crs']);
  if (wkt !== null) return systems.conversionFrom(wkt);
  namingSystem(() => checkGeoJsonSystem(json, { file: '', convert: '' }));
  return null;
}

function converted(feature: unknown, conversion: Conversion): unknown {
  if (!isRecord(feature) || !isRecord(feature['geometry'])) return feature;
  // The geometry is checked with those of other files, after the conversion.
  const geometry = feature['geometry'] as unknown as Geometry;
  return { ...feature, geometry: convertGeometry(geometry, conversion) };
}
