import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS } from './fixture.ts';
import { startWmsServer, type Changes, type WmsServer } from './wms-server.ts';

let server: WmsServer;

beforeAll(async () => {
  server = await startWmsServer();
});
afterAll(() => server.close());

const as = (level: string) => ({ 'x-atlas-level': level });

/** Queries a pixel of the map of the fixture, which has 20 pixels from 10 E 2 N to 12 E 0 N. */
function ask(changes: Changes, headers: Record<string, string> = {}) {
  return server.ask(
    {
      request: 'GetFeatureInfo',
      layers: 'wells',
      query_layers: changes.layers ?? 'wells',
      info_format: 'application/json',
      x: '10',
      y: '9',
      feature_count: '5',
      ...changes,
    },
    headers,
  );
}

async function features(changes: Changes, headers: Record<string, string> = {}) {
  const answer = await ask(changes, headers);
  expect(answer.statusCode).toBe(200);
  return answer.json().features as { id?: string; properties: object; layer: string }[];
}

describe('GetFeatureInfo of features', () => {
  it('returns the features at a point, the topmost first', async () => {
    expect(await features({})).toEqual([
      {
        type: 'Feature',
        id: 'wells.2',
        layer: 'wells',
        demo: true,
        properties: { depth: 3 },
        geometry: { type: 'Point', coordinates: [11, 1] },
      },
      {
        type: 'Feature',
        id: 'wells.1',
        layer: 'wells',
        demo: true,
        properties: { name: 'North well', depth: 12 },
        geometry: { type: 'Point', coordinates: [11, 1] },
      },
    ]);
    expect(await features({ feature_count: undefined })).toHaveLength(1);
    // A circle of 4 pixels, and a tolerance of two more.
    expect(await features({ x: '15' })).toHaveLength(2);
    expect(await features({ x: '17' })).toEqual([]);
  });

  it('gives no field above the visitor, in any format', async () => {
    for (const format of ['text/plain', 'text/html', 'application/json', 'application/geo+json']) {
      const open = await ask({ info_format: format });
      expect(open.headers['content-type']).toBe(`${format}; charset=utf-8`);
      expect(open.body).toContain('North well');
      expect(open.body).not.toContain('CANARY');
      expect(open.headers['cache-control']).toBe('private, no-cache');
      const warden = await ask({ info_format: format }, as('warden'));
      expect(warden.body).toContain(SECRETS.fieldValue);
      expect(warden.headers['cache-control']).toBe('private, no-store');
    }
  });

  it('is text for people with the labels of fields in their language', async () => {
    const plain = { info_format: 'text/plain' };
    expect((await ask({ ...plain, language: 'en' })).body).toBe(
      'Wells\n  Depth: 3\n\nWells\n  Name: North well\n  Depth: 12\n',
    );
    const french = await ask(plain, { 'accept-language': 'fr' });
    expect(french.body).toContain('Puits\n  Profondeur: 3\n');
    expect(french.headers.vary).toContain('Accept-Language');
  });

  it('is a page with escaped text', async () => {
    const page = await ask({ info_format: 'text/html', layers: 'heat', query_layers: 'heat' });
    expect(page.body).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(page.body).toContain(
      '<title>Isle &amp; &lt;sea&gt;&lt;/script&gt;&lt;!-- &lt;b&gt;</title>',
    );
  });

  it('answers in the order of the requested layers, with the requested number of each', async () => {
    const layers = 'heat,wells';
    const found = await features({
      layers,
      query_layers: 'wells,heat',
      feature_count: '1',
      y: '10',
      x: '9',
    });
    expect(found.map(({ layer }) => layer)).toEqual(['wells', 'heat']);
    expect(await features({ layers, query_layers: 'heat', x: '1', y: '1' })).toHaveLength(1);
  });

  it('gives features of several datasets under one name different ids', async () => {
    const found = await features({ layers: 'water' }, as('warden'));
    expect(found.map(({ id }) => id)).toEqual(['wells.2', 'wells.1', 'shoals.1']);
  });

  it('uses I and J in 1.3.0', async () => {
    const recent = { version: '1.3.0', srs: undefined, crs: 'EPSG:4326', bbox: '0,10,2,12' };
    expect(await features({ ...recent, i: '10', j: '9' })).toHaveLength(2);
    const old = await ask(recent);
    expect(old.body).toContain('code="MissingParameterValue"');
  });

  it('finds nothing outside the world, and the same at every scale', async () => {
    expect(await features({ bbox: '200,0,220,20' })).toEqual([]);
    expect(await features({ bbox: '10,88,12,100', y: '0' })).toEqual([]);
    const close = '10.9999999,0.9999999,11.0000001,1.0000001';
    expect(await features({ bbox: close })).toHaveLength(2);
  });
});

describe('GetFeatureInfo of a raster', () => {
  const heat = { layers: 'heat' };

  it('returns the value of the cell, and its label', async () => {
    expect(await features({ ...heat, x: '2', y: '17' })).toMatchObject([
      { layer: 'heat', properties: { value: 30, label: 'Cold' } },
    ]);
    expect(await features({ ...heat, x: '2', y: '2' })).toMatchObject([
      { properties: { value: 10 } },
    ]);
    const words = await ask({ ...heat, x: '2', y: '2', info_format: 'text/plain' });
    expect(words.body).toBe('Heat\n  Heat: 10\u00a0°C\n');
  });

  it('returns nothing without data', async () => {
    expect(await features({ ...heat, x: '17', y: '17' })).toEqual([]);
    expect(await features({ ...heat, bbox: '20,0,22,2' })).toEqual([]);
  });
});

describe('a request for GetFeatureInfo', () => {
  it.each([
    [{ query_layers: undefined }, 'MissingParameterValue'],
    [{ query_layers: 'heat' }, 'LayerNotDefined'],
    [{ layers: 'shoals' }, 'LayerNotQueryable'],
    [{ layers: 'no-such' }, 'LayerNotDefined'],
    [{ x: '20' }, 'InvalidPoint'],
    [{ y: '-1' }, 'InvalidPoint'],
    [{ x: '1.5' }, 'InvalidPoint'],
    [{ x: undefined }, 'MissingParameterValue'],
    [{ info_format: 'application/vnd.ogc.gml' }, 'InvalidFormat'],
    [{ feature_count: '0' }, 'InvalidParameterValue'],
    [{ feature_count: 'all' }, 'InvalidParameterValue'],
    [{ width: undefined }, 'MissingParameterValue'],
  ])('is refused with a code: %j', async (changes, code) => {
    const answer = await ask(changes as Changes);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).toContain(`code="${code}"`);
  });

  it('is answered as text when 1.1.1 has no format, and refused in 1.3.0', async () => {
    const open = await ask({ info_format: undefined });
    expect(open.headers['content-type']).toContain('text/plain');
    const recent = { version: '1.3.0', srs: undefined, crs: 'CRS:84', i: '1', j: '1' };
    const refused = await ask({ ...recent, info_format: undefined });
    expect(refused.body).toContain('code="MissingParameterValue"');
  });

  it('for a locked layer gives 401, for a hidden one the same as for an unknown one', async () => {
    const status = async (layers: string, level?: string) =>
      (await ask({ layers }, level ? as(level) : {})).statusCode;
    expect(await status('hoards')).toBe(401);
    expect(await status('hoards', 'member')).toBe(403);
    expect(await status('hoards', 'warden')).toBe(200);
    const [hidden, unknown] = [await ask({ layers: 'shrines' }), await ask({ layers: 'no-such' })];
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body]);
    // A locked layer that is not drawn gives the same answer too.
    const [locked, none] = [
      await ask({ query_layers: 'hoards' }),
      await ask({ query_layers: 'no-such' }),
    ];
    expect([locked.statusCode, locked.body]).toEqual([404, none.body]);
  });
});
