import { rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { connect, createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import { startServer, type RunningServer } from '../../../server/serving/start-server.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';
import { getRaw, sendRaw } from './raw-request.ts';

const folders: string[] = [];
let store: FixtureStore;

async function makeApp() {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  store = new FixtureStore();
  return createServer({ snapshot: await makeSnapshot(configDir), store, appDir });
}

const portOf = (server: RunningServer): number => Number(new URL(server.url).port);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('over the wire', () => {
  let server: RunningServer;
  let port: number;

  beforeAll(async () => {
    server = await startServer(await makeApp(), { port: 0 });
    port = portOf(server);
  });
  afterAll(() => server.stop());

  it('a file that the model names is served', async () => {
    expect((await getRaw(port, '/atlas/files/data/relief.pmtiles')).status).toBe(200);
  });

  it.each([
    'atlas.yaml',
    'data/graves.geojson',
    'data/',
    'data',
    '',
    '../atlas.yaml',
    '%2e%2e/atlas.yaml',
    'data/../atlas.yaml',
    'data/%2e%2e/atlas.yaml',
    'data%2f..%2fatlas.yaml',
    '..%5catlas.yaml',
    'data/relief.pmtiles/',
    'data//relief.pmtiles',
    './data/relief.pmtiles',
    'data/./relief.pmtiles',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '../../../../../../etc/passwd',
    'data/relief.pmtiles%00.png',
    'DATA/RELIEF.PMTILES',
    '....//atlas.yaml',
    'data/relief.pmtiles;x',
    '%c0%ae%c0%ae/atlas.yaml',
    'data\\relief.pmtiles',
  ])('any other spelling of a file is not served: %s', async (name) => {
    const { status, body } = await getRaw(port, `/atlas/files/${name}`);
    expect([400, 404]).toContain(status);
    expect(JSON.parse(body).error.id).toMatch(/^(not-found|bad-request)$/);
  });

  it.each(['/assets/../index.html', '/assets/%2e%2e%2findex.html', '/assets/index-abc.js.br'])(
    'only the assets of the build are served: %s',
    async (path) => {
      expect((await getRaw(port, path)).status).toBe(404);
    },
  );

  it.each([
    '3/%31/3',
    '3/1%2e0/3',
    '3/1/3%00',
    '3/../3/1/3',
    '٣/1/3',
    '3/1/3.pbf',
    '3/ 1/3',
    '3/1/3?',
  ])('tiles have one spelling only: %s', async (path) => {
    store.asked.length = 0;
    const { status } = await getRaw(port, `/api/mvt/tile/wells/${path}.pbf`);
    // `%31` is `1` in an address, so it is a valid tile.
    expect(path === '3/%31/3' ? [200] : [400, 404]).toContain(status);
    if (status !== 200) expect(store.asked).toEqual([]);
  });

  it('data that is not HTTP is answered like any error', async () => {
    for (const text of ['HELLO\r\n\r\n', 'GET / HTTP/1.1\r\nbroken header\r\n\r\n']) {
      const { status, body, headers } = await sendRaw(port, text);
      expect([status, JSON.parse(body).error.id]).toEqual([400, 'bad-request']);
      expect(headers).toContain('nosniff');
    }
  });

  it('a header that does not end is refused', async () => {
    const { status } = await sendRaw(port, `GET / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}`);
    expect(status).toBe(414);
  });

  it('two hosts are refused, in any spelling', async () => {
    for (const second of ['Host: atlas', 'host: evil.example', 'HOST:'])
      for (const path of ['/', '/health', '/ogc', '/no-such']) {
        const { status, body, headers } = await sendRaw(
          port,
          `GET ${path} HTTP/1.1\r\nHost: atlas\r\n${second}\r\nConnection: close\r\n\r\n`,
        );
        expect([path, second, status]).toEqual([path, second, 400]);
        expect(JSON.parse(body).error.id).toBe('bad-request');
        expect(headers).toContain('nosniff');
      }
  });

  it('the host of an address in absolute form does not appear in answers', async () => {
    for (const origin of ['http://evil.example', 'HTTPS://evil.example:81', 'ftp://a@evil.example'])
      for (const path of [
        '/api/geodata/places/?limit=1',
        '/api/geodata/places?limit=1',
        '/ogc/collections/wells/items?limit=1',
        '/api/mvt/wells.json',
        '/ogc',
        '/wms?service=WMS&request=GetCapabilities',
        '/api/openapi.json',
        '/no-such',
        '',
        '?lang=en',
      ]) {
        const { status, headers, body } = await getRaw(port, origin + path);
        expect([origin + path, status]).toEqual([origin + path, path === '/no-such' ? 404 : 200]);
        expect(headers + body).not.toContain('evil');
        if (path.includes('limit=1')) expect(body).toContain('"rel":"next"');
      }
  });

  it('links begin with the requested host only if it means this machine', async () => {
    const tilesFor = async (host: string, header = '') => {
      const head = `GET /api/mvt/wells.json HTTP/1.1\r\nHost: ${host}\r\n${header}`;
      const { body } = await sendRaw(port, `${head}Connection: close\r\n\r\n`);
      return (JSON.parse(body) as { tiles: string[] }).tiles[0]!.split('/api/')[0];
    };
    for (const own of [`127.0.0.1:${port}`, 'localhost:8080', 'LOCALHOST', '127.8.0.1'])
      expect(await tilesFor(own)).toBe(`http://${own.toLowerCase()}`);
    for (const claim of [
      'evil.example',
      '10.0.0.9:4000',
      'localhost.evil.example',
      'localhost:x',
      'a@localhost',
      'localhost/x',
      '',
    ])
      expect([claim, await tilesFor(claim)]).toEqual([claim, '']);
    // The name that a proxy uses for this server may be an internal one.
    expect(await tilesFor('localhost', 'X-Forwarded-For: 203.0.113.7\r\n')).toBe('');
  });
});

describe('starting', () => {
  it('reports that the port is in use', async () => {
    const other = createNetServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const app = await makeApp();
    await expect(startServer(app, { port })).rejects.toThrow(`Port ${port} is in use`);
    await app.close();
    await new Promise((resolve) => other.close(resolve));
  });

  it('needs the built application', async () => {
    const configDir = makeConfigFolder();
    folders.push(configDir);
    const snapshot = await makeSnapshot(configDir);
    const made = createServer({ snapshot, store: new FixtureStore(), appDir: configDir });
    await expect(made).rejects.toThrow('not built');
  });
});

describe('stopping', () => {
  it('finishes requests in progress and accepts no new ones', async () => {
    const app = await makeApp();
    const server = await startServer(app, { port: 0 });
    const port = portOf(server);
    const feature = store.feature.bind(store);
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    store.feature = async (...parameters) => {
      begun();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return feature(...parameters);
    };
    const underWay = getRaw(port, '/api/features/wells/1');
    await hasBegun;
    await Promise.all([server.stop(), server.stop()]);
    expect((await underWay).status).toBe(200);
    await expect(getRaw(port, '/health')).rejects.toThrow('ECONNREFUSED');
  });

  it('waits for a client that reads its answer slowly', async () => {
    const app = await makeApp();
    const bytes = randomBytes(12_000_000); // more than the buffers of the system
    store.tile = async () => bytes;
    const server = await startServer(app, { port: 0, stopSeconds: 30 });
    const socket = connect(portOf(server), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.pause();
    socket.write('GET /api/mvt/tile/wells/3/4/3.pbf HTTP/1.1\r\nHost: atlas\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const started = performance.now();
    const stopped = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    let read = 0;
    socket.on('data', (chunk: Buffer) => (read += chunk.length));
    socket.resume();
    await Promise.all([stopped, new Promise((resolve) => socket.once('close', resolve))]);
    expect(read).toBeGreaterThan(bytes.length);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
