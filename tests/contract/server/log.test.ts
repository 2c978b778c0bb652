import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { createServer, type ServerOptions } from '../../../server/create-server.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

const folders: string[] = [];

/** A server that writes its log into a list. */
async function makeServer(options: Partial<ServerOptions> = {}) {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const store = new FixtureStore();
  const app = await createServer({
    snapshot: await makeSnapshot(configDir),
    store,
    appDir,
    logger: pino({ level: 'trace' }, sink),
    ...options,
  });
  return { app, store, lines };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the log', () => {
  it('tells of each answer its route, status and time, not what was asked for', async () => {
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
    'believes what proxies say of the client only from those trusted: %s',
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

  it('holds the cause of a failure that the answer does not tell', async () => {
    const { app, store, lines } = await makeServer();
    store.failure = new Error('the disk is full');
    const answer = await app.inject({ url: '/api/features/wells/1' });
    expect(answer.body).not.toContain('disk');
    expect(lines.join('')).toContain('the disk is full');
  });
});

describe('the options of the server', () => {
  it('name who may frame the atlas', async () => {
    const { app } = await makeServer({ frameAncestors: ['https://blog.example'] });
    const policy = (await app.inject('/')).headers['content-security-policy'];
    expect(policy).toContain('frame-ancestors https://blog.example');
    const tile = await app.inject('/api/mvt/wells.json');
    expect(tile.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(tile.headers).not.toHaveProperty('x-frame-options');
  });

  it('with an https address make browsers insist on it, and make addresses whole', async () => {
    const { app } = await makeServer({ publicUrl: 'https://atlas.example' });
    const answer = await app.inject('/api/mvt/wells.json');
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    expect(answer.json().tiles[0]).toMatch(/^https:\/\/atlas\.example\/api\/mvt\/tile\/wells\//);
    const { app: plain } = await makeServer();
    const local = await plain.inject('/');
    expect(local.headers).not.toHaveProperty('strict-transport-security');
  });
});
