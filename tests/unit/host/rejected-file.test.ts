import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RejectedFile } from '../../../host/load/rejected-file.ts';
import type { LoadReport } from '../../../server/store/store.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rejected-'));
});
afterAll(() => rm(dir, { recursive: true }));

const report = (dataset: string, count: number): LoadReport => ({
  dataset,
  read: count,
  loaded: 0,
  repaired: 0,
  leftOut: 0,
  took: 0,
  rejected: Array.from({ length: count }, (_, index) => ({ index, reason: 'no-geometry' })),
});

describe('the file of rejected features', () => {
  test('contains those of a load as soon as the load has ended', async () => {
    const path = join(dir, 'one.ndjson');
    const file = new RejectedFile(path);
    await file.begin();
    await file.add(report('huts', 25_000));
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(25_000);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ dataset: 'huts', row: 24_999 });
    await file.add(report('wells', 1));
    expect(file.rows).toBe(25_001);
  });

  test('contains nothing from an earlier run', async () => {
    const path = join(dir, 'two.csv');
    for (const count of [3, 1]) {
      const file = new RejectedFile(path);
      await file.begin();
      await file.add(report('huts', count));
    }
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(2);
  });

  test('is an error before the load if it cannot be written', async () => {
    const file = new RejectedFile(join(dir, 'nowhere', 'three.csv'));
    await expect(file.begin()).rejects.toThrow('cannot be written (ENOENT)');
  });
});
