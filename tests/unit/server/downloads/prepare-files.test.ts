/** When a download that would be too large ends. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareFiles } from '../../../../server/downloads/work/prepare-files.ts';
import type { DownloadTask } from '../../../../server/downloads/work/task.ts';
import type { DatasetStore, IntersectsRequest } from '../../../../server/store/store.ts';

const COUNT = 40_000;
/** Bytes of a text of each feature, which are most of its line. */
const WIDTH = 500;

const folder = mkdtempSync(join(tmpdir(), 'atlas-prepare-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store with points that have a long text. */
const store = {
  status: async () => null,
  intersects: async ({ after = -1, limit }: IntersectsRequest) =>
    Array.from({ length: Math.max(0, Math.min(limit, COUNT - 1 - after)) }, (_, place) => ({
      id: after + 1 + place,
      geometry: { type: 'Point', coordinates: [9.5, 0.5] },
      properties: { name: 'x'.repeat(WIDTH) },
    })),
} as unknown as DatasetStore;

/** Writes the points as GeoJSON; returns the end, and the share of the work before it. */
async function prepare(maxBytes: number) {
  const work = join(folder, `${maxBytes}`);
  mkdirSync(work);
  const task = {
    folder: work,
    file: `${work}.zip`,
    maxBytes,
    size: 1,
    formats: ['geojson'],
    area: 'POLYGON ((9 0, 10 0, 10 1, 9 0))',
    agreement: null,
    title: {},
    locales: ['en'],
    locale: 'en',
    recipient: { username: 'mira', day: '2026-11-25' },
    parts: new Map(),
    excerpts: new Map(),
    access: { levels: ['everyone'], datasets: new Map() },
    datasets: [
      {
        cut: { dataset: 'wells', fields: ['name'], rank: 0 },
        title: {},
        info: {},
        fields: [{ name: 'name', type: 'text', label: {} }],
        demo: false,
      },
    ],
  } as unknown as DownloadTask;
  let last = 0;
  const end = await prepareFiles(task, store, (share) => {
    last = share;
  });
  return { kind: end.kind, last };
}

describe('the files of a download', () => {
  // While they are written, the features that were read are beside them.
  const all = 2 * COUNT * WIDTH;

  it('are complete when there is room for all of them', async () => {
    const { kind, last } = await prepare(1.5 * all);
    expect(kind).toBe('done');
    expect(last).toBeCloseTo(1, 10);
  });

  it('are given up once the first ten thousand features show that all would be too large', async () => {
    const { kind, last } = await prepare(0.9 * all);
    expect(kind).toBe('too-much');
    // Reading is half of the work before the packing, which begins at 0.7; writing is the rest.
    expect(last).toBeCloseTo(0.7 * (0.5 + 0.5 * (9_000 / COUNT)), 10);
  });
});
