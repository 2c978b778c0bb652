/** Every invalid request gets advice, in texts that repeat nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const problemOf = async (url: string) => {
  const answer = await server.app.inject(url);
  const { message, detail } = answer.json().error;
  return `${answer.statusCode} ${detail ?? message}`;
};

describe('an invalid request', () => {
  it.each([
    ['/api/geodata/wells/?limit=abc', '400 `limit`: Maximum number of features, 1 to 10000'],
    ['/api/geodata/wells/?limit=0', '400 `limit`: Maximum number of features, 1 to 10000'],
    ['/api/geodata/wells/?after=x', '400 `after`: Where the page begins; taken from the link'],
    ['/api/geodata/wells/?bbox=1,2,3', 'such as 8,-14,32,12.'],
    [
      '/api/geodata/wells/?fields=CANARY',
      'has an unknown attribute. Leave it out to get all attributes',
    ],
    ['/api/geodata/wells/?intersects=CANARY', 'such as `POLYGON ((8 0, 9 0, 9 1, 8 0))`'],
    ['/api/geodata/CANARY/', '`/ogc/collections` lists the datasets'],
    ['/api/mvt/tile/wells/4/16/0.pbf', 'the zoom must be 0 to 24, column and row 0 to 2^z − 1'],
    ['/api/mvt/tile/wells/25/0/0.pbf', 'the zoom must be 0 to 24'],
    ['/api/mvt/tile/wells/a/0/0.pbf', '400 `z`: Zoom, 0 to 24.'],
    ['/api/features/wells/x', '400 `id`: The numeric id of a feature'],
    ['/api/search', '400 `q` is missing: Words or beginnings of words'],
    [`/api/search?q=${'a'.repeat(201)}`, '400 `q`: Words or beginnings'],
    ['/ogc?f=html', '400 `f`: `json` or `geojson`.'],
    [
      '/ogc/collections/wells/items?crs=CANARY',
      'The known ones are f, bbox, limit, after, fields, datetime.',
    ],
    ['/ogc/collections/wells/items?datetime=CANARY', '400 `datetime`: A time or an interval'],
    ['/ogc/collections/CANARY', '`/ogc/collections` lists the datasets'],
  ])('%s gets advice', async (url, words) => {
    expect(await problemOf(url)).toContain(words);
    expect((await server.app.inject(url)).body).not.toContain('CANARY');
  });

  it.each([
    ['/wms', 'GetCapabilities, GetMap, GetFeatureInfo or GetLegendGraphic'],
    ['/wms/', 'GetCapabilities, GetMap, GetFeatureInfo or GetLegendGraphic'],
    [
      '/wms?SERVICE=WMS&REQUEST=GetLegendGraphic&LAYER=CANARY&FORMAT=image/png',
      'GetCapabilities lists',
    ],
  ])('%s gets advice in a document of the WMS', async (url, words) => {
    const { statusCode, body } = await server.app.inject(url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).toContain('<ServiceException');
    expect(body).toContain(words);
    expect(body).not.toContain('CANARY');
  });

  it('with a wrong body gets the supported types', async () => {
    const send = (type: string, payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/geodata/wells/',
        headers: { 'content-type': type },
        payload,
      });
    const form = await send('application/x-www-form-urlencoded', 'POINT(1 1)');
    expect([form.statusCode, form.json().error.message]).toEqual([
      415,
      expect.stringContaining('Send `Content-Type: text/plain` with well-known text'),
    ]);
    const broken = await send('application/json', '{CANARY');
    expect([broken.statusCode, broken.json().error.detail]).toEqual([
      400,
      expect.stringContaining('or JSON such as {"intersects"'),
    ]);
  });

  it('with a head that is too large gets the advice to send a body', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(
      `GET /api/geodata/wells/?intersects=${'1'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    );
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    await once(socket, 'close');
    const answer = Buffer.concat(parts).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(answer).toContain('Send a long geometry in the body of a POST.');
  });
});

describe('a request that other servers accept', () => {
  it('with a time gets all features, since none has a time', async () => {
    const all = await server.app.inject('/ogc/collections/wells/items?limit=1000');
    for (const time of [
      '2020-01-01T00:00:00Z',
      '../2020-01-01',
      '2020-01-01/..',
      '2019-01-01/2020-01-01',
    ]) {
      const timed = await server.app.inject(
        `/ogc/collections/wells/items?limit=1000&datetime=${encodeURIComponent(time)}`,
      );
      expect([time, timed.statusCode]).toEqual([time, 200]);
      expect(timed.json().features).toEqual(all.json().features);
    }
  });

  it('for a hundred results gets the maximum', async () => {
    expect((await server.app.inject('/api/search?q=w&limit=100')).statusCode).toBe(200);
  });
});
