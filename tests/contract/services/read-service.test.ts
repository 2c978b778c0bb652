import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readService, type ServiceLoad } from '../../../server/services/read-service.ts';
import { json, pointFeature, serviceAt, startMockServer, type MockServer } from './mock-server.ts';

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer();
});
afterAll(() => server.close());

const load = (more: Partial<ServiceLoad>): ServiceLoad => ({
  kind: 'service',
  service: {
    id: 'parks',
    address: null,
    env: 'ATLAS_PARKS_URL',
    fallback: 'hide',
    info: { links: [] },
  },
  path: '/parks',
  format: 'geojson',
  records: null,
  coordinates: ['longitude', 'latitude'],
  ...more,
});
const read = (more: Partial<ServiceLoad>) => readService(load(more), serviceAt(server.url));
const collection = { type: 'FeatureCollection', features: [pointFeature('a'), pointFeature('b')] };

describe('a service with GeoJSON', () => {
  it('gives its features', async () => {
    server.answer(json(collection));
    expect(await read({ path: '/parks?year=2024' })).toEqual(collection.features);
    expect(server.asked).toEqual(['/parks?year=2024']);
  });

  it('may compress its answer', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      server.answer((_request, response) => {
        response.setHeader('content-encoding', encoding);
        response.end(pack(JSON.stringify(collection)));
      });
      expect(await read({})).toEqual(collection.features);
    }
  });

  it('is refused when it reports missing features', async () => {
    for (const cut of [
      { exceededTransferLimit: true },
      { properties: { exceededTransferLimit: true } },
    ]) {
      server.answer(json({ ...collection, ...cut }));
      await expect(read({})).rejects.toThrow('Use `format: esri-json`');
    }
  });

  it('is refused for any other answer', async () => {
    server.answer(json({ type: 'Topology' }));
    await expect(read({})).rejects.toThrow('the answer is JSON, but not a FeatureCollection');
    server.answer(json({ error: { code: 498, message: 'Invalid token.' } }));
    await expect(read({})).rejects.toThrow(
      'the service answered with the error 498: Invalid token.',
    );
  });
});

/** A layer of ArcGIS with two features per page. */
function esriLayer(features: readonly object[], form: 'json' | 'geojson' = 'json') {
  server.answer((request, response) => {
    const query = new URL(request.url!, server.url).searchParams;
    const offset = Number(query.get('resultOffset') ?? 0);
    const page = features.slice(offset, offset + 2);
    const cut = offset + 2 < features.length;
    const document =
      form === 'geojson'
        ? {
            type: 'FeatureCollection',
            features: page,
            ...(cut && { properties: { exceededTransferLimit: true } }),
          }
        : {
            objectIdFieldName: 'FID',
            spatialReference: { wkid: 4326, latestWkid: 4326 },
            features: page,
            ...(cut && { exceededTransferLimit: true }),
          };
    json(document)(request, response);
  });
}

const site = (FID: number) => ({ attributes: { FID }, geometry: { x: FID, y: 1 } });

describe('a layer of ArcGIS', () => {
  it('is requested page by page, in longitude and latitude, in the order of its ids', async () => {
    esriLayer([1, 2, 3, 4, 5].map(site));
    const features = await read({ format: 'esri-json', path: '/FeatureServer/0' });
    expect(features).toHaveLength(5);
    expect(features[4]).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [5, 1] },
      properties: { FID: 5 },
    });
    const [first, second, third] = server.asked.map((asked) => new URL(asked, server.url));
    expect(first!.pathname).toBe('/FeatureServer/0/query');
    expect(Object.fromEntries(first!.searchParams)).toEqual({
      where: '1=1',
      outFields: '*',
      returnGeometry: 'true',
      outSR: '4326',
      f: 'json',
    });
    expect(second!.searchParams.get('resultOffset')).toBe('2');
    expect(third!.searchParams.get('resultOffset')).toBe('4');
    expect(third!.searchParams.get('orderByFields')).toBe('FID');
  });

  it('accepts GeoJSON, and filters, in its path', async () => {
    esriLayer(
      [1, 2, 3].map((n) => pointFeature(`p${n}`)),
      'geojson',
    );
    const path = '/MapServer/3/query?f=geojson&where=status=0&outFields=name';
    expect(await read({ format: 'esri-json', path })).toHaveLength(3);
    const asked = new URL(server.asked[0]!, server.url);
    expect(asked.searchParams.get('f')).toBe('geojson');
    expect(asked.searchParams.get('where')).toBe('status=0');
    expect(asked.searchParams.get('outSR')).toBe('4326');
  });

  it('gives polygons with their holes, whatever the order of the rings', async () => {
    const square = (west: number, south: number, size: number) => [
      [west, south],
      [west, south + size],
      [west + size, south + size],
      [west + size, south],
      [west, south],
    ]; // clockwise: an outer ring
    const [one, two, inner] = [square(0, 0, 10), square(20, 0, 10), square(4, 4, 2)];
    const hole = square(3, 3, 4).toReversed();
    const lost = square(50, 50, 1).toReversed();
    esriLayer([{ attributes: {}, geometry: { rings: [hole, one, two, inner, lost] } }]);
    const [feature] = (await read({ format: 'esri-json' })) as [{ geometry: object }];
    expect(feature.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [[one, hole], [two], [inner], [lost]],
    });
  });

  it('gives lines, points, several points, and nothing', async () => {
    const line = [
      [1, 1],
      [2, 2],
    ];
    esriLayer([
      { attributes: {}, geometry: { paths: [line] } },
      { attributes: {}, geometry: { points: line } },
    ]);
    const kinds = (await read({ format: 'esri-json' })) as { geometry: { type: string } }[];
    expect(kinds.map(({ geometry }) => geometry.type)).toEqual(['MultiLineString', 'MultiPoint']);
    esriLayer([{ attributes: {} }, { attributes: {}, geometry: { rings: [] } }]);
    const none = (await read({ format: 'esri-json' })) as { geometry: object | null }[];
    expect(none.map(({ geometry }) => geometry)).toEqual([null, null]);
  });

  it('is refused when it repeats the same page', async () => {
    server.answer(json({ features: [site(1)], exceededTransferLimit: true }));
    await expect(read({ format: 'esri-json' })).rejects.toThrow(
      'the service sent the same features again',
    );
    server.answer(json({ features: [], exceededTransferLimit: true }));
    await expect(read({ format: 'esri-json' })).rejects.toThrow('does not support pages');
  });

  it('is refused when it is projected, and when it is not a layer', async () => {
    server.answer(json({ features: [site(1)], spatialReference: { wkid: 102100 } }));
    await expect(read({ format: 'esri-json' })).rejects.toThrow('projected (wkid 102100)');
    server.answer(json({ layers: [] }));
    await expect(read({ format: 'esri-json' })).rejects.toThrow('without a list of `features`');
    server.answer(json({ error: { code: 400, message: 'Invalid query' } }));
    await expect(read({ format: 'esri-json' })).rejects.toThrow('400: Invalid query');
  });
});

describe('a list of records', () => {
  it('gives a point for each, wherever list and coordinates are', async () => {
    const forests = [
      { name: 'Bosongo', place: { lng: '16,5', lat: '1.25' } },
      { name: 'Lokele', place: { lng: 17, lat: null } },
    ];
    server.answer(json({ data: { forests } }));
    const features = await read({
      format: 'list',
      records: 'data.forests',
      coordinates: ['place.lng', 'place.lat'],
    });
    expect(features).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [16.5, 1.25] },
        properties: forests[0],
      },
      { type: 'Feature', geometry: null, properties: forests[1] },
    ]);
  });

  it('may be the whole answer, and empty', async () => {
    server.answer(json([{ longitude: 16, latitude: 1 }]));
    expect(await read({ format: 'list' })).toHaveLength(1);
    server.answer(json([]));
    expect(await read({ format: 'list' })).toEqual([]);
  });

  it('is refused with the existing names', async () => {
    server.answer(json({ items: [] }));
    await expect(read({ format: 'list' })).rejects.toThrow('`records`. The answer has `items`');
    server.answer(json([{ lon: 16, lat: 1 }]));
    await expect(read({ format: 'list' })).rejects.toThrow(
      '`coordinates`. The answer has `lon`, `lat`',
    );
  });
});
