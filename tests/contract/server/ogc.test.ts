import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: path, headers });

interface LinkList {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}
const linkOf = (answer: { json: () => LinkList }, rel: string) =>
  answer.json().links.find((one) => one.rel === rel)?.href;

describe('OGC API Features', () => {
  it('leads from the landing page to conformance, collections and the description', async () => {
    const landing = await get('/ogc');
    expect(linkOf(landing, 'conformance')).toBe('https://atlas.example/ogc/conformance');
    expect(linkOf(landing, 'data')).toBe('https://atlas.example/ogc/collections');
    expect(linkOf(landing, 'service-desc')).toBe('https://atlas.example/api/openapi.json');
    expect((await get('/ogc/conformance')).json().conformsTo).toContain(
      'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
    );
  });

  it('lists the datasets that are open to the visitor, with the names of the map', async () => {
    const ids = async (headers?: Record<string, string>) =>
      (await get('/ogc/collections', headers))
        .json()
        .collections.map(({ id }: { id: string }) => id);
    const open = await ids();
    const own = await ids({ 'x-atlas-level': 'elder' });
    expect(open).toContain('wells');
    expect(open).not.toContain('graves');
    expect(own).toEqual(expect.arrayContaining([...open, 'graves']));
    // The posts may be read whole only by those who may download them; others ask for an area.
    expect([open.includes('posts'), own.includes('posts')]).toEqual([false, true]);
    expect((await get('/ogc/collections/posts')).statusCode).toBe(200);
  });

  it('has every feature once over the pages of a collection', async () => {
    const seen: unknown[] = [];
    let next: string | undefined = '/ogc/collections/wells/items?limit=5';
    while (next !== undefined) {
      const page = await get(next.replace('https://atlas.example', ''));
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toContain('application/geo+json');
      const { features, numberReturned } = page.json();
      expect(numberReturned).toBe(features.length);
      expect(features.length).toBeLessThanOrEqual(5);
      seen.push(...features.map(({ id }: { id: unknown }) => id));
      next = linkOf(page, 'next');
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(12);
    const [first] = seen;
    const one = await get(`/ogc/collections/wells/items/${String(first)}`);
    expect(one.json()).toMatchObject({ type: 'Feature', id: first });
  });

  it('filters by box and fields, and gives no field above the visitor', async () => {
    const near = await get('/ogc/collections/wells/items?bbox=9,-1,10.6,5');
    expect(near.json().features).toHaveLength(3);
    const bare = await get('/ogc/collections/wells/items?fields=');
    expect(bare.json().features[0].properties).toEqual({});
    const own = server.model.datasets.get('wells')!;
    const above = [...own.fields.values()].find(({ permission }) => permission.rank > 0)!;
    const asked = await get(`/ogc/collections/wells/items?fields=${above.name}`);
    const unknown = await get('/ogc/collections/wells/items?fields=no-such');
    expect([asked.statusCode, asked.body]).toEqual([400, unknown.body]);
  });

  it.each([
    'limit=0',
    'limit=1e3',
    'bbox=1,2,3',
    'bbox=1,2,3,4,5',
    'bbox=0,5,10,0',
    'bbox=0,0,999,5',
    'after=9-1',
    'colour=red',
  ])('refuses %s with the reason, also in the form of the standard', async (query) => {
    const answer = await get(`/ogc/collections/wells/items?${query}`);
    expect(answer.statusCode).toBe(400);
    const { code, description, error } = answer.json();
    expect([code, error.id]).toEqual(['bad-request', 'bad-request']);
    expect(description).toBe(error.detail);
  });

  it('reports in the form of the standard what is unknown or not open', async () => {
    for (const [path, code] of [
      ['/ogc/collections/no-such', 'not-found'],
      ['/ogc/collections/wells/items/0', 'not-found'],
      ['/ogc/collections/graves', 'unauthorised'],
    ] as const) {
      const answer = (await get(path)).json();
      expect([path, answer.code]).toEqual([path, code]);
      expect(answer.description).toBe(answer.error.message);
    }
  });

  it('limits a request for more features', async () => {
    const all = await get('/ogc/collections/wells/items');
    for (const limit of ['10001', '99999', '999999999']) {
      const answer = await get(`/ogc/collections/wells/items?limit=${limit}`);
      expect(answer.json().features).toEqual(all.json().features);
    }
  });

  it('reads a box with heights, and one across the 180th meridian', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await get(`/ogc/collections/wells/items?${query}`))
        .json()
        .features.map(({ id }: { id: number }) => id);
    expect(await ids('bbox=9,-1,-100,10.6,5,8000.5')).toEqual(await ids('bbox=9,-1,10.6,5'));
    // Programs send more digits than a number has.
    expect(await ids('bbox=9.00000000000000001,-1,10.6,5')).toEqual(await ids('bbox=9,-1,10.6,5'));
    const [west, east] = [await ids('bbox=-180,-90,10.6,90'), await ids('bbox=12,-90,180,90')];
    const both = [...west, ...east].sort((a, b) => a - b);
    expect(Math.min(west.length, east.length)).toBeGreaterThan(1);
    expect(await ids('bbox=12,-90,10.6,90')).toEqual(both);
    const pages: number[] = [];
    let next: string | undefined = '/ogc/collections/wells/items?limit=2&bbox=12,-90,10.6,90';
    while (next !== undefined) {
      const page = await get(next.replace('https://atlas.example', ''));
      pages.push(...page.json().features.map(({ id }: { id: number }) => id));
      next = linkOf(page, 'next');
    }
    expect(pages).toEqual(both);
    expect(await ids('bbox=170,-10,-170,10')).toEqual([]);
  });

  it('gives 401 for locked collections and 404 for hidden ones', async () => {
    expect((await get('/ogc/collections/graves/items')).statusCode).toBe(401);
    const hidden = server.atlas.hiddenNames[0]!;
    const [answer, unknown] = [
      await get(`/ogc/collections/${hidden}/items`),
      await get('/ogc/collections/no-such/items'),
    ];
    expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
  });
});

interface DescribedCall {
  readonly tags?: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
}

describe('the description of the interface', () => {
  it('has every call with its parameters, and no names of the atlas', async () => {
    const { paths } = (await get('/api/openapi.json')).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/geodata/{name}',
        '/api/mvt/tile/{name}/{z}/{x}/{y}.pbf',
        '/api/features/{dataset}/{id}',
        '/ogc/collections/{collection}/items',
      ]),
    );
    const { parameters } = paths['/ogc/collections/{collection}/items'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['collection', 'bbox', 'limit', 'after', 'fields']),
    );
    expect(JSON.stringify(paths)).not.toContain('wells');
    // As the standard describes them, although the server reads text.
    const named = (name: string) =>
      parameters.find((parameter: { name: string }) => parameter.name === name);
    expect(named('bbox')).toMatchObject({
      style: 'form',
      explode: false,
      required: false,
      schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
    });
    expect(named('limit').schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 1e4,
      default: 100,
    });
    expect(named('datetime').schema.type).toBe('string');
  });

  it('has the WMS with its parameters, although the service parses them', async () => {
    const { paths } = (await get('/api/openapi.json')).json();
    const { summary, parameters, responses } = paths['/wms'].get;
    expect(summary).toContain('Web Map Service');
    const names = parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['REQUEST', 'LAYERS', 'BBOX', 'QUERY_LAYERS']));
    expect(Object.keys(responses[404].content)).toEqual(['text/xml', 'application/vnd.ogc.se_xml']);
    const bare = await get('/wms?Request=GetCapabilities&width=none');
    expect(bare.statusCode).toBe(200);
  });

  it('has a description for every parameter and a group for every call of data', async () => {
    const { paths, tags } = (await get('/api/openapi.json')).json();
    const headings = tags.map(({ name }: { name: string }) => name);
    for (const [path, calls] of Object.entries<Record<string, DescribedCall>>(paths)) {
      for (const { parameters, tags: [tag] = [] } of Object.values(calls)) {
        const bare = parameters.filter(({ description }) => !description).map(({ name }) => name);
        expect([path, bare]).toEqual([path, []]);
        expect(headings).toContain(tag);
      }
    }
  });
});
