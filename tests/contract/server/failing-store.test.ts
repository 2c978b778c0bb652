import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import type { DatasetStore } from '../../../server/store/store.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';
import { readXml } from './read-xml.ts';
import { startWmsServer, type WmsServer } from './wms-server.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const STORE_CALLS = ['status', 'tile', 'feature', 'page', 'shapes', 'raster'] as const;

/** Creates a store whose calls fail from the `k`-th on, until it is repaired. */
function failingFrom(k: number): { store: DatasetStore; calls: () => number; repair: () => void } {
  const store = new FixtureStore();
  let calls = 0;
  let broken = true;
  for (const name of STORE_CALLS) {
    const call = store[name].bind(store) as (...parameters: unknown[]) => Promise<unknown>;
    Object.assign(store, {
      [name]: (...parameters: unknown[]) => {
        calls += 1;
        if (broken && calls >= k) return Promise.reject(new Error('SQLITE_FULL'));
        return call(...parameters);
      },
    });
  }
  return { store, calls: () => calls, repair: () => (broken = false) };
}

const MAP =
  'service=WMS&version=1.1.1&request=GetMap&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=8&height=8&format=image/png';

const ADDRESSES = [
  '/api/mvt/tile/wells/3/4/3.pbf?v=w0',
  '/api/mvt/tile/places/3/4/3.pbf',
  '/api/features/wells/1',
  '/api/geodata/places/',
  `/wms?${MAP}&layers=heat`,
  `/wms?${MAP}&layers=wells,heat`,
];

describe('a store that fails at its k-th call', () => {
  it.each(ADDRESSES)('gives a defined answer and recovers: %s', async (url) => {
    const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
    folders.push(configDir, appDir);
    const snapshot = await makeSnapshot(configDir);
    const parts = [...snapshot.publicParts.keys()];
    expect(parts.length).toBeGreaterThan(0);
    for (let k = 1; k < 20; k += 1) {
      const { store, calls, repair } = failingFrom(k);
      const app = await createServer({ snapshot, store, appDir });
      const first = await app.inject(url);
      if (calls() < k) {
        expect(first.statusCode).toBe(200);
        return;
      }
      expect([k, first.statusCode, first.headers['retry-after']]).toEqual([k, 503, '5']);
      expect(first.headers['cache-control']).toBe('private, no-store');
      for (const open of ['/', '/health', ...parts, '/api/mvt/wells.json']) {
        expect((await app.inject(open)).statusCode).toBe(200);
      }
      repair();
      expect((await app.inject(url)).statusCode).toBe(200);
      await app.close();
    }
    expect.unreachable('the store was called more often than expected');
  });
});

describe('a WMS whose store fails', () => {
  let server: WmsServer;
  beforeAll(async () => {
    server = await startWmsServer();
    server.store.failure = new Error('gone from 10.0.0.7');
  });
  afterAll(() => server.close());

  const INFO = { request: 'GetFeatureInfo', query_layers: 'heat', info_format: 'text/plain' };
  const point = (version: string) =>
    version === '1.3.0' ? { i: '3', j: '3' } : { x: '3', y: '3' };

  it.each([
    ['1.1.1', 'application/vnd.ogc.se_xml'],
    ['1.3.0', 'text/xml'],
  ])('reports it to clients of %s in their form, and when to retry', async (version, type) => {
    for (const operation of [{}, { ...INFO, ...point(version) }]) {
      const answer = await server.ask({ version, crs: 'CRS:84', ...operation });
      expect([
        answer.statusCode,
        answer.headers['retry-after'],
        answer.headers['cache-control'],
      ]).toEqual([503, '5', 'private, no-store']);
      expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
      const root = readXml(answer.body);
      expect([root.name, root.attributes.version]).toEqual(['ServiceExceptionReport', version]);
      expect(root.children.map(({ attributes }) => attributes.code)).toEqual(['NoApplicableCode']);
      expect(answer.body).toContain('The data cannot be read at the moment.');
      expect(answer.body).not.toContain('10.0.0.7');
    }
  });

  it('draws it for clients that show only pictures', async () => {
    const [words, empty] = await Promise.all(
      ['INIMAGE', 'BLANK'].map((exceptions) => server.ask({ exceptions, width: '300' })),
    );
    for (const answer of [words!, empty!])
      expect([
        answer.statusCode,
        answer.headers['content-type'],
        answer.headers['cache-control'],
      ]).toEqual([200, 'image/png', 'private, no-store']);
    expect(words!.rawPayload.equals(empty!.rawPayload)).toBe(false);
  });
});
