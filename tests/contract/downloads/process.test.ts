/** The process that prepares a download: what it reports, and when it ends. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInChild } from '../../../server/downloads/work/run-in-child.ts';
import type { DownloadTask } from '../../../server/downloads/work/task.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { dataset, field, LEVELS } from '../store/datasets.ts';
import { makePoints } from '../store/make-features.ts';

/** Enough points for several pages and steps. */
const COUNT = 20_000;
const SCRIPT = fileURLToPath(
  new URL('../../../server/downloads/work/typescript-child.mjs', import.meta.url),
);

const folder = mkdtempSync(join(tmpdir(), 'atlas-process-'));
const place = { dataDir: join(folder, 'data'), role: 'tool' } as const;

beforeAll(async () => {
  mkdirSync(place.dataDir);
  const store = await openStore({ ...place, role: 'server' });
  const points = dataset('points', 'point', [field('name', 'text')]);
  const input = { kind: 'features', digest: 'a', features: makePoints(COUNT) } as const;
  await loadDataset(points, input, LEVELS, store);
  await store.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a task that writes the points. */
function makeTask(name: string): DownloadTask {
  const work = join(folder, name);
  mkdirSync(work);
  return {
    place,
    folder: work,
    file: `${work}.zip`,
    maxBytes: 1e9,
    size: 1,
    parts: new Map(),
    excerpts: new Map(),
    area: 'POLYGON ((0 -20, 40 -20, 40 20, 0 20, 0 -20))',
    formats: ['csv', 'geojson'],
    recipient: { username: 'mira', day: '2026-11-25' },
    agreement: null,
    title: { en: 'Atlas' },
    locales: ['en'],
    locale: 'en',
    access: {
      levels: ['everyone'],
      datasets: new Map(),
      tools: new Map(),
      files: new Map(),
      tiles: new Map(),
      geojson: new Map(),
      wms: new Map(),
    },
    datasets: [
      {
        cut: { dataset: 'points', fields: ['name'], rank: 0 },
        title: { en: 'Points' },
        info: {},
        fields: [{ name: 'name', type: 'text', label: {} }],
        demo: false,
      },
    ],
  };
}

describe('the process of a download', () => {
  it('reports the share of its work that is done', async () => {
    const task = makeTask('whole');
    const shares: number[] = [];
    const progress = (share: number): void => void shares.push(share);
    const end = await runInChild(task, { signal: new AbortController().signal, progress });
    expect(end).toMatchObject({ kind: 'done' });
    expect(existsSync(task.file)).toBe(true);
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeCloseTo(1, 10);
  });

  it('ends without a file when its download is removed', async () => {
    const task = makeTask('removed');
    const abort = new AbortController();
    const run = runInChild(task, { signal: abort.signal, progress: () => abort.abort('removed') });
    await expect(run).rejects.toBe('removed');
    expect(existsSync(task.file)).toBe(false);
  });

  it('ends without a file when the server is gone', async () => {
    const task = makeTask('left');
    const child = fork(SCRIPT, [], {
      execArgv: ['--conditions=atlas-source'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const left = once(child, 'exit');
    child.send(task);
    await once(child, 'message');
    child.disconnect();
    expect(await left).toEqual([null, 'SIGKILL']);
    expect(existsSync(task.file)).toBe(false);
  });
});
