import { once } from 'node:events';
import { createServer as createListener, Socket, type AddressInfo, type Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescription, type Description } from './described.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { oddPart, oddQuery, oddText, oddWkt } from './odd-inputs.ts';
import { sendRaw } from './raw-request.ts';
import { LEVELS } from './secrets.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 100;
const TIMEOUT = NIGHTLY ? 1_800_000 : 60_000;

let server: GuardedServer;
let port: number;
let described: Description;
/** A server that represents other hosts; it must never receive a connection. */
let elsewhere: Server;
let elsewherePort: number;
let visits = 0;
/** Ports that this process connected to, apart from those of PostgreSQL. */
const connected = new Set<unknown>();
const connect = Socket.prototype.connect;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  described = await readDescription(server.app);
  elsewhere = createListener((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  elsewherePort = (elsewhere.address() as AddressInfo).port;
  Socket.prototype.connect = function watched(this: Socket, ...parameters: unknown[]) {
    const [first] = [parameters[0]].flat();
    // Databases of other test files in this process may be connected again.
    if (!new Error().stack?.includes('node_modules/pg/'))
      connected.add((first as { port?: unknown } | null)?.port ?? first);
    return Reflect.apply(connect, this, parameters) as Socket;
  };
}, 120_000);

afterAll(async () => {
  Socket.prototype.connect = connect;
  elsewhere?.close();
  await server?.close();
}, 60_000);

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: string;
  readonly type?: string;
}

/** Sends a request with headers that refer to another host; fails on undocumented answers. */
async function ask({ method, address, body = '', type }: Sent, level: string): Promise<void> {
  // Other characters are not HTTP, and are refused before routing.
  const path = address.replaceAll(/[^!-~]/gu, encodeURIComponent).replaceAll('#', '');
  const there = `127.0.0.1:${elsewherePort}`;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: atlas',
    `Referer: http://${there}/`,
    `X-Forwarded-Host: ${there}`,
    `X-Original-URL: http://${there}/`,
    `x-atlas-level: ${level}`,
    'Connection: close',
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`] : []),
  ];
  const { status, headers } = await sendRaw(port, `${head.join('\r\n')}\r\n\r\n${body}`);
  const seen = /^content-type: ([^;\r\n]*)/im.exec(headers)?.[1] ?? '';
  const surprise = described.surprise(method, path, {
    status,
    type: seen,
  });
  expect([method, path.slice(0, 300), surprise]).toEqual([method, path.slice(0, 300), null]);
}

/** The address of the listener, in the ways an address is written. */
const outside = fc.constantFrom(
  'http://HERE/x',
  'HERE',
  '//HERE',
  'file:///etc/hostname',
  'http%3A%2F%2FHERE%2F',
);

function sent(of: fc.Arbitrary<Sent>, seed: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(of, fc.constantFrom(...LEVELS), async (one, level) => {
      const address = one.address.replaceAll('HERE', `127.0.0.1:${elsewherePort}`);
      await ask({ ...one, address }, level);
    }),
    { seed, numRuns: RUNS },
  );
}

const get = (address: fc.Arbitrary<string>): fc.Arbitrary<Sent> =>
  address.map((one) => ({ method: 'GET', address: one }));
const part = fc.oneof({ weight: 4, arbitrary: oddPart }, outside);
const value = fc.oneof({ weight: 4, arbitrary: oddText }, outside);
const name = fc.oneof(fc.constantFrom('places', 'wells', 'posts', 'nests', 'heat', 'graves'), part);

describe('random requests get documented answers', { timeout: TIMEOUT }, () => {
  it('for tiles', async () => {
    const number = fc.oneof(fc.integer({ min: 0, max: 12 }).map(String), part);
    const tile = fc
      .tuple(
        name,
        number,
        number,
        number,
        fc.oneof(
          fc.constant(''),
          value.map((v) => `?v=${v}`),
        ),
      )
      .map(([of, z, x, y, query]) => `/api/mvt/tile/${of}/${z}/${x}/${y}.pbf${query}`);
    await sent(
      get(
        fc.oneof(
          tile,
          name.map((of) => `/api/mvt/${of}.json`),
        ),
      ),
      20_261_121,
    );
  });

  it('for geometries, in addresses and in bodies', async () => {
    const asked = fc
      .tuple(name, oddWkt)
      .map(([of, wkt]) => `/api/geodata/${of}/?intersects=${encodeURIComponent(wkt)}`);
    const posted = fc
      .record({
        method: fc.constant('POST' as const),
        address: name.map((of) => `/api/geodata/${of}/`),
        body: fc.oneof(
          oddWkt,
          oddWkt.map((intersects) => JSON.stringify({ intersects })),
          fc.json(),
          fc.constantFrom(
            '{"__proto__":{"intersects":"POINT(1 2)"}}',
            '{',
            'null',
            ' '.repeat(1_100_000),
          ),
        ),
        type: fc.constantFrom(
          'text/plain',
          'application/json',
          'application/xml',
          'text/plain; charset=utf-16',
          'a',
        ),
      })
      .map((one) => ({ ...one, body: Buffer.from(one.body).toString('latin1') }));
    await sent(fc.oneof(get(asked), posted), 20_261_122);
  });

  it('for searches', async () => {
    const query = fc
      .tuple(value, oddQuery(['q', 'locale', 'limit', 'Q', '__proto__', 'q[]'], value))
      .map(([q, more]) => `/api/search?q=${q}&${more}`);
    await sent(get(query), 20_261_123);
  });

  it('for pictures, values at a point and legends', async () => {
    const base =
      'service=WMS&version=1.1.1&request=GetMap&layers=heat&query_layers=heat&styles=&srs=EPSG:4326&bbox=9,-3,17,5&width=8&height=8&format=image/png&x=1&y=1&info_format=application/json'.split(
        '&',
      );
    const words = fc.constantFrom(
      'GetMap',
      'GetFeatureInfo',
      'GetLegendGraphic',
      'GetCapabilities',
      'heat',
      'water',
      'heat,hoards',
      'EPSG:4326',
      'EPSG:3857',
      'CRS:84',
      '10,0,12,2',
      '0,0,0,0',
      '2,2',
      '99999',
      'image/jpeg',
      'text/html',
      '1.1.1',
      '1.3.0',
      '1.0.0',
      'XML',
      'INIMAGE',
      'BLANK',
      'forceLabels:on',
      'fr',
      'true',
      '0x12',
    );
    const names =
      'REQUEST layers LAYER query_layers srs CRS bbox WIDTH height format info_format styles style version bgcolor transparent exceptions feature_count i j x y language legend_options v sld sld_body filter wms_remote url __proto__'.split(
        ' ',
      );
    const query = fc
      .tuple(fc.subarray(base), oddQuery(names, fc.oneof(words, value)))
      .map(([kept, more]) => `/wms?${[...kept, more].join('&')}`);
    await sent(get(query), 20_261_124);
  });

  it('for features by standard and by id', async () => {
    const names = ['f', 'bbox', 'limit', 'after', 'fields', 'crs', 'filter', '__proto__'];
    const words = fc.constantFrom(
      'json',
      'html',
      '9,-3,17,5',
      '-180,-90,180,90',
      '5',
      '0-1',
      '9-9',
      'name',
      'phone',
      '',
    );
    const query = oddQuery(names, fc.oneof(words, value)).map((text) =>
      text === '' ? '' : `?${text}`,
    );
    const path = fc.oneof(
      fc.constantFrom('/ogc', '/ogc/conformance', '/ogc/collections'),
      name.map((of) => `/ogc/collections/${of}`),
      name.map((of) => `/ogc/collections/${of}/items`),
      fc.tuple(name, part).map(([of, id]) => `/ogc/collections/${of}/items/${id}`),
      fc.tuple(name, part).map(([of, id]) => `/api/features/${of}/${id}`),
      name.map((of) => `/api/geodata/${of}/`),
    );
    await sent(get(fc.tuple(path, query).map((both) => both.join(''))), 20_261_125);
  });

  it('and never make the server connect elsewhere', async () => {
    expect([visits, [...connected]]).toEqual([0, [port]]);
    // Proof that the listener works.
    const socket = new Socket().connect(elsewherePort, '127.0.0.1');
    await once(socket, 'close');
    expect([visits, [...connected]]).toEqual([1, [port, elsewherePort]]);
  });
});
