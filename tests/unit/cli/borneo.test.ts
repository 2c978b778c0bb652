import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const MORE = `
datasets:
  - id: huts
    geometry: point
    permission: open
    load: { file: data/huts.csv, coordinates: [lng, lat] }
    key: code
    fields: { code: { type: text, label: { all: Code } } }
  - { id: wells, geometry: point, permission: open, load: { file: data/wells.geojson } }
groups:
  - { id: huts, name: { all: Huts }, category: things, sublayers: [{ id: point, type: circle, source: huts }] }
  - { id: wells, name: { all: Wells }, category: closed, sublayers: [{ id: point, type: circle, source: wells }] }
`;

const WELLS = [
  [113, 1],
  [114, 2],
] as const;
const RIGHT = 'code,lng,lat\nA,112,1\nB,113,-2\n';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atlas-borneo-'));
  await mkdir(join(dir, 'atlas/data'), { recursive: true });
  writeAtlas(join(dir, 'atlas'), MORE);
  const base = join(dir, 'atlas/base.yaml');
  const text = await readFile(base, 'utf8');
  await writeFile(
    base,
    text
      .replace('bounds: [0, 0, 20, 20]', 'bounds: [108, -4, 119, 7]')
      .replace(/^home:.*$/m, 'home: { bounds: [109, -3, 118, 6] }'),
  );
});
beforeEach(() => write(RIGHT, WELLS));
afterAll(() => rm(dir, { recursive: true, force: true }));

async function write(huts: string, wells: readonly (readonly [number, number])[]): Promise<void> {
  await writeFile(join(dir, 'atlas/data/huts.csv'), huts);
  const features = wells.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates },
  }));
  const file = join(dir, 'atlas/data/wells.geojson');
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
}

async function atlas(...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const io = { out: keep, err: keep, env: { ATLAS_DATA_DIR: join(dir, 'store') }, color: false };
  const code = await run([...args, '--config', join(dir, 'atlas')], io);
  return { code, text: lines.join('\n') };
}

async function found(): Promise<unknown> {
  const { text } = await atlas('check', '--format', 'json');
  return (JSON.parse(text) as { code: string; message: string; help: string }[]).map(
    ({ code, message, help }) => ({ code, message, help }),
  );
}

describe('an atlas east of longitude 90', () => {
  test('has no message when every position is correct', async () => {
    expect(await found()).toEqual([]);
  });

  test('gets a message about a table with longitude and latitude swapped, with the key that helps', async () => {
    await write('code,lng,lat\nA,1,112\nB,-2,113\n', WELLS);
    expect(await found()).toEqual([
      {
        code: 'coordinates-swapped',
        message: expect.stringMatching(/2 of 2 features of `huts`.* line 2 \(`A`\), line 3/),
        help: expect.stringContaining('`coordinates: [lat, lng]`'),
      },
    ]);
  });

  test('gets a message about GeoJSON with longitude and latitude swapped', async () => {
    await write(
      RIGHT,
      WELLS.map(([x, y]) => [y, x]),
    );
    expect(await found()).toMatchObject([
      {
        code: 'coordinates-swapped',
        message: expect.stringContaining('2 of 2 features of `wells`'),
      },
    ]);
  });
});

describe('atlas load --rejected', () => {
  const HUTS = 'code,lng,lat\n"A, upper",1,112\nB,113,-2\nC,east,1\n';

  test('writes every rejected feature with its position, its key and the reason', async () => {
    await write(HUTS, WELLS);
    const file = join(dir, 'rejected.csv');
    const { text } = await atlas('load', '--rejected', file);
    expect(text).toContain(
      '2 rejected (line 2 A, upper: outside-world; line 4 C: bad-coordinates)',
    );
    expect(await readFile(file, 'utf8')).toBe(
      [
        'dataset,row,key,code,reason',
        'huts,2,"A, upper",outside-world,It is outside longitude -180 to 180 or latitude -90 to 90.',
        'huts,4,C,bad-coordinates,Its coordinates are not numbers.',
        '',
      ].join('\n'),
    );
  });

  test('also writes those of unchanged data, as NDJSON when the file name ends in .ndjson', async () => {
    await write(HUTS, WELLS);
    await atlas('load');
    const file = join(dir, 'rejected.ndjson');
    const { text } = await atlas('load', 'huts', '--rejected', file);
    expect(text).toContain('huts: loaded already. `atlas load huts --force` loads it again.');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { dataset: 'huts', row: 2, key: 'A, upper', code: 'outside-world' },
      { dataset: 'huts', row: 4, key: 'C', code: 'bad-coordinates' },
    ]);
  });

  test('refuses a file name without a known format before anything is loaded', async () => {
    const { code, text } = await atlas('load', '--rejected', join(dir, 'rejected.txt'));
    expect([code, text]).toEqual([2, expect.stringContaining('.csv or .ndjson')]);
  });
});
