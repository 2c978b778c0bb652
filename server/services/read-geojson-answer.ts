import { isRecord } from './is-record.ts';
import type { ServiceClient } from './service-client.ts';

/** Asks for a GeoJSON document and returns its features. Throws `ServiceError`. */
export async function readGeoJsonAnswer(
  client: ServiceClient,
  address: string,
): Promise<readonly unknown[]> {
  const document = await client.json(address);
  refuseEsriError(document, client, address);
  const features = featuresOf(document);
  if (!features) {
    throw client.fault(
      'format',
      address,
      'JSON came, but no FeatureCollection',
      'Check `path`. A layer of ArcGIS wants `format: esri-json`, a list of records `format: list`.',
    );
  }
  if (isCut(document)) {
    throw client.fault(
      'incomplete',
      address,
      'only a part of the features came (`exceededTransferLimit`)',
      'Write `format: esri-json`, which asks page by page.',
    );
  }
  return features;
}

/** The features of a GeoJSON document; null when it is none. */
export function featuresOf(document: unknown): readonly unknown[] | null {
  if (!isRecord(document)) return null;
  const { type, features } = document;
  if (type === 'Feature') return [document];
  return type === 'FeatureCollection' && Array.isArray(features) ? features : null;
}

/** ArcGIS says it at the top or, in GeoJSON, under `properties`. */
export function isCut(document: unknown): boolean {
  if (!isRecord(document)) return false;
  const { exceededTransferLimit: cut, properties } = document;
  return cut === true || (isRecord(properties) && properties['exceededTransferLimit'] === true);
}

/** ArcGIS answers errors with the status 200. */
export function refuseEsriError(document: unknown, client: ServiceClient, address: string): void {
  const error = isRecord(document) ? document['error'] : undefined;
  if (!isRecord(error)) return;
  const { code, message } = error;
  const words = typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  throw client.fault(
    'status',
    address,
    `the service refused it with ${String(code)}${words}`,
    'Check `path`: the number of the layer, the names of fields, and whether it asks for a login.',
  );
}
