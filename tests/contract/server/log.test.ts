import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createServer, type ServerOptions } from '../../../server/serving/create-server.ts';
import { createLogger, describeError } from '../../../server/http/log.ts';
import { startServer } from '../../../server/serving/start-server.ts';
import { addressesOf, crawl, gatherTargets } from './crawl.ts';
import { startGuardedServer } from './guarded-server.ts';
import { LEVELS } from './secrets.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';
import { NIGHTLY } from '../../size.ts';

const folders: string[] = [];

/** The test requests only one of this number of addresses. */
const STEP = NIGHTLY ? 1 : 4;

/** A logger that writes to a list. */
function listeningLogger() {
  const lines: string[] = [];
  return { lines, logger: createLogger('trace', { write: (line) => void lines.push(line) }) };
}

/** A server that writes its log to a list. */
async function makeServer(options: Partial<ServerOptions> = {}) {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  const { logger, lines } = listeningLogger();
  const store = new FixtureStore();
  const app = await createServer({
    snapshot: await makeSnapshot(configDir),
    store,
    appDir,
    logger,
    ...options,
  });
  return { app, store, lines };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the log', () => {
  it('has the route, status and time of each answer, not the address', async () => {
    const { app, lines } = await makeServer();
    await app.inject({
      url: '/api/mvt/tile/wells/5/17/16.pbf?v=QUERY',
      headers: { 'x-atlas-level': 'elder', cookie: 'session=COOKIE', 'user-agent': 'AGENT' },
      remoteAddress: '203.0.113.77',
    });
    await app.inject({ url: '/api/geodata/SECRET/?intersects=POINT(1 2)' });
    await app.inject({ url: '/SECRET/%zz' });
    const log = lines.join('');
    expect(JSON.parse(lines[0]!)).toMatchObject({
      method: 'GET',
      route: '/api/mvt/tile/:name/:z/:x/:y.pbf',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      network: '203.0.113.0/24',
    });
    expect(log).not.toMatch(/QUERY|COOKIE|AGENT|elder|SECRET|POINT|17\/16|113\.77/);
  });

  it.each([
    [undefined, '10.0.0.0/24'],
    [1, '203.0.113.0/24'],
    [['10.0.0.0/8'], '203.0.113.0/24'],
    [['192.0.2.1'], '10.0.0.0/24'],
  ] as const)(
    'uses the client address from trusted proxies only: %s',
    async (trustProxy, network) => {
      const { app, lines } = await makeServer(trustProxy === undefined ? {} : { trustProxy });
      await app.inject({
        url: '/health',
        headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
        remoteAddress: '10.0.0.1',
      });
      expect(JSON.parse(lines[0]!)).toMatchObject({ network });
    },
  );

  it('has the cause of a failure, which the answer does not have', async () => {
    const { app, store, lines } = await makeServer();
    store.failure = new Error('the disk is full');
    const answer = await app.inject({ url: '/api/features/wells/1' });
    expect(answer.body).not.toContain('disk');
    expect(lines.join('')).toContain('the disk is full');
  });
});

describe('an error in the log', () => {
  it('keeps the cause and removes what may be restricted', () => {
    const error = Object.assign(
      new Error(
        'no room at postgres://atlas:pa55@db:5432/atlas for POLYGON((12.5 3.25, 13 4, 12.5 3.25)) ' +
          'from https://data.example/list?token=s3cret near 12.345 -3.2 and 0101000000000000000000244000000000000028c0 ' +
          '{"type":"Point","coordinates":[15,-2]}',
      ),
      { code: '53100', detail: 'Failing row contains (secret grave)', where: 'COPY line 1' },
    );
    const described = describeError(new Error('outer', { cause: error }));
    expect(described).toMatchObject({ type: 'Error', message: 'outer', cause: { code: '53100' } });
    expect(described.cause?.message).toContain(
      'no room at postgres://…@db:5432/atlas for POLYGON(…)',
    );
    expect(described.cause?.message).toContain('https://data.example/list?…');
    expect(described.stack).toMatch(/^\s+at .*log\.test/);
    expect(JSON.stringify(described)).not.toMatch(/pa55|s3cret|grave|COPY|12\.|13 4|-3|0101|15,-2/);
  });
});

describe('the log of a crawl', () => {
  it('has one line for each answer, with routes and figures only', async () => {
    const { logger, lines } = listeningLogger();
    const server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { logger });
    try {
      const { app, routes, secrets } = server;
      const polygon = 'POLYGON((11.125 1.25,12.125 1.25,12.125 2.5,11.125 1.25))';
      const all = addressesOf(routes, await gatherTargets([server]));
      const addresses = [
        ...all.filter((_, at) => at % STEP === 0),
        `/api/geodata/places/?intersects=${encodeURIComponent(polygon)}`,
        '/ogc/collections/wells/items?bbox=11.125,1.25,12.125,2.5',
      ];
      lines.length = 0;
      await crawl(app, addresses, { methods: ['GET', 'POST'] });
      await crawl(app, addresses, { level: 'elder' });
      expect(lines.length).toBe(addresses.length * 3);
      const patterns = new Set([...routes, '/.broken-address', '/.long-address', null]);
      for (const line of lines) {
        const { level, time, reqId, method, route, status, ms, bytes, network, msg, ...more } =
          JSON.parse(line) as Record<string, unknown>;
        expect(more).toEqual({});
        expect([level, msg, network]).toEqual(['info', 'answered', '127.0.0.0/24']);
        expect([method, [...patterns].includes(route as string)]).toEqual([
          expect.stringMatching(/^(?:GET|POST)$/),
          true,
        ]);
        expect([status, ms, bytes]).toEqual(Array(3).fill(expect.any(Number)));
        expect(`${String(time)} ${String(reqId)}`).toMatch(/^\d{4}-[\d:.TZ-]+ req-\w+$/);
      }
      // A time of day may have the digits of the coordinates.
      const log = lines
        .join('')
        .replaceAll(/"time":"[^"]*"/g, '')
        .toLowerCase();
      for (const level of LEVELS)
        for (const secret of secrets[level]) expect(log).not.toContain(secret.toLowerCase());
      expect(log).not.toMatch(/polygon|11\.125|bbox|canary/);
    } finally {
      await server.close();
    }
  });

  it('counts the bytes of each answer on a connection that stays open', async () => {
    const { app, lines } = await makeServer();
    const server = await startServer(app, { port: 0 });
    try {
      for (const path of ['/atlas/files/data/relief.pmtiles', '/atlas/files/data/relief.pmtiles'])
        await (await fetch(server.url + path)).arrayBuffer();
    } finally {
      await server.stop();
    }
    const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
    expect(answered.map(({ bytes }) => bytes > 1_000 && bytes < 2_500)).toEqual([true, true]);
  });
});

describe('the options of the server', () => {
  it('set who may embed the compact map, and nothing else', async () => {
    const { app } = await makeServer({ frameAncestors: ['https://blog.example'] });
    const framing = async (url: string) =>
      /frame-ancestors .*$/.exec(
        String((await app.inject(url)).headers['content-security-policy']),
      )?.[0];
    expect(await framing('/?embed=1')).toBe('frame-ancestors https://blog.example');
    expect(await framing('/')).toBe("frame-ancestors 'self'");
    expect(await framing('/?embed=0')).toBe("frame-ancestors 'self'");
    const tile = await app.inject('/api/mvt/wells.json');
    expect(tile.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(tile.headers).not.toHaveProperty('x-frame-options');
  });

  it('with an https address make browsers enforce https, and make addresses absolute', async () => {
    const { app } = await makeServer({ publicUrl: 'https://atlas.example' });
    const answer = await app.inject('/api/mvt/wells.json');
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    expect(answer.json().tiles[0]).toMatch(/^https:\/\/atlas\.example\/api\/mvt\/tile\/wells\//);
    const { app: plain } = await makeServer();
    const local = await plain.inject('/');
    expect(local.headers).not.toHaveProperty('strict-transport-security');
  });
});
