import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAtlas } from '../../build-atlas.ts';
import { runCommand } from './run-command.ts';

const ATLAS = `
datasets: [{ id: spots, geometry: polygon, permission: known, key: code, load: { file: data/spots.geojson }, fields: { code: { type: text, label: { all: Code } }, kind: { type: text, label: { en: Kind, fr: Genre } } } }]
classes: [{ id: kinds, field: kind, values: [{ value: well, color: '#112233', label: { en: Well, fr: Puits } }, { value: ford, color: '#332211', label: { en: Ford, fr: Gué } }], default: none }]
groups: [{ id: spots, name: { en: Spots, fr: Points }, category: things, sublayers: [{ id: area, type: fill, source: spots, paint: { fill-color: { classes: kinds } } }] }]
`;

type Ring = readonly (readonly [number, number])[];
const SQUARE: Ring = [
  [3, 3],
  [4, 3],
  [4, 4],
  [3, 4],
  [3, 3],
];
const BOW: Ring = [
  [3, 3],
  [4, 4],
  [4, 3],
  [3, 4],
  [3, 3],
];

function spots(all: Readonly<Record<string, readonly [kind: string, ring?: Ring]>>): string {
  const features = Object.entries(all).map(([code, [kind, ring = SQUARE]]) => ({
    type: 'Feature',
    properties: { code, kind },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const FIRST = spots({ a: ['well'], b: ['ford'], c: ['well'] });

let root: string;
let config: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atlas-diff-'));
  config = join(root, 'sub', 'atlas');
  write(ATLAS, FIRST);
  git('init', '-q');
  writeFileSync(join(root, '.gitignore'), 'made.geojson\n');
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(yaml: string, data: string): void {
  writeAtlas(config, yaml);
  mkdirSync(join(config, 'data'), { recursive: true });
  writeFileSync(join(config, 'data/spots.geojson'), data);
}

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', ['-C', root, ...who, ...args]);
}

function commit(): void {
  git('add', '-A');
  git('commit', '-q', '-m', 'Change');
}

const diff = (...args: readonly string[]) =>
  runCommand(['diff', '--config', config, ...args], { ATLAS_DATA_DIR: join(root, 'store') });

/** Returns the colour in the middle of a picture. */
function middleOf(image: Image): readonly number[] {
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Array.from(context.getImageData(image.width / 2, image.height / 2, 1, 1).data).slice(0, 3);
}

describe('atlas diff', () => {
  it('says that nothing changes', async () => {
    expect(await diff()).toEqual({ code: 0, out: 'Nothing changes for anybody.', err: '' });
  });

  it('says first who may see more, and has the exit code 3', async () => {
    write(
      ATLAS.replace('permission: known', 'permission: open').replace('en: Spots', 'en: Points'),
      FIRST,
    );
    const { code, out } = await diff();
    expect(code).toBe(3);
    expect(out.split('\n')).toEqual([
      'Who may see more',
      '  dataset `spots`: Everyone can now view it, read the field `code`, read the field `kind` and receive it as tiles; before, people with the level `known` could.',
      '  Points (group `spots`): Everyone can now switch it on; before, people with the level `known` could.',
      '',
      'What it says',
      '  Points (group `spots`): `name` in `en` is “Points” instead of “Spots”.',
    ]);
  });

  it('names the features that are new, gone, changed and repaired, and classes without any', async () => {
    write(ATLAS, spots({ c: ['well', BOW], a: ['well'], d: ['well'] }));
    const { code, out } = await diff();
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'Data',
      '  dataset `spots`: 1 feature is new: “d”.',
      '  dataset `spots`: 1 feature is gone: “b”.',
      '  dataset `spots`: 1 feature is changed: “c”.',
      '  dataset `spots`: A load repairs the shape of “c” now.',
      '  dataset `spots`: No feature has the class “Ford” of `kinds` any more.',
    ]);
  });

  it('reports nothing for features in another order', async () => {
    write(ATLAS, spots({ c: ['well'], b: ['ford'], a: ['well'] }));
    expect((await diff()).out).toBe('Nothing changes for anybody.');
  });

  it('compares equal features of data without a key', async () => {
    const yaml = ATLAS.replace('key: code, ', '');
    write(yaml, FIRST);
    commit();
    write(yaml, spots({ a: ['well'], b: ['well'], c: ['well'] }));
    expect((await diff()).out).toContain('1 feature is new: “b”.');
  });

  it('says that data which git does not have are unknown in the old version, or takes them as they are', async () => {
    const made = ATLAS.replace('spots.geojson', 'made.geojson');
    write(made, FIRST);
    writeFileSync(join(config, 'data/made.geojson'), FIRST);
    commit();
    expect((await diff()).out).toBe('Nothing changes for anybody.');
  });

  it('compares with an older commit, and with another folder', async () => {
    write(ATLAS.replace('permission: known', 'permission: open'), FIRST);
    commit();
    expect((await diff('HEAD')).code).toBe(0);
    expect((await diff('HEAD~1')).code).toBe(3);
    const other = join(root, 'other');
    writeAtlas(other, ATLAS);
    mkdirSync(join(other, 'data'));
    writeFileSync(join(other, 'data/spots.geojson'), FIRST);
    expect((await diff(other)).code).toBe(3);
  });

  it('prints Markdown that fits into a comment, and says how much is left out', async () => {
    const many = Array.from(
      { length: 900 },
      (_, place) =>
        `{ id: c${place}, order: ${place + 10}, name: { en: 'A name that is long enough to fill the comment ${place}', fr: N } }`,
    );
    write(`${ATLAS}categories: [${many.join(', ')}]\n`, FIRST);
    const { out } = await diff('--markdown');
    expect(out).toMatch(/^### How it looks\n\n- \*\*A name that is long/);
    expect(out.length).toBeLessThanOrEqual(65_536);
    const [, left] = /\n(\d+) more changes are left out/.exec(out) ?? [];
    expect(Number(left) + out.split('\n- ').length - 1).toBe(900);
  });

  describe('with --pictures', () => {
    const RED = ATLAS.replaceAll('#112233', '#cc1122').replace(
      'permission: known',
      'permission: open',
    );
    const OPEN = ATLAS.replace('permission: known', 'permission: open');
    const OTHER = `
groups: [{ id: others, name: { en: Others, fr: Autres }, category: things, sublayers: [{ id: area, type: fill, source: spots, paint: { fill-color: '#445566' } }] }]
`;
    const drawn = (): readonly string[] =>
      existsSync(join(root, 'pictures')) ? readdirSync(join(root, 'pictures')).toSorted() : [];

    it('draws only the groups that look different, and links the pictures in the Markdown', async () => {
      write(OPEN, spots({ a: ['well'] }));
      writeFileSync(join(config, 'other.yaml'), OTHER);
      commit();
      write(RED, spots({ a: ['well'] }));
      const { code, out } = await diff('--markdown', '--pictures', join(root, 'pictures'));
      expect(code).toBe(0);
      expect(drawn()).toEqual(['spots-after.png', 'spots-before.png']);
      expect(out).toContain(`| Spots | ![before](${root}/pictures/spots-before.png) |`);
      const [before, after] = await Promise.all(
        ['before', 'after'].map((side) => loadImage(join(root, `pictures/spots-${side}.png`))),
      );
      expect(middleOf(before!)).toEqual([0x11, 0x22, 0x33]);
      expect(middleOf(after!)).toEqual([0xcc, 0x11, 0x22]);
    });

    it('draws nothing where only a text changes', async () => {
      write(OPEN, FIRST);
      commit();
      write(OPEN.replace('en: Spots', 'en: Points'), FIRST);
      await diff('--pictures', join(root, 'pictures'));
      expect(drawn()).toEqual([]);
    });

    it('draws restricted data only for a level that sees them', async () => {
      write(ATLAS.replaceAll('#112233', '#cc1122'), FIRST);
      await diff('--pictures', join(root, 'pictures'));
      expect(drawn()).toEqual([]);
      await diff('--pictures', join(root, 'pictures'), '--level', 'known');
      expect(drawn()).toEqual(['spots-after.png', 'spots-before.png']);
    });

    it('does not draw data that were restricted before', async () => {
      write(RED, FIRST);
      expect((await diff('--pictures', join(root, 'pictures'))).code).toBe(3);
      expect(drawn()).toEqual([]);
    });

    it('draws data with a consent only if it includes to publish them', async () => {
      for (const [uses, files] of [
        ['view', []],
        ['view, publish', ['spots-after.png', 'spots-before.png']],
      ] as const) {
        const consent = `consent: { by: { en: Council, fr: Conseil }, on: 2026-01-01, uses: [${uses}] }`;
        const agreed = OPEN.replace('key: code,', `key: code, ${consent},`);
        write(agreed, FIRST);
        commit();
        write(agreed.replaceAll('#112233', '#cc1122'), FIRST);
        await diff('--pictures', join(root, 'pictures'));
        expect(drawn()).toEqual(files);
      }
    });

    it('draws no group whose colours come from a restricted field', async () => {
      const strict = OPEN.replace('kind: { type: text,', 'kind: { type: text, permission: known,');
      write(strict, FIRST);
      commit();
      write(strict.replaceAll('#112233', '#cc1122'), FIRST);
      await diff('--pictures', join(root, 'pictures'));
      expect(drawn()).toEqual([]);
    });

    it('says which levels there are', async () => {
      const { code, err } = await diff('--pictures', join(root, 'pictures'), '--level', 'knwon');
      expect(code).toBe(2);
      expect(err).toContain('There is no level `knwon`');
    });
  });

  it('says what a version can be', async () => {
    const { code, err } = await diff('no-such-branch');
    expect(code).toBe(2);
    expect(err).toContain(
      '`no-such-branch` is neither a folder nor a revision of git. Give a branch',
    );
  });

  it('is not misled by a version that looks like an option', async () => {
    expect((await diff('--', '--output=x')).err).toContain('neither a folder nor a revision');
  });

  it('says that a version with errors cannot be compared', async () => {
    write(ATLAS.replace('geometry: polygon', 'geometry: circle'), FIRST);
    commit();
    write(ATLAS, FIRST);
    const { code, err } = await diff();
    expect(code).toBe(1);
    expect(err).toContain('The version `HEAD` has errors, so it cannot be compared.');
  });
});
