import { geometryOfEsri } from './esri-geometry.ts';
import { isRecord } from 'atlas-engine/http';
import { featuresOf, isTruncated, refuseEsriError } from './read-geojson-answer.ts';
import type { ServiceClient } from './service-client.ts';

/** The query of a layer; `path` overrides it. */
const QUERY: Readonly<Record<string, string>> = {
  where: '1=1',
  outFields: '*',
  returnGeometry: 'true',
  outSR: '4326',
  f: 'json',
};

/** Longitude and latitude in WGS 84; assumed when a layer does not declare its system. */
const WGS_84: ReadonlySet<unknown> = new Set([4326, undefined]);

/**
 * Requests a layer of an ArcGIS feature or map server page by page and returns GeoJSON features.
 * Answers in GeoJSON (`f=geojson` in the path) are accepted too. Throws `ServiceError`, also when the
 * service repeats features instead of sending the next ones.
 */
export async function readEsriAnswer(
  client: ServiceClient,
  layer: string,
): Promise<readonly unknown[]> {
  const query = queryAddress(layer);
  const all: unknown[] = [];
  let address = query;
  let before = '';
  for (;;) {
    const document = await client.json(address);
    refuseEsriError(document, client, address);
    const page = featuresOf(document) ?? featuresOfEsri(document, client, address);
    all.push(...page);
    if (!isTruncated(document)) return all;
    const mark = JSON.stringify(page);
    if (page.length === 0 || mark === before) throw repeated(client, address);
    before = mark;
    address = nextPage(query, all.length, document);
  }
}

function queryAddress(layer: string): string {
  const url = new URL(layer);
  if (!url.pathname.endsWith('/query')) url.pathname = `${url.pathname.replace(/\/$/, '')}/query`;
  for (const [name, value] of Object.entries(QUERY)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url.href;
}

/**
 * Returns the query of a page. Pages need a fixed order: the order of the object ids, unless `path`
 * specifies another one.
 */
function nextPage(query: string, offset: number, document: unknown): string {
  const url = new URL(query);
  url.searchParams.set('resultOffset', String(offset));
  const { objectIdFieldName: id } = isRecord(document) ? document : {};
  if (typeof id === 'string' && !url.searchParams.has('orderByFields')) {
    url.searchParams.set('orderByFields', id);
  }
  return url.href;
}

function repeated(client: ServiceClient, address: string): Error {
  return client.fault(
    'incomplete',
    address,
    'the service sent the same features again, so the remaining ones cannot be requested',
    'The layer does not support pages. Request less with a `where` in `path`, or load from a file.',
  );
}

function featuresOfEsri(document: unknown, client: ServiceClient, address: string): unknown[] {
  const { features, spatialReference } = isRecord(document) ? document : {};
  if (!Array.isArray(features)) {
    throw client.fault(
      'format',
      address,
      'the answer is JSON without a list of `features`',
      'Check `path`: it should end in the number of a layer, such as `/FeatureServer/0`.',
    );
  }
  const { wkid } = isRecord(spatialReference) ? spatialReference : {};
  if (!WGS_84.has(wkid)) {
    throw client.fault(
      'format',
      address,
      `the coordinates are projected (wkid ${String(wkid)})`,
      'Remove `outSR` from `path`. If `path` does not have it, the service does not support longitude and latitude.',
    );
  }
  return features.map(featureOfEsri);
}

function featureOfEsri(feature: unknown): unknown {
  const { attributes, geometry } = isRecord(feature) ? feature : {};
  return {
    type: 'Feature',
    geometry: geometryOfEsri(geometry),
    properties: isRecord(attributes) ? attributes : {},
  };
}
