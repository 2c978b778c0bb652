import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const MORE = `
services: [{ id: parks, env: MADE_PARKS_URL, fallback: hide }]
sources: [{ id: parks, type: wms, service: parks, path: /wms, layers: [parks] }]
defaults: { datasets: { geometry: point, permission: known } }
datasets:
  - id: spots
    permission: open
    load: { file: data/spots.geojson }
    fields:
      kind: { type: text, label: { en: Kind, fr: Genre } }
      phone: { type: text, permission: known, label: { en: Phone, fr: Téléphone } }
  - { id: secrets, load: { file: data/secrets.geojson } }
classes:
  - { id: kinds, field: kind, values: [{ value: well, color: { light: '#111111', dark: '#EEEEEE' }, label: { en: Well, fr: Puits } }], default: { color: '#999999', label: { en: Other, fr: Autre } } }
groups:
  - id: spots
    aliases: [points]
    name: { en: Spots, fr: Points }
    category: things
    popup: { title: kind, fields: [], sections: [{ heading: { en: Contact, fr: Contact }, fields: [phone] }] }
    sublayers: [{ id: point, type: circle, source: spots, paint: { circle-color: { classes: kinds } } }]
  - { id: secrets, name: { all: Secrets }, category: things, sublayers: [{ id: point, type: circle, source: secrets }] }
  - { id: parks, name: { all: Parks }, category: things, sublayers: [{ id: image, type: raster, source: parks }] }
projects:
  - { id: wells, aliases: [springs], name: { en: Wells, fr: Puits }, texts: [{ all: Wells }], extent: [2, 2, 9, 9], groups: [{ use: spots, where: { kind: well } }] }
notices: [{ id: closed, title: { en: Closed, fr: Fermé }, text: { en: Back on Monday., fr: Retour lundi. }, until: '2026-01-05' }]
pages: [{ id: data-agreement, title: { en: Use, fr: Usage }, text: { en: Share alike., fr: Partagez. }, date: '2026-01-01' }]
forms:
  - id: access-request
    title: { en: Access, fr: Accès }
    fields: { reason: { type: long-text, max-length: 90, label: { en: Why, fr: Pourquoi } } }
tools: { download: { permission: known, max-area: 5 km2, formats: [csv] } }
`;

const point = (properties: object, i: number) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [3 + i / 100, 4] },
});
const SPOTS = [
  ...Array.from({ length: 200 }, (_, i) => ({
    kind: 'well',
    code: `c${i}`,
    phone: '1',
    seen: 1.6e12 + i,
  })),
  { kind: 'spring ', code: 'c200', seen: 1.6e12 },
].map(point);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atlas-commands-'));
  await mkdir(join(dir, 'atlas/data'), { recursive: true });
  await mkdir(join(dir, 'atlas/icons'));
  await writeFile(join(dir, 'atlas/icons/note.txt'), 'none');
  writeAtlas(join(dir, 'atlas'), MORE);
  const collection = (features: readonly object[]) =>
    JSON.stringify({ type: 'FeatureCollection', features });
  await writeFile(join(dir, 'atlas/data/spots.geojson'), collection(SPOTS));
  await writeFile(
    join(dir, 'atlas/data/secrets.geojson'),
    collection([point({ kind: 'forÃªt', size: 2147483647 }, 1)]),
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function atlas(...args: readonly string[]) {
  return atlasWith({}, ...args);
}

async function atlasWith(set: Record<string, string>, ...args: readonly string[]) {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const places = { ATLAS_DATA_DIR: join(dir, 'store'), ATLAS_CONFIG_DIR: join(dir, 'atlas') };
  const env = { ...places, ...set };
  const io = { out: keep, err: keep, env, color: false };
  const code = await run([...args, '--config', join(dir, 'atlas')], io);
  return { code, text: lines.join('\n') };
}

describe('atlas profile', () => {
  test('prints the geometry, the bounds, and fields that may be times', async () => {
    const { text } = await atlas('profile', 'spots');
    expect(text).toContain('geometry: 201 point');
    expect(text).toContain('bounds: [3, 4, 5, 4]');
    expect(text).toContain(
      'seen  not declared, looks like integer, or a date: `type: date, parse: [epoch-ms]`',
    );
  });

  test('says what happens to a value without a class', async () => {
    const { text } = await atlas('profile', 'spots');
    expect(text).toMatch(/ 1 {2}'spring ' {3}<- default$/m);
    expect(text).toMatch(/ 200 {2}well$/m);
  });

  test('says how to fix texts in a wrong encoding and markers for missing values', async () => {
    const { text } = await atlas('profile', 'secrets');
    expect(text).toContain(
      '1 text is UTF-8 read as Latin-1, for example forÃªt. Add `repair: utf8-read-as-latin1`',
    );
    expect(text).toContain('2147483647 in every feature: add `null-values: [2147483647]`');
  });

  test('prints every value with `--all`', async () => {
    const few = await atlas('profile', 'spots');
    expect(few.text).not.toContain('c150');
    expect(few.text).toContain('196 more (`--all` prints them)');
    const all = await atlas('profile', 'spots', '--all');
    expect(all.text).toContain('c150');
    expect(all.text).not.toContain('more');
  });
});

describe('atlas show', () => {
  test('prints legend rows in every language, sections, and which fields are restricted', async () => {
    const { text } = await atlas('show', 'group', 'spots');
    expect(text).toContain('en "Well", fr "Puits"  circle #111111 on light / #EEEEEE on dark');
    expect(text).toContain('section en "Contact", fr "Contact": phone (known)');
    expect(text).toContain('order: not written, after those that have one');
  });

  test('prints the line of the default from which a dataset has its permission', async () => {
    const { text } = await atlas('show', 'dataset', 'secrets');
    expect(text).toMatch(/permission: view known, .* {2}# from the defaults at atlas\.yaml:4$/m);
    expect((await atlas('show', 'dataset', 'spots')).text).not.toContain('defaults');
  });

  test('prints the conditions that a project adds to a group', async () => {
    const { text } = await atlas('show', 'project', 'springs');
    expect(text).toMatch(/spots {2}open {2}where kind: well/);
  });

  test.each([
    [
      'form access-request',
      ['title: en "Access", fr "Accès"', 'reason: long-text', 'max-length: 90'],
    ],
    ['tool download', ['permission: known', 'max-area: 5', 'formats: ["csv"]']],
    ['notice closed', ['until: 2026-01-05', 'text: en "Back on Monday.", fr "Retour lundi."']],
    ['page data-agreement', ['date: 2026-01-01', 'title: en "Use", fr "Usage"']],
  ])('prints the keys of the %s in every language, and its place', async (object, parts) => {
    const { text } = await atlas('show', ...object.split(' '));
    expect(text).toMatch(new RegExp(`^${object} {2}# atlas\\.yaml:\\d+\n`));
    for (const part of parts) expect(text).toContain(part);
    const [kind, id] = object.split(' ') as [string, string];
    const near = await atlas('show', kind, id.slice(1));
    expect(near).toEqual({ code: 2, text: expect.stringContaining(`mean \`${id}\``) as string });
  });

  test('says which variable switches a service on', async () => {
    expect((await atlas('show', 'group', 'parks')).text).toContain('MADE_PARKS_URL');
    expect((await atlas('check')).text).toContain(
      'The group `parks` is not shown: MADE_PARKS_URL switches on its service.',
    );
    const style = await atlas('style', '--groups', 'parks');
    expect(style).toEqual({
      code: 2,
      text: expect.stringContaining('set MADE_PARKS_URL') as string,
    });
  });
});

describe('atlas style', () => {
  test('finds a project and a group by a former id', async () => {
    const known = await atlas('style', '--project', 'wells');
    expect(await atlas('style', '--project', 'springs')).toEqual(known);
    expect((await atlas('style', '--groups', 'points')).text).toContain('spots/point');
  });

  test('says which of the named groups are locked', async () => {
    const { code, text } = await atlas('style', '--groups', 'spots,secrets');
    expect(code).toBe(0);
    expect(text).toContain('`secrets` is locked at `open` and left out: it needs `--level known`.');
  });
});

describe('atlas check', () => {
  test('says that other checks run after the errors are corrected', async () => {
    const file = join(dir, 'atlas/wrong.yaml');
    await writeFile(
      file,
      'groups: [{ id: wrong, name: { all: W }, category: thing, sublayers: [] }]',
    );
    const { code, text } = await atlas('check');
    await rm(file);
    expect(code).toBe(1);
    expect(text).toContain('run after these errors are corrected');
  });

  test('names the folder in commands where it is not the default, and gives edits as data', async () => {
    const file = join(dir, 'atlas/wrong.yaml');
    await writeFile(
      file,
      'groups: [{ id: wrong, name: { all: W }, category: thing, sublayers: [{ id: dry, type: circle, source: spots, where: { code: { min: 1 } } }] }]\n' +
        'datasets: [{ id: deep, geometry: point, permission: open, load: { file: data/spots.geojson }, fields: { kind: { type: number } } }]',
    );
    const elsewhere = await atlasWith({ ATLAS_CONFIG_DIR: 'atlas.config' }, 'check');
    const { text } = await atlas('check', '--format', 'json');
    await rm(file);
    expect(elsewhere.text).toContain(`\`atlas profile deep --config ${join(dir, 'atlas')}\``);
    const found = JSON.parse(text) as { code: string; edits: unknown; command?: string }[];
    expect(found).toContainEqual(
      expect.objectContaining({ code: 'values-unread', command: 'atlas profile deep', edits: [] }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        code: 'unknown-category',
        short: 'Unknown category',
        edits: [
          {
            file: 'wrong.yaml',
            line: 1,
            column: 51,
            endLine: 1,
            endColumn: 56,
            replacement: 'things',
          },
        ],
      }),
    );
  });
});

describe('atlas start', () => {
  // A verb that ends early must not leave an import of the server behind.
  beforeAll(() => import('../../../cli/verbs/start.ts'), 60_000);

  test('reports a data folder that cannot be opened before it reads the data', async () => {
    await expect(
      atlasWith({ DATABASE_URL: 'postgres://atlas@127.0.0.1:1/atlas' }, 'start'),
    ).resolves.toEqual({
      code: 2,
      text: expect.stringMatching(/^The database .*ECONNREFUSED\)\.$/),
    });
    const file = join(dir, 'atlas/atlas.yaml');
    await expect(atlasWith({ ATLAS_DATA_DIR: file }, 'start')).resolves.toEqual({
      code: 2,
      text: expect.stringMatching(
        /^This account cannot write to the data folder .* or set ATLAS_DATA_DIR to another folder\.$/,
      ),
    });
  });

  test('creates no data folder when there is no configuration', async () => {
    const ATLAS_DATA_DIR = join(dir, 'none');
    const nowhere = join(dir, 'nowhere');
    const lines: string[] = [];
    const io = {
      out: (text: string) => void lines.push(text),
      err: (text: string) => void lines.push(text),
      env: { ATLAS_DATA_DIR },
      color: false,
    };
    expect(await run(['start', '--config', nowhere], io)).toBe(2);
    expect(lines.join()).toMatch(/The configuration folder .* does not exist/);
    expect(existsSync(ATLAS_DATA_DIR)).toBe(false);
  });
});
