import dns from 'node:dns';
import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
  type MockInstance,
} from 'vitest';
import { hostsOf } from '../../../server/snapshot/bundle-hosts.ts';
import { run } from '../../../cli/atlas.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { SHIPPED_STORE } from '../../browser/shipped-copy.ts';
import { makeHarbours, type Harbours } from './harbours.ts';
import { json, pointFeature, startMockServer, text, type MockServer } from './mock-server.ts';

const SHIPPED = fileURLToPath(new URL('../../../atlas.config', import.meta.url));

let registry: MockServer;
let watch: MockServer;
let harbours: Harbours;
const served: ServedAtlas[] = [];

beforeAll(async () => {
  [registry, watch] = await Promise.all([startMockServer(), startMockServer()]);
});
afterAll(() => Promise.all([registry.close(), watch.close()]));
beforeEach(() => {
  harbours = makeHarbours();
});
afterEach(async () => {
  await Promise.all(served.splice(0).map((atlas) => atlas.stop()));
  harbours.remove();
});

const ring = [
  [-35, -5],
  [-35, 5],
  [-25, 5],
  [-25, -5],
  [-35, -5],
];
const reserves = (...names: string[]) =>
  json({ features: names.map((name) => ({ attributes: { name }, geometry: { rings: [ring] } })) });
const buoys = (...names: string[]) =>
  json({ buoys: names.map((name) => ({ name, lon: -30, lat: 1 })) });

async function command(args: readonly string[], env: Record<string, string> = {}) {
  const printed: string[] = [];
  const report = (line: string): void => void printed.push(line);
  const io = {
    out: report,
    err: report,
    env: { ATLAS_DATA_DIR: harbours.dataDir, ...env },
    color: false,
  };
  const code = await run([...args, '--config', harbours.config], io);
  return { code, text: printed.join('\n') };
}

async function start(env: Record<string, string> = {}): Promise<ServedAtlas> {
  const atlas = await serveAtlas({ ...harbours, env });
  served.push(atlas);
  return atlas;
}

async function get(atlas: ServedAtlas, path: string, level = 'anyone') {
  const response = await fetch(`${atlas.url}${path}`, { headers: { 'x-atlas-level': level } });
  const body = await response.text();
  return { status: response.status, headers: response.headers, body };
}

async function namesIn(atlas: ServedAtlas, dataset: string): Promise<string> {
  const { body } = await get(atlas, `/api/geodata/${dataset}/`, 'pilot');
  const { features } = JSON.parse(body) as {
    features: { properties: { name: string } }[];
  };
  const names = features.map(({ properties: { name } }) => name);
  return names.sort().join();
}

describe('an atlas whose services are off', () => {
  it('shows built-in data, marked as such, and leaves out the rest', async () => {
    const atlas = await start();
    expect(await namesIn(atlas, 'reserves')).toBe('Built-in reserve');
    expect(await namesIn(atlas, 'buoys')).toBe('Built-in buoy');
    expect((await get(atlas, '/api/geodata/depths/')).status).toBe(404);
    const { body } = await get(atlas, '/');
    expect(body).toContain('Reserves');
    expect(body).not.toMatch(/depths/i);
    expect(body).toContain('"demo":true');
  });
});

describe('an atlas whose services are on', () => {
  it('shows their data, no longer as a demonstration, and sends browsers no address', async () => {
    registry.answer(reserves('Cape Reserve', 'Reef Reserve'));
    watch.answer(json({ type: 'FeatureCollection', features: [pointFeature('Deep', -30, 1)] }));
    const atlas = await start({
      HARBOURS_REGISTRY_URL: `${registry.url}?token=s3cret`,
      HARBOURS_SOUNDINGS_URL: watch.url,
    });
    expect(await namesIn(atlas, 'reserves')).toBe('Cape Reserve,Reef Reserve');
    expect(await namesIn(atlas, 'depths')).toBe('Deep');
    const { body, headers } = await get(atlas, '/');
    const policy = headers.get('content-security-policy')!;
    expect(body).toContain('Depths');
    expect(body).not.toContain('"demo":true');
    expect(policy).toContain("connect-src 'self';");
    expect(body + policy).not.toContain(new URL(registry.url).host);
    expect(body + atlas.output()).not.toContain('s3cret');
  });

  it('requests again, keeps its data while they fail, and continues when they are back', async () => {
    watch.answer(buoys('North'));
    const atlas = await start({ HARBOURS_WATCH_URL: watch.url });
    expect(await namesIn(atlas, 'buoys')).toBe('North');
    const before = await get(atlas, '/atlas/session.en.json', 'pilot');
    watch.answer(buoys('North', 'South'));
    await vi.waitFor(async () => expect(await namesIn(atlas, 'buoys')).toBe('North,South'), 10_000);
    // Tiles are requested under the new version.
    await vi.waitFor(async () => {
      const after = await get(atlas, '/atlas/session.en.json', 'pilot');
      expect(after.body).not.toBe(before.body);
    }, 10_000);
    watch.answer(text('<p>Sorry</p>', 502));
    // The buoys are restricted, so the log does not name them.
    await vi.waitFor(
      () =>
        expect(atlas.output()).toContain('Restricted data could not be loaded from their outside'),
      10_000,
    );
    expect(atlas.output()).not.toMatch(/buoys|502/);
    expect(await namesIn(atlas, 'buoys')).toBe('North,South');
    watch.answer(buoys('West'));
    await vi.waitFor(async () => expect(await namesIn(atlas, 'buoys')).toBe('West'), 10_000);
  });

  it('reports in its health which fail, except those with restricted data', async () => {
    registry.answer(text('<p>Log in</p>'));
    watch.answer(text('', 500));
    const atlas = await start({
      HARBOURS_REGISTRY_URL: registry.url,
      HARBOURS_WATCH_URL: watch.url,
      HARBOURS_SOUNDINGS_URL: `${watch.url}/deep`,
    });
    const health = JSON.parse((await get(atlas, '/health')).body) as { services: object };
    expect(health.services).toEqual({
      registry: { datasets: 1, failing: { reserves: 'format' } },
      soundings: { datasets: 1, failing: { depths: 'status' } },
    });
    expect(await namesIn(atlas, 'reserves')).toBe('Built-in reserve');
  });

  it('starts although their data lack a field, and reports it', async () => {
    registry.answer(
      json({ features: [{ attributes: { nom: 'Cap' }, geometry: { rings: [ring] } }] }),
    );
    const atlas = await start({ HARBOURS_REGISTRY_URL: registry.url });
    expect(atlas.output()).toContain('The configuration has 1 error, 0 warnings.');
    expect(atlas.output()).toContain('The atlas is served nevertheless.');
    expect((await get(atlas, '/api/geodata/reserves/')).status).toBe(200);
  });
});

describe('the commands', () => {
  it('check and profile the data of a service with one request', async () => {
    registry.answer(
      json({ features: [{ attributes: { nom: 'Cap' }, geometry: { rings: [ring] } }] }),
    );
    const env = { HARBOURS_REGISTRY_URL: registry.url };
    const profile = await command(['profile', 'reserves'], env);
    expect(profile.text).toContain('nom  not declared, looks like text');
    const check = await command(['check'], env);
    expect(check.code).toBe(1);
    expect(check.text).toContain('error field-not-in-data');
    expect(registry.asked).toHaveLength(1);
    expect((await command(['check'])).code).toBe(0);
  });

  it('load requests again, and removes features that a service no longer has', async () => {
    const env = { HARBOURS_REGISTRY_URL: registry.url, HARBOURS_SOUNDINGS_URL: watch.url };
    registry.answer(reserves('Cape Reserve'));
    watch.answer(json({ type: 'FeatureCollection', features: [pointFeature('Deep', -30, 1)] }));
    expect((await command(['load'], env)).text).toContain('reserves: 1 read, 1 loaded');
    registry.answer(reserves('Cape Reserve', 'Reef Reserve'));
    expect((await command(['load', 'reserves'], env)).text).toContain('reserves: 2 read, 2 loaded');
    const style = await command(['style', '--groups', 'reserves,depths'], env);
    expect(style.text).toContain('group/depths/point');
    expect((await command(['load'])).code).toBe(0);
    expect((await command(['style', '--groups', 'depths'])).text).toContain(
      'is off: set HARBOURS_SOUNDINGS_URL',
    );
  });

  it('report the valid values of a variable', async () => {
    const { code, text: printed } = await command(['check'], { HARBOURS_WATCH_URL: 'yes' });
    expect(code).toBe(2);
    expect(printed).toMatch(/^HARBOURS_WATCH_URL contains `yes`, which is not an address\./);
  });
});

describe('an empty environment', () => {
  let tried: readonly MockInstance[] = [];
  beforeEach(() => {
    const refuse = (): never => {
      throw new Error('A connection was tried.');
    };
    tried = [
      vi.spyOn(Socket.prototype, 'connect').mockImplementation(refuse),
      vi.spyOn(dns, 'lookup').mockImplementation(refuse as never),
    ];
  });
  afterEach(() => {
    for (const spy of tried) spy.mockRestore();
  });

  it('makes no connection and no DNS request for any service', async () => {
    for (const args of [['check'], ['profile', 'reserves'], ['load'], ['style']])
      expect((await command(args)).code).toBe(0);
    for (const spy of tried) expect(spy).not.toHaveBeenCalled();
  });

  // The set-up of the tests loaded the atlas; here it is read again.
  it('makes none for the shipped atlas, whose bundle has no hosts', async () => {
    const out = join(harbours.dataDir, 'bundle');
    const printed: string[] = [];
    const report = (line: string): void => void printed.push(line);
    const io = { out: report, err: report, env: { ATLAS_DATA_DIR: SHIPPED_STORE }, color: false };
    const bundle = ['bundle', '--locale', 'en', '--level', 'level-2', '--out', out];
    for (const args of [['load'], bundle])
      expect(await run([...args, '--config', SHIPPED], io)).toBe(0);
    for (const spy of tried) expect(spy).not.toHaveBeenCalled();
    const files = readdirSync(join(out, 'atlas')).map((name) =>
      readFileSync(join(out, 'atlas', name), 'utf8'),
    );
    expect(files.length).toBeGreaterThan(2);
    expect(hostsOf(files.map((file) => JSON.parse(file) as object))).toEqual([]);
  }, 180_000);
});
