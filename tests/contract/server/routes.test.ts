import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import {
  FixtureStore,
  makeAppFolder,
  makeConfigFolder,
  makeSnapshot,
  SECRETS,
  TITLE,
} from './fixture.ts';

let app: FastifyInstance;
let store: FixtureStore;
let snapshot: AtlasSnapshot;
const folders: string[] = [];

beforeAll(async () => {
  const configDir = makeConfigFolder();
  const appDir = makeAppFolder();
  folders.push(configDir, appDir);
  snapshot = await makeSnapshot(configDir);
  store = new FixtureStore();
  app = await createServer({ snapshot, store, appDir });
  await app.ready();
});

beforeEach(() => {
  app.replaceSnapshot(snapshot);
  store.failure = null;
  store.asked.length = 0;
});

afterAll(async () => {
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

type Headers = Record<string, string>;
const get = (url: string, headers: Headers = {}) => app.inject({ url, headers });
const as = (level: string): Headers => ({ 'x-atlas-level': level });

describe('the page', () => {
  it('is in the language of the address, then of the browser, then of the atlas', async () => {
    const language = async (url: string, headers: Headers = {}) =>
      /<html lang="(\w+)" dir="ltr">/.exec((await get(url, headers)).body)?.[1];
    expect(await language('/?lang=en', { 'accept-language': 'fr' })).toBe('en');
    expect(await language('/', { 'accept-language': 'de, en-GB;q=0.8, fr;q=0.5' })).toBe('en');
    expect(await language('/?lang=xx', { 'accept-language': 'de' })).toBe('fr');
  });

  it('varies by language only if the language was negotiated', async () => {
    expect((await get('/?lang=en')).headers.vary).toBe('Accept-Encoding');
    expect((await get('/')).headers.vary).toBe('Accept-Language, Accept-Encoding');
  });

  it('has the public index in a form whose text cannot leave its element', async () => {
    const { body } = await get('/?lang=en');
    const inlined = /<script type="application\/json" id="atlas-index">(.*?)<\/script>/s.exec(body);
    expect(JSON.parse(inlined![1]!).title).toBe(TITLE);
    expect(body).toContain('<title>Isle &amp; &lt;sea&gt;&lt;/script&gt;&lt;!-- &lt;b&gt;</title>');
  });

  it('answers 304 for the tag of the same encoding', async () => {
    const first = await get('/', { 'accept-encoding': 'br' });
    expect(first.headers['content-encoding']).toBe('br');
    const etag = String(first.headers.etag);
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('allows the hosts of the visitor, and no inline code', async () => {
    const policy = async (headers: Headers) =>
      String((await get('/', headers)).headers['content-security-policy']);
    expect(await policy({})).toContain("connect-src 'self' https://open.example;");
    expect(await policy(as('elder'))).toContain(SECRETS.host);
    expect(await policy(as('elder'))).not.toContain('unsafe');
    expect((await get('/', as('elder'))).headers['cache-control']).toBe('private, no-store');
  });
});

describe('the application', () => {
  it('is sent compressed, and cached without a time limit', async () => {
    const asset = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(asset.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(asset.rawPayload).toString()).toContain('export const n');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const zipped = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('export const n');
    expect((await get('/assets/index-abc.js')).body).toContain('export const n');
  });

  it('gives its worker a policy that allows reading data', async () => {
    const policy = (await get('/assets/index-abc.js')).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('default-src');
  });
});

describe('the bundle', () => {
  it('is public and cached without a time limit at addresses with a hash', async () => {
    const path = [...snapshot.publicParts.keys()].find((one) => one.includes('part.weather'))!;
    const part = await get(path);
    expect(part.json()).toMatchObject({ category: 'weather' });
    expect(part.headers['cache-control']).toContain('immutable');
    const other = path.replace(/weather\.[^.]+/, 'weather.h3');
    expect((await get(other)).statusCode).toBe(404);
  });

  it('adds a session part by level, which is not cached', async () => {
    const nobody = await get('/atlas/session.en.json');
    const { levels, entries, groups, sources } = nobody.json();
    expect({ levels, entries, groups, sources }).toEqual({
      levels: ['everyone'],
      entries: [],
      groups: {},
      sources: {},
    });
    const elder = await get('/atlas/session.en.json', as('elder'));
    expect(elder.json().groups.graves.legend[0].label).toBe(SECRETS.lockedValue);
    expect(elder.headers['cache-control']).toBe('private, no-store');
    expect(elder.headers.etag).toBeUndefined();
    expect((await get('/atlas/session.xx.json')).statusCode).toBe(404);
  });
});

describe('tiles', () => {
  const features = (body: Buffer) => JSON.parse(body.toString()).features;

  it('are compressed, or plain for clients without support', async () => {
    const tile = await get('/api/mvt/tile/wells/3/4/3.pbf', { 'accept-encoding': 'gzip' });
    expect(tile.headers['content-encoding']).toBe('gzip');
    expect(tile.headers['content-type']).toBe('application/vnd.mapbox-vector-tile');
    const plain = await get('/api/mvt/tile/wells/3/4/3.pbf');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(tile.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(features(plain.rawPayload)).toHaveLength(2);
  });

  it('are cached without a time limit under their public version', async () => {
    const tile = await get('/api/mvt/tile/wells/3/4/3.pbf?v=w0');
    expect(tile.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const other = await get('/api/mvt/tile/wells/3/4/3.pbf?v=old');
    expect(other.headers['cache-control']).toBe('private, no-cache');
    const plain = await get('/api/mvt/tile/wells/3/4/3.pbf');
    expect(plain.headers['cache-control']).toBe('private, max-age=60');
    expect(plain.headers.etag).toBe(tile.headers.etag);
  });

  it('are the same for everyone under a public version', async () => {
    const url = '/api/mvt/tile/wells/3/4/3.pbf?v=w0';
    const [nobody, elder] = [await get(url), await get(url, as('elder'))];
    expect(elder.rawPayload.equals(nobody.rawPayload)).toBe(true);
    expect(elder.headers['cache-control']).toBe(nobody.headers['cache-control']);
  });

  it('have a restricted field from its level on, and are then not cached', async () => {
    const url = '/api/mvt/tile/wells/3/4/3.pbf';
    expect((await get(url, as('member'))).body).not.toContain(SECRETS.fieldValue);
    const warden = await get(url, as('warden'));
    expect(warden.body).toContain(SECRETS.fieldValue);
    expect(warden.headers['cache-control']).toBe('private, no-store');
    expect((await get(url)).body).not.toContain(SECRETS.fieldValue);
  });

  it('of several datasets have those open to the visitor', async () => {
    const url = '/api/mvt/tile/places/3/4/3.pbf';
    expect(features((await get(url)).rawPayload)).toHaveLength(2);
    expect(features((await get(url, as('elder'))).rawPayload)).toHaveLength(6);
  });

  it('of a locked dataset are refused: 401 without, 403 with an account', async () => {
    expect((await get('/api/mvt/tile/graves/3/4/3.pbf')).statusCode).toBe(401);
    expect((await get('/api/mvt/tile/graves/3/4/3.pbf', as('warden'))).statusCode).toBe(403);
    expect((await get('/api/mvt/tile/graves/3/4/3.pbf', as('elder'))).statusCode).toBe(200);
    expect(store.asked.filter((question) => question.startsWith('tile'))).toHaveLength(1);
  });

  it('give 204 when empty and outside the zooms of the feed', async () => {
    expect((await get('/api/mvt/tile/paths/3/4/3.pbf')).statusCode).toBe(204);
    expect((await get('/api/mvt/tile/wells/13/0/0.pbf')).statusCode).toBe(204);
  });

  it('are also served under their former names', async () => {
    const body = JSON.parse((await get('/api/mvt/tile/wells-old/3/4/3.pbf')).body);
    expect(body.layer).toBe('places');
  });

  it('are made once for simultaneous requests, and cached', async () => {
    const url = '/api/mvt/tile/wells/4/5/6.pbf';
    await Promise.all(Array.from({ length: 20 }, () => get(url)));
    await get(url);
    expect(store.asked.filter((question) => question === 'tile wells 4/5/6')).toHaveLength(1);
  });

  it('of different visitors are never mixed, even with equal versions', async () => {
    const wells = snapshot.datasets.get('wells')!;
    const versions = { everyone: 'same', warden: 'same' };
    const same = { ...wells, stored: versions, versions };
    app.replaceSnapshot({
      ...snapshot,
      datasets: new Map([...snapshot.datasets, ['wells', same]]),
    });
    const kept = store.versions.wells!;
    store.versions.wells = versions;
    try {
      const url = '/api/mvt/tile/wells/6/1/1.pbf';
      for (const level of ['warden', 'everyone', 'warden', 'member']) {
        const { body } = await get(url, as(level));
        expect([level, body.includes(SECRETS.fieldValue)]).toEqual([level, level === 'warden']);
      }
    } finally {
      store.versions.wells = kept;
    }
  });

  it('of newer data in the store are not cached under the old version', async () => {
    const kept = store.versions.wells!;
    store.versions.wells = { everyone: 'w1', warden: 'w3' };
    try {
      const tile = await get('/api/mvt/tile/wells/5/1/1.pbf?v=w0');
      expect(tile.headers['cache-control']).toBe('private, no-cache');
      await get('/api/mvt/tile/wells/5/1/1.pbf?v=w0');
      expect(store.asked.filter((question) => question.startsWith('tile'))).toHaveLength(2);
    } finally {
      store.versions.wells = kept;
    }
  });

  it.each([
    ['GeoJSON', '/api/geodata/places/?v=w0'],
    [
      'pictures',
      '/wms?service=WMS&version=1.1.1&request=GetMap&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=8&height=8&format=image/png&layers=wells&v=w0',
    ],
  ])('and %s of newer data are not cached either', async (_what, url) => {
    const kept = store.versions.wells!;
    expect((await get(url)).headers['cache-control']).toContain('immutable');
    store.versions.wells = { everyone: 'w1', warden: 'w3' };
    try {
      // Another size, because the cached picture belongs to the version in its address.
      const answer = await get(url.replace('width=8', 'width=9'));
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
        200,
        'private, no-cache',
      ]);
    } finally {
      store.versions.wells = kept;
    }
  });

  it.each([
    '25/0/0',
    '3/8/0',
    '3/0/8',
    '-1/0/0',
    '03/1/1',
    '3/1e0/1',
    '3/0x1/1',
    '3/1.0/1',
    '3/ 1/1',
    '3/%31/99',
    'z/x/y',
    '3/99999999999/1',
    '+3/1/1',
    '3//1',
  ])('with the coordinates %s do not reach the store', async (path) => {
    for (const name of ['wells', 'graves', 'shrines', 'no-such']) {
      const { statusCode } = await get(`/api/mvt/tile/${name}/${path}.pbf`);
      expect([400, 404]).toContain(statusCode);
    }
    expect(store.asked).toEqual([]);
  });

  it('give 503 with `Retry-After` when the store fails', async () => {
    store.failure = new Error('disk CANARY');
    const tile = await get('/api/mvt/tile/wells/6/0/0.pbf');
    expect([tile.statusCode, tile.headers['retry-after']]).toEqual([503, '5']);
    expect(tile.body).not.toContain('CANARY');
    expect((await get('/')).statusCode).toBe(200);
  });
});

describe('TileJSON', () => {
  it('lists the fields of the visitor and versioned addresses', async () => {
    const json = (await get('/api/mvt/wells.json')).json();
    expect(json.tilejson).toBe('3.0.0');
    expect(json.tiles).toEqual(['http://localhost:80/api/mvt/tile/wells/{z}/{x}/{y}.pbf?v=w0']);
    expect(json.vector_layers[0].fields).toEqual({ name: 'String', depth: 'Number' });
    const warden = (await get('/api/mvt/wells.json', as('warden'))).json();
    expect(warden.vector_layers[0].fields).toHaveProperty('owner');
  });

  it('has no bounds of data without features', async () => {
    expect((await get('/api/mvt/wells.json')).json().bounds).toEqual([10, 0, 12, 2]);
    const datasets = [...snapshot.datasets].map(
      ([id, served]) => [id, { ...served, bounds: null }] as const,
    );
    app.replaceSnapshot({ ...snapshot, datasets: new Map(datasets) });
    expect(Object.keys((await get('/api/mvt/wells.json')).json())).not.toContain('bounds');
  });
});

describe('features', () => {
  it('have the fields of the visitor, without nulls', async () => {
    const open = await get('/api/features/wells/1');
    expect(open.json()).toEqual({
      id: 1,
      properties: { name: 'North well', depth: 12 },
      demo: true,
    });
    expect((await get('/api/features/wells/2')).json().properties).toEqual({ depth: 3 });
    const warden = await get('/api/features/wells/1', as('warden'));
    expect(warden.json().properties.owner).toBe(SECRETS.fieldValue);
    expect(warden.headers['cache-control']).toBe('private, no-store');
  });

  it('have their geometry on request, if tiles or GeoJSON have it too', async () => {
    const url = '/api/features/wells/1?geometry=true';
    const whole = (await get('/ogc/collections/wells/items/1')).json();
    expect((await get(url)).json().geometry).toEqual(whole.geometry);
    expect((await get('/api/features/wells/1?geometry=yes')).statusCode).toBe(400);
    const { access } = snapshot;
    app.replaceSnapshot({ ...snapshot, access: { ...access, tiles: new Map() } });
    expect((await get(url)).json()).toHaveProperty('geometry');
    const none = { tiles: new Map(), geojson: new Map() };
    app.replaceSnapshot({ ...snapshot, access: { ...access, ...none } });
    expect((await get(url)).json()).not.toHaveProperty('geometry');
  });

  it('have ids in one spelling only', async () => {
    for (const id of ['0', '01', '-1', '1e3', '1.0', '9007199254740993', 'x']) {
      expect((await get(`/api/features/wells/${id}`)).statusCode).toBe(400);
    }
  });
});

describe('files', () => {
  const url = '/atlas/files/data/relief.pmtiles';

  it('are sent whole or in the requested range', async () => {
    const whole = await get(url);
    expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, 1000]);
    const part = await get(url, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 10-19/1000']);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true);
    const end = await get(url, { range: 'bytes=-5' });
    expect(end.rawPayload.equals(whole.rawPayload.subarray(995))).toBe(true);
    const beyond = await get(url, { range: 'bytes=1000-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  it('answer a range of another state with the whole file', async () => {
    const { etag } = (await get(url)).headers;
    const same = await get(url, { range: 'bytes=0-0', 'if-range': String(etag) });
    expect(same.statusCode).toBe(206);
    const other = await get(url, { range: 'bytes=0-0', 'if-range': '"old"' });
    expect(other.statusCode).toBe(200);
  });

  it('answer HEAD with the length alone', async () => {
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '1000', '']);
  });
});

describe('every answer', () => {
  const WANTED = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
  ];

  it.each([
    '/',
    '/nowhere',
    '/api/mvt/tile/wells/3/4/3.pbf',
    '/api/mvt/tile/graves/3/4/3.pbf',
    '/%zz',
    `/${'a'.repeat(14_000)}`,
    '/wms',
    '/health',
    '/robots.txt',
    '/api/features/wells/x',
  ])('has the security headers and no server name: %#', async (url) => {
    const { headers } = await get(url);
    for (const name of WANTED) expect(headers).toHaveProperty(name);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('that is an error is JSON with an id and repeats nothing of the request', async () => {
    const cases: [string, number, string][] = [
      ['/nowhere-CANARY', 404, 'not-found'],
      ['/%zz', 400, 'bad-request'],
      [`/${'a'.repeat(14_000)}`, 414, 'address-too-long'],
      ['/api/features/wells/CANARY', 400, 'bad-request'],
      [`/api/features/${'n'.repeat(300)}/1`, 400, 'bad-request'],
      [`/api/features/${'n'.repeat(3_000)}/1`, 414, 'address-too-long'],
    ];
    for (const [url, status, id] of cases) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, status]);
      expect(answer.json().error.id).toBe(id);
      const { id: _, message, ...more } = answer.json().error;
      expect([typeof message, Object.keys(more).filter((key) => key !== 'detail')]).toEqual([
        'string',
        [],
      ]);
      expect(answer.body).not.toContain('CANARY');
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
  });

  it('to a method that changes something is 405', async () => {
    for (const url of [
      '/',
      '/health',
      '/api/mvt/tile/graves/3/4/3.pbf',
      '/wms',
      '/atlas/files/x',
    ]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await app.inject({ method, url });
        expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 405, 'GET, HEAD']);
      }
    }
  });

  it('to HEAD has the headers of GET and no body', async () => {
    for (const url of ['/', '/health', '/atlas/session.en.json', '/api/mvt/wells.json']) {
      const [head, full] = [await app.inject({ method: 'HEAD', url }), await get(url)];
      expect(head.body).toBe('');
      const { date: _1, ...headHeaders } = head.headers;
      const { date: _2, ...fullHeaders } = full.headers;
      expect(headHeaders).toEqual(fullHeaders);
    }
  });
});

describe('a change of the atlas', () => {
  it('affects the next request and not one in progress', async () => {
    const next = { ...snapshot, access: { ...snapshot.access, tiles: new Map() } };
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const ask = store.feature.bind(store);
    store.feature = async (...parameters) => {
      await held;
      return ask(...parameters);
    };
    const underWay = get('/api/features/wells/1');
    await new Promise((resolve) => setTimeout(resolve, 20));
    app.replaceSnapshot(next);
    release();
    expect((await underWay).statusCode).toBe(200);
    expect((await get('/api/mvt/tile/wells/3/4/3.pbf')).statusCode).toBe(404);
    store.feature = ask;
  });
});
