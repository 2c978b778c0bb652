import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const CROWD = `
datasets:
  - id: crowd
    geometry: point
    permission: open
    load: { file: data/crowd.geojson }
    key: number
    feeds: { tiles: { maxzoom: 8, budget: 2 kB, keep: { by: people } }, geojson: true }
    fields:
      number: { type: integer, label: { all: Number } }
      kind: { type: text, values: [farm, mill], label: { all: Kind } }
      people: { type: integer, label: { all: People } }
`;

/** 300 places; the last one has the fewest people, and is the only mill. */
const PLACES = Array.from({ length: 300 }, (_, i) => ({
  type: 'Feature',
  properties: { number: i + 1, kind: i === 299 ? 'mill' : 'farm', people: 1000 - i },
  geometry: { type: 'Point', coordinates: [3 + (i % 20) / 5, 4 + Math.floor(i / 20) / 5] },
}));

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atlas-profile-tiles-'));
  const crowd = JSON.stringify({ type: 'FeatureCollection', features: PLACES });
  writeAtlas(join(dir, 'atlas'), CROWD);
  await mkdir(join(dir, 'atlas/data'), { recursive: true });
  await writeFile(join(dir, 'atlas/data/crowd.geojson'), crowd);
});
afterAll(() => rm(dir, { recursive: true }));

async function profile(...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const lines: string[] = [];
  const keep = (line: string): void => void lines.push(line);
  const env = { ATLAS_DATA_DIR: join(dir, 'store'), ATLAS_CONFIG_DIR: join(dir, 'atlas') };
  const code = await run(['profile', 'crowd', ...args, '--config', join(dir, 'atlas')], {
    out: keep,
    err: keep,
    env,
    color: false,
  });
  return { code, text: lines.join('\n') };
}

test('prints how many features the tiles show at each zoom, and their sizes', async () => {
  const { code, text } = await profile('--tiles');
  expect(code).toBe(0);
  expect(text).toContain('crowd: 300 features, tiles of zoom 0 to 8, of at most 2 kB below zoom 8');
  const rows = [...text.matchAll(/zoom +(\d+) +(\d+) +([\d.]+) % +(\d+) kB/g)].map((row) => row[2]);
  expect(Number(rows[0])).toBeLessThan(200);
  expect(rows.map(Number)).toEqual(rows.map(Number).toSorted((a, b) => a - b));
});

test('says why a feature is shown from a zoom on', async () => {
  const first = await profile('--why', '1');
  expect(first.text).toMatch(/feature 1: from zoom 0\n +it fits into all tiles/);
  const last = await profile('--why', '299');
  expect(last.text).toMatch(
    /feature 299: from zoom [1-8]\n +it does not fit into tile \d\/\d+\/\d+/,
  );
  const mill = await profile('--why', '300');
  expect(mill.text).toMatch(/feature 300: from zoom 0\n.*\n +it is kept .* with kind: mill/);
});

test('says that a dataset has no such feature', async () => {
  const { code, text } = await profile('--why', '301');
  expect([code, text]).toEqual([1, 'The dataset `crowd` has no feature with the id 301.']);
});
