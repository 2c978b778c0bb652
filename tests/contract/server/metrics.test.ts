import { rmSync } from 'node:fs';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../../../server/serving/create-server.ts';
import { Metrics } from '../../../server/metrics/metrics.ts';
import { serveMetrics, type MetricsServer } from '../../../server/serving/serve-metrics.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot, SECRETS } from './fixture.ts';

const folders: string[] = [];
let app: FastifyInstance;
let store: FixtureStore;
let server: MetricsServer;
let revision: string;

beforeAll(async () => {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  store = new FixtureStore();
  const metrics = new Metrics();
  const snapshot = await makeSnapshot(configDir);
  ({ revision } = snapshot);
  app = await createServer({ snapshot, store, appDir, metrics });
  server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Returns the metrics by name and labels. Throws for an invalid line. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await fetch(server.url)).text();
  const found = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, name, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== undefined) types.set(name, type!);
    if (line.startsWith('#')) continue;
    const sample = /^(\w+)(\{(?:\w+="(?:[^"\\]|\\.)*",?)+\})? (-?[\d.e+-]+)$/.exec(line);
    if (!sample) throw new Error(`Invalid line: ${line}`);
    const family = sample[1]!.replace(/_(?:bucket|sum|count)$/, '');
    expect([line, types.has(sample[1]!) || types.get(family) === 'histogram']).toEqual([
      line,
      true,
    ]);
    found.set(`${sample[1]}${sample[2] ?? ''}`, Number(sample[3]));
  }
  return found;
}

const PICTURE =
  '/wms?request=GetMap&version=1.1.1&layers=heat&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=8&height=8&format=image/png';

const DURATION = 'atlas_http_request_duration_seconds';

describe('metrics', () => {
  it('count answers and their durations by route and status', async () => {
    for (let n = 0; n < 3; n += 1) await app.inject('/api/features/wells/1');
    await app.inject('/api/features/wells/77');
    await app.inject('/no/such/SECRET');
    const now = await figures();
    const features = (status: number) =>
      `method="GET",route="/api/features/:dataset/:id",status="${status}"`;
    expect(now.get(`${DURATION}_count{${features(200)}}`)).toBe(3);
    expect(now.get(`${DURATION}_bucket{${features(200)},le="+Inf"}`)).toBe(3);
    expect(now.get(`${DURATION}_bucket{${features(200)},le="10"}`)).toBe(3);
    expect(now.get(`${DURATION}_sum{${features(200)}}`)).toBeGreaterThan(0);
    expect(now.get(`${DURATION}_count{${features(404)}}`)).toBe(1);
    expect(now.get(`${DURATION}_count{method="GET",route="none",status="404"}`)).toBe(1);
  });

  it('count cached and new tiles, and their bytes', async () => {
    const place = '{place="memory"}';
    const before = await figures();
    for (let n = 0; n < 4; n += 1) await app.inject('/api/mvt/tile/wells/6/34/31.pbf');
    const after = await figures();
    const grown = (name: string) => after.get(name + place)! - before.get(name + place)!;
    expect(grown('atlas_tile_cache_misses_total')).toBe(1);
    expect(grown('atlas_tile_cache_hits_total')).toBe(3);
    expect(grown('atlas_tile_cache_tiles')).toBe(1);
    expect(grown('atlas_tile_cache_bytes')).toBeGreaterThan(20);
  });

  it('count cached and drawn pictures, and their bytes', async () => {
    const before = await figures();
    for (let n = 0; n < 4; n += 1) await app.inject(PICTURE);
    const after = await figures();
    const grown = (name: string) => after.get(name)! - before.get(name)!;
    expect(grown('atlas_picture_cache_misses_total')).toBe(1);
    expect(grown('atlas_picture_cache_hits_total')).toBe(3);
    expect(grown('atlas_picture_cache_pictures')).toBe(1);
    expect(grown('atlas_picture_cache_bytes')).toBeGreaterThan(60);
  });

  it('keep cached pictures within their limit of bytes', async () => {
    const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
    folders.push(configDir, appDir);
    const snapshot = await makeSnapshot(configDir);
    const measured = new Metrics();
    const small = await createServer({
      snapshot,
      store,
      appDir,
      metrics: measured,
      pictureCacheBytes: 1,
    });
    for (let n = 0; n < 2; n += 1) await small.inject(PICTURE);
    expect(measured.render()).toMatch(/^atlas_picture_cache_misses_total 2$/m);
    expect(measured.render()).toMatch(/^atlas_picture_cache_bytes 0$/m);
    await small.close();
  });

  it('count failed queries of the store', async () => {
    const before = (await figures()).get('atlas_store_errors_total')!;
    store.failure = new Error('gone');
    await app.inject('/api/features/wells/1');
    // The error is sent as a picture with status 200, and counts too.
    await app.inject(`${PICTURE.replace('width=8', 'width=9')}&exceptions=blank`);
    store.failure = null;
    expect((await figures()).get('atlas_store_errors_total')! - before).toBe(2);
  });

  it('report the state of the configuration and the process', async () => {
    app.reportConfiguration({ errors: 2, warnings: 5 });
    app.reportPending('gone');
    const now = await figures();
    expect(now.get('atlas_configuration_diagnostics{severity="errors"}')).toBe(2);
    expect(now.get('atlas_configuration_diagnostics{severity="warnings"}')).toBe(5);
    expect(now.get('atlas_configuration_pending{reason="gone"}')).toBe(1);
    expect(now.get('atlas_configuration_pending{reason="loading"}')).toBe(0);
    expect((await app.inject('/health')).json()).toMatchObject({ configuration: 'gone' });
    app.reportPending(null);
    expect((await app.inject('/health')).json()).not.toHaveProperty('configuration');
    const since = now.get(`atlas_configuration_since_seconds{revision="${revision}"}`);
    expect(since).toBeGreaterThan(1.7e9);
    expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(now.get('nodejs_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  });

  it('contain no names of the atlas, whatever was requested', async () => {
    for (const url of [
      '/api/mvt/tile/shrines/4/8/7.pbf',
      '/api/geodata/graves/',
      '/api/features/hoards/1',
    ])
      for (const level of ['everyone', 'elder'])
        await app.inject({ url, headers: { 'x-atlas-level': level } });
    await app.inject({ url: '/', method: 'PROPFIND' as 'GET' });
    const text = await (await fetch(server.url)).text();
    expect(text).not.toMatch(/shrines|graves|hoards|wells|SECRET|elder|PROPFIND/i);
    for (const secret of Object.values(SECRETS))
      if (typeof secret === 'string') expect(text).not.toContain(secret);
  });
});

describe('the port of metrics', () => {
  it('answers one address, and the site does not', async () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect((await fetch(new URL('/', server.url))).status).toBe(404);
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  it('is in the error when it is in use', async () => {
    const other = createNetServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const started = serveMetrics(new Metrics(), { port, host: '127.0.0.1' });
    await expect(started).rejects.toThrow(`METRICS_PORT=${port + 1}`);
    await new Promise((resolve) => other.close(resolve));
  });
});
