import { isRecord } from 'atlas-engine/http';
import { checkGeoJsonSystem } from 'atlas-engine/readers';
import { ImportError } from '../../../stores/bundle/import-types.ts';
import { namingSystem } from './naming-system.ts';

/** Returns the features of a GeoJSON text. Throws `ImportError`, and `SyntaxError` for bad JSON. */
export function readGeoJson(text: string): unknown[] {
  const json: unknown = JSON.parse(text);
  if (!isRecord(json)) throw new ImportError({ code: 'damaged' });
  namingSystem(() => checkGeoJsonSystem(json, { file: '', convert: '' }));
  if (json['type'] === 'FeatureCollection' && Array.isArray(json['features']))
    return json['features'];
  if (json['type'] === 'Feature') return [json];
  return [{ type: 'Feature', properties: {}, geometry: json }];
}
