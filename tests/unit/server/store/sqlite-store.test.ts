import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDataset } from '../../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../../server/store/open-store.ts';
import { WorkerPool } from '../../../../server/store/pool.ts';
import { packQuery } from '../../../../server/store/query-geometry.ts';
import { tryLock } from '../../../../server/store/sqlite/locks.ts';
import { dataset, field, LEVELS } from '../../../contract/store/datasets.ts';

const PLACES = dataset('places', 'point', [field('name', 'text')]);
const cut = { dataset: 'places', fields: ['name'] };
const features = (...names: string[]): unknown[] =>
  names.map((name, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [i, 0] },
    properties: { name },
  }));

let dataDir: string;
const opened: Store[] = [];

async function open(role: 'server' | 'tool'): Promise<Store> {
  const store = await openStore({ dataDir, role });
  opened.push(store);
  return store;
}

function load(store: Store, digest: string, ...names: string[]) {
  const input = { kind: 'features', digest, features: features(...names) } as const;
  return loadDataset(PLACES, input, LEVELS, store);
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-sqlite-'));
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  rmSync(dataDir, { recursive: true });
});

describe('the folder of an embedded store', () => {
  it('that cannot be written is reported with the name of the setting', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(openStore({ dataDir: file, role: 'server' })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringMatching(/cannot write .*`.*file` \(ENOTDIR\).*ATLAS_DATA_DIR/),
    });
  });

  it('accepts one server at a time, and refuses the second with a message', async () => {
    const first = await open('server');
    await expect(openStore({ dataDir, role: 'server' })).rejects.toMatchObject({
      name: 'StoreBusy',
      message: expect.stringContaining('Another server uses this data folder'),
    });
    await first.close();
    await open('server');
  });

  it('accepts loads beside a running server, which sees each of them', async () => {
    const server = await open('server');
    const tool = await open('tool');
    expect(await server.status('places')).toBeNull();
    await load(tool, 'one', 'a');
    expect(await server.page({ ...cut, limit: 9 })).toMatchObject([{ properties: { name: 'a' } }]);
    await load(tool, 'two', 'b', 'c');
    expect((await server.status('places'))?.count).toBe(2);
    expect(await server.page({ ...cut, limit: 9 })).toHaveLength(2);
    await tool.remove('places');
    expect(await server.status('places')).toBeNull();
  });

  it('lets one load write at a time', async () => {
    const tool = await open('tool');
    const version = await tool.begin({ dataset: 'places', geometry: 'point', fields: [] });
    expect(tryLock(join(dataDir, 'load.lock'))).toBeNull();
    await version.abandon();
    const lock = tryLock(join(dataDir, 'load.lock'));
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it('isolates the loads of two processes', async () => {
    const [one, other] = [await open('tool'), await open('tool')];
    await Promise.all([load(one, 'one', 'a'), load(other, 'two', 'b')]);
    expect(await one.page({ ...cut, limit: 9 })).toHaveLength(1);
  });

  it('refuses features whose ids do not ascend, and values without a field', async () => {
    const store = await open('tool');
    const point = {
      kind: 'point',
      coords: Int32Array.of(0, 0),
      ends: Uint32Array.of(1),
      polygons: new Uint32Array(0),
    } as const;
    const version = await store.begin({ dataset: 'places', geometry: 'point', fields: [] });
    await version.write([{ id: 2, geometry: point, values: [] }]);
    const again = version.write([{ id: 2, geometry: point, values: [] }]);
    await expect(again).rejects.toThrow('ids must be in ascending order');
    const unknown = version.write([{ id: 3, geometry: point, values: ['x'] }]);
    await expect(unknown).rejects.toThrow('each field needs one value');
    await version.abandon();
    expect(await store.status('places')).toBeNull();
  });

  it('does not use the id of a dataset as a path', async () => {
    const store = await open('tool');
    const draft = { dataset: '../escape', geometry: 'point', fields: [] } as const;
    await expect(store.begin(draft)).rejects.toThrow('is not a valid dataset id');
  });
});

describe('an analysis of the embedded store', () => {
  it('has all the time of the tool, also when that is longer than other reads may take', async () => {
    const server = await open('server');
    await load(server, 'one', 'a');
    const calls = vi.spyOn(WorkerPool.prototype, 'call');
    const ring = [[-1, -1], [1, -1], [1, 1], [-1, -1]]; // prettier-ignore
    const geometry = packQuery({ type: 'Polygon', coordinates: [ring] });
    const request = { dataset: 'places', field: null, sums: [], geometry, timeout: 90_000 };
    expect(await server.analyse(request)).toMatchObject({ count: 1 });
    const [, options] = calls.mock.lastCall!;
    calls.mockRestore();
    expect(options?.timeout).toBeGreaterThan(80_000);
  });
});
