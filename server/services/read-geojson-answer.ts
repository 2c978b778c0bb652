import { isRecord } from 'atlas-engine/http';
import type { ServiceClient } from './service-client.ts';

/** Requests a GeoJSON document and returns its features. Throws `ServiceError`. */
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
      'the answer is JSON, but not a FeatureCollection',
      'Check `path`. A layer of ArcGIS needs `format: esri-json`, a list of records `format: list`.',
    );
  }
  if (isTruncated(document)) {
    throw client.fault(
      'incomplete',
      address,
      'the answer has only a part of the features (`exceededTransferLimit`)',
      'Use `format: esri-json`, which requests page by page.',
    );
  }
  return features;
}

/** Returns the features of a GeoJSON document; null when it is not one. */
export function featuresOf(document: unknown): readonly unknown[] | null {
  if (!isRecord(document)) return null;
  const { type, features } = document;
  if (type === 'Feature') return [document];
  return type === 'FeatureCollection' && Array.isArray(features) ? features : null;
}

/**
 * Returns whether the response is incomplete. ArcGIS reports this at the top level or, in GeoJSON,
 * under `properties`.
 */
export function isTruncated(document: unknown): boolean {
  if (!isRecord(document)) return false;
  const { exceededTransferLimit: exceeded, properties } = document;
  return (
    exceeded === true || (isRecord(properties) && properties['exceededTransferLimit'] === true)
  );
}

/** Throws if the response is an error, because ArcGIS sends errors with the status 200. */
export function refuseEsriError(document: unknown, client: ServiceClient, address: string): void {
  const error = isRecord(document) ? document['error'] : undefined;
  if (!isRecord(error)) return;
  const { code, message } = error;
  const words = typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  throw client.fault(
    'status',
    address,
    `the service answered with the error ${String(code)}${words}`,
    'Check `path`: the number of the layer, the names of fields, and whether it needs a login.',
  );
}
