import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createServer, type ServerOptions } from '../../../server/serving/create-server.ts';
import { createLogger } from '../../../server/http/log.ts';
import { Metrics } from '../../../server/metrics/metrics.ts';
import { makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';
import { LargeStore, openRaw, requestOf, type RawReader } from './large-store.ts';
import { NIGHTLY } from '../../size.ts';

const WHOLE = '/api/geodata/places/';

/**
 * Number of clients that do not read. Without the limits, the process ended with this number of
 * clients, because each response took more than a hundred megabytes.
 */
const READERS = NIGHTLY ? 60 : 15;

interface Started {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly url: string;
  readonly store: LargeStore;
  readonly lines: string[];
  readonly configDir: string;
  /** A value of the metrics by name and labels. */
  figure(name: string): number;
}

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a server with a store of large polygons: by default 20 MB in 200 features. */
async function start(
  options: Partial<ServerOptions> = {},
  size = { features: 200, bytes: 100_000 },
): Promise<Started> {
  const folders = [makeConfigFolder(), makeAppFolder()] as const;
  const store = new LargeStore(size);
  const metrics = new Metrics();
  const lines: string[] = [];
  const app = await createServer({
    snapshot: await makeSnapshot(folders[0]),
    store,
    metrics,
    appDir: folders[1],
    logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    ...options,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  ends.push(async () => {
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  return {
    app,
    store,
    lines,
    url,
    configDir: folders[0],
    port: (app.server.address() as AddressInfo).port,
    figure: (name) => {
      const line = metrics
        .render()
        .split('\n')
        .find((one) => one.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },
  };
}

/** Opens a connection that is closed at the end of the test. */
async function raw(...parameters: Parameters<typeof openRaw>): Promise<RawReader> {
  const reader = await openRaw(...parameters);
  ends.push(() => void reader.socket.destroy());
  return reader;
}

async function until(condition: () => boolean, milliseconds = 10_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!condition() && performance.now() < end) await sleep(10);
}

const refused = (reason: string): string => `atlas_refused_total{reason="${reason}"}`;

describe('pages of features', () => {
  it.each(['/api/geodata/places/?limit=10000', '/ogc/collections/wells/items?limit=10000'])(
    'end by bytes, and continue at their link: %s',
    async (path) => {
      const { url } = await start({}, { features: 90, bytes: 100_000 });
      const ids: unknown[] = [];
      let pages = 0;
      for (let next: string | undefined = url + path; next !== undefined; pages += 1) {
        const text: string = await (await fetch(next)).text();
        expect(text.length).toBeLessThan(8_001_000);
        const page = JSON.parse(text) as {
          numberReturned: number;
          features: { id: unknown }[];
          links: { rel: string; href: string }[];
        };
        expect(page.numberReturned).toBe(page.features.length);
        ids.push(...page.features.map(({ id }) => id));
        next = page.links.find(({ rel }) => rel === 'next')?.href;
      }
      expect(ids).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
      expect(pages).toBe(2);
    },
  );

  it('have one feature when each exceeds the limit of a page', async () => {
    const { url } = await start({ limits: { pageBytes: 50_000 } }, { features: 3, bytes: 100_000 });
    const seen: number[] = [];
    for (let next: string | undefined = `${url}/ogc/collections/wells/items`; next;) {
      const page = (await (await fetch(next)).json()) as {
        features: { id: number }[];
        links: { rel: string; href: string }[];
      };
      expect(page.features).toHaveLength(1);
      seen.push(page.features[0]!.id);
      next = page.links.find(({ rel }) => rel === 'next')?.href;
    }
    expect(seen).toEqual([1, 2, 3]);
  });
});

describe('readers that do not read', () => {
  it('make the server read only a little ahead of them', async () => {
    const { port, store } = await start();
    const reader = await raw(port, requestOf(WHOLE));
    await until(() => store.read > 0);
    // Until nothing was read for a second; a busy machine may need longer.
    for (let before = -1, n = 0; before !== store.read && n < 20; n += 1) {
      before = store.read;
      await sleep(1_000);
    }
    // The buffers of the system, and one piece.
    expect(store.read).toBeLessThan(150);
    reader.socket.resume();
    await until(() => store.read === 200);
    expect(store.read).toBe(200);
  });

  it.each([
    ['a whole dataset', WHOLE, {}],
    ['a whole dataset in gzip', WHOLE, { 'accept-encoding': 'gzip' }],
    ['a page', `${WHOLE}?limit=10000`, {}],
    ['a tile', '/api/mvt/tile/wells/3/4/3.pbf', {}],
    ['a file', '/atlas/files/data/relief.pmtiles', {}],
  ])('are disconnected when they receive nothing of %s', async (_of, path, headers) => {
    const { port, store, app, figure, configDir } = await start({ limits: { stall: 300 } });
    // More than the buffers of the system.
    const large = randomBytes(12_000_000);
    store.tile = async () => large;
    writeFileSync(join(configDir, 'data/relief.pmtiles'), large);
    let isReset = false;
    app.server.on('connection', (socket) => socket.on('close', () => (isReset = true)));
    await raw(port, requestOf(path, headers));
    await until(() => isReset, 15_000);
    expect([isReset, figure(refused('stalled'))]).toEqual([true, 1]);
  });

  it('are not disconnected when they read slowly', async () => {
    const { port } = await start({ limits: { stall: 400 } }, { features: 120, bytes: 100_000 });
    const reader = await raw(port, requestOf(WHOLE));
    // Half a megabyte each time, because the system reports progress in parts of its buffer.
    const began = performance.now();
    let next = 512_000;
    reader.socket.on('data', () => {
      if (reader.received() < next) return;
      next += 512_000;
      reader.socket.pause();
      setTimeout(() => reader.socket.resume(), 60);
    });
    reader.socket.resume();
    await until(() => reader.isClosed() || reader.received() > 11_500_000, 30_000);
    expect(reader.isClosed()).toBe(false);
    expect(reader.received()).toBeGreaterThan(11_500_000);
    // Several times the limit without progress.
    expect(performance.now() - began).toBeGreaterThan(1_200);
  });

  it('do not include clients that wait for a slow answer or for events', async () => {
    const { port, url, store } = await start({ limits: { stall: 200 } });
    const events = await raw(port, requestOf('/atlas/events'), { paused: false });
    const feature = store.feature.bind(store);
    store.feature = async (...parameters) => {
      await sleep(1_000);
      return feature(...parameters);
    };
    expect((await fetch(`${url}/api/features/wells/1`)).status).toBe(200);
    expect(events.isClosed()).toBe(false);
  });

  it('use little memory, however large their answers are', async () => {
    // Without limits, a page of 69 MB.
    const { port } = await start({}, { features: 1_000, bytes: 69_000 });
    const used = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    for (let n = 0; n < READERS; n += 1) {
      const path = n % 3 === 0 ? WHOLE : `${WHOLE}?limit=10000`;
      const localAddress = `127.0.0.${2 + (n % 6)}`;
      const reader = await raw(port, requestOf(path), { localAddress, paused: false });
      reader.socket.once('data', () => reader.socket.pause());
      await until(() => reader.received() > 0, 30_000);
      expect([n, reader.head().slice(9, 12)]).toEqual([n, '200']);
      expect(used() - before).toBeLessThan(200_000_000);
    }
  });

  it('do not block other answers when there are two', async () => {
    const { port, url } = await start();
    const page = `${WHOLE}?limit=10000`;
    for (let n = 0; n < 2; n += 1) await raw(port, requestOf(page));
    await sleep(300);
    // From the same address.
    for (const path of [page, '/ogc/collections/wells/items?limit=2000']) {
      const text = await (await fetch(url + path)).text();
      expect([path, text.length > 7_000_000]).toEqual([path, true]);
    }
  });
});

describe('the budget of bytes in flight', () => {
  it('refuses large answers when it is used up, and continues to send small ones', async () => {
    const limits = { bytesInFlight: 400_000, bytesInFlightPerAddress: 400_000 };
    const { port, url, figure, lines } = await start({ limits });
    await raw(port, requestOf(WHOLE));
    await until(() => figure('atlas_bytes_in_flight') > 200_000);
    await sleep(500);
    const large = await Promise.all(
      Array.from({ length: 3 }, () => fetch(`${url}/ogc/collections/wells/items?limit=3`)),
    );
    for (const answer of large) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(((await answer.json()) as { error: { id: string } }).error.id).toBe('busy');
    }
    for (const path of ['/', '/api/features/wells/1', '/api/search?q=w', '/health'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    expect(figure(refused('bytes-in-flight'))).toBe(3);
    // Once, not for each answer.
    expect(lines.filter((line) => line.includes('bytes-in-flight'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('"level":"error"');
  });

  it('gives one address a part of it only', async () => {
    const limits = { bytesInFlight: 2_000_000, bytesInFlightPerAddress: 300_000 };
    const { port, figure } = await start({ limits });
    for (let n = 0; n < 4; n += 1) await raw(port, requestOf(WHOLE), { localAddress: '127.0.0.2' });
    await until(() => figure('atlas_bytes_in_flight') > 100_000);
    await sleep(500);
    const page = requestOf(`${WHOLE}?limit=5`);
    const [same, other] = [
      await raw(port, page, { localAddress: '127.0.0.2', paused: false }),
      await raw(port, page, { localAddress: '127.0.0.3', paused: false }),
    ];
    await until(() => same.received() > 0 && other.received() > 0);
    expect([same.head().slice(9, 12), other.head().slice(9, 12)]).toEqual(['503', '200']);
  });

  it('is free again after all answers are sent or cancelled', async () => {
    const { port, url, figure } = await start();
    const readers = [];
    for (const path of [WHOLE, '/ogc/collections/wells/items?limit=9999'])
      for (const encoding of ['gzip', 'identity'])
        readers.push(await raw(port, requestOf(path, { 'accept-encoding': encoding })));
    await until(() => figure('atlas_bytes_in_flight') > 0);
    expect(figure('atlas_bytes_in_flight')).toBeGreaterThan(0);
    for (const { socket } of readers) socket.destroy();
    await (await fetch(url + WHOLE)).text();
    await (await fetch(url + WHOLE, { method: 'HEAD' })).text();
    await until(() => figure('atlas_bytes_in_flight') === 0);
    expect(figure('atlas_bytes_in_flight')).toBe(0);
  });
});

describe('connections', () => {
  it('are limited per address, and others are accepted', async () => {
    const { port, url, figure, lines } = await start({ limits: { connectionsPerAddress: 5 } });
    const open: RawReader[] = [];
    for (let n = 0; n < 8; n += 1) open.push(await raw(port, '', { localAddress: '127.0.0.2' }));
    await until(() => open.filter((one) => one.isClosed()).length === 3);
    expect(open.map((one) => one.isClosed())).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(figure(refused('connections-of-address'))).toBe(3);
    expect(lines.filter((line) => line.includes('connections-of-address'))).toHaveLength(1);
    // A closed connection frees its place.
    open[0]!.socket.destroy();
    await sleep(100);
    const again = await raw(port, requestOf('/health'), {
      localAddress: '127.0.0.2',
      paused: false,
    });
    await until(() => again.received() > 0);
    expect(again.head()).toContain('HTTP/1.1 200');
  });

  it('of a trusted proxy are not limited, but the requests of each client behind it are', async () => {
    const { port, store, figure } = await start({
      trustProxy: ['loopback'],
      limits: { connectionsPerAddress: 5 },
    });
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const feature = store.feature.bind(store);
    store.feature = async (...parameters) => {
      await held;
      return feature(...parameters);
    };
    const ask = (client: string) =>
      raw(port, requestOf('/api/features/wells/1', { 'x-forwarded-for': client }), {
        paused: false,
      });
    const first: RawReader[] = [];
    for (let n = 0; n < 8; n += 1) first.push(await ask('203.0.113.7'));
    await until(() => first.filter((one) => one.received() > 0).length === 3);
    const other = await ask('203.0.113.8');
    await sleep(100);
    end();
    await until(() => [...first, other].every((one) => one.received() > 0));
    const statuses = first.map((one) => one.head().slice(9, 12));
    expect(statuses.filter((status) => status === '503')).toHaveLength(3);
    expect(statuses.filter((status) => status === '200')).toHaveLength(5);
    expect(other.head().slice(9, 12)).toBe('200');
    expect(figure(refused('requests-of-address'))).toBe(3);
    // Their places are free again.
    const again = await ask('203.0.113.7');
    await until(() => again.received() > 0);
    expect(again.head().slice(9, 12)).toBe('200');
  });

  it('are limited in total', async () => {
    const { port, figure } = await start({ limits: { connections: 6 } });
    const open: RawReader[] = [];
    for (let n = 0; n < 9; n += 1)
      open.push(await raw(port, '', { localAddress: `127.0.1.${n + 1}` }));
    await until(() => open.filter((one) => one.isClosed()).length === 3);
    expect(open.filter((one) => one.isClosed())).toHaveLength(3);
    expect(figure(refused('connections'))).toBe(3);
  });
});

describe('streams of events', () => {
  const listen = async (port: number, localAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const stream = await raw(port, requestOf('/atlas/events', headers), {
      localAddress,
      paused: false,
    });
    await until(() => stream.received() > 0);
    return stream;
  };

  it('are limited in total and per address, and their places become free again', async () => {
    const { port, figure } = await start({
      limits: { eventStreams: 4, eventStreamsPerAddress: 2 },
    });
    const open: RawReader[] = [];
    for (const last of [2, 2, 2, 3, 4, 5]) open.push(await listen(port, `127.0.0.${last}`));
    expect(open.map((one) => one.head().slice(9, 12))).toEqual([
      '200',
      '200',
      '503',
      '200',
      '200',
      '503',
    ]);
    expect(open[2]!.head()).toContain('retry-after: 5');
    expect(figure(refused('event-streams-of-address'))).toBe(1);
    expect(figure(refused('event-streams'))).toBe(1);
    expect(figure('atlas_event_streams')).toBe(4);
    open[0]!.socket.destroy();
    await until(() => figure('atlas_event_streams') === 3);
    expect((await listen(port, '127.0.0.2')).head()).toContain('HTTP/1.1 200');
  });

  it('are counted by the client behind a trusted proxy', async () => {
    const { port } = await start({ trustProxy: 1, limits: { eventStreamsPerAddress: 1 } });
    const statuses = [];
    for (const client of ['203.0.113.7', '203.0.113.7', '203.0.113.8'])
      statuses.push((await listen(port, '127.0.0.1', client)).head().slice(9, 12));
    expect(statuses).toEqual(['200', '503', '200']);
  });
});

describe('slow senders', () => {
  it.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost: at'],
    [
      'half a body',
      'POST /api/geodata/places/ HTTP/1.1\r\nHost: atlas\r\nContent-Type: text/plain\r\nContent-Length: 500\r\n\r\nPO',
    ],
  ])('that send %s are disconnected, also when they keep their side open', async (_what, text) => {
    const { port, app } = await start({ limits: { headTime: 200, requestTime: 400 } });
    let open = 0;
    app.server.on('connection', (socket) => {
      open += 1;
      socket.on('close', () => (open -= 1));
    });
    const slow = await raw(port, text, { paused: false });
    slow.socket.allowHalfOpen = true;
    await until(() => open === 1);
    const dribble = setInterval(() => slow.socket.write(text === '' ? '' : 'a'), 50);
    await until(() => open === 0);
    clearInterval(dribble);
    expect(open).toBe(0);
    expect(slow.head()).toMatch(/^HTTP\/1\.1 408 /);
  });
});
