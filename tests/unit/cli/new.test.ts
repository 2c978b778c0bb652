import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeAtlas } from '../../build-atlas.ts';
import { makeGeopackage } from '../../make-geopackage.ts';
import { FLATGEOBUF } from '../app/import/files.ts';
import { shapefile } from '../../make-shapefile.ts';
import { runCommand } from './run-command.ts';

let dir: string;
let config: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-new-test-'));
  config = join(dir, 'atlas');
  writeAtlas(config, '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const atlas = (...args: readonly string[]) =>
  runCommand([...args, '--config', config], { ATLAS_DATA_DIR: join(dir, 'store') });

function file(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

const written = (path: string): string => readFileSync(join(config, path), 'utf8');

/** Features of a geometry with properties. */
function geojson(features: readonly (readonly [geometry: object, properties: object])[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(([geometry, properties]) => ({ type: 'Feature', geometry, properties })),
  });
}
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const square = (x: number, y: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y],
    ],
  ],
});

/** A point as a GeoPackage stores it, hexadecimal. */
function gpkgPoint(x: number, y: number): string {
  const bytes = Buffer.alloc(29);
  bytes.write('GP');
  bytes.writeUInt8(1, 3);
  bytes.writeInt32LE(4326, 4);
  bytes.writeUInt8(1, 8);
  bytes.writeUInt32LE(1, 9);
  bytes.writeDoubleLE(x, 13);
  bytes.writeDoubleLE(y, 21);
  return bytes.toString('hex');
}

const WELLS = [
  'name;well_type;depth;code;lat;lng;visited',
  'Mission;pump;12,5;007;4;3,2;2024-05-01',
  'Old market;open;3,1;008;4,1;3,3;2024-06-01',
  'School;pump;;009;4,3;3,4;',
].join('\n');

describe('atlas new layer', () => {
  test('makes a valid layer from a table: types, key, classes, popup, and texts in each language', async () => {
    expect(await atlas('new', 'layer', file('wells.csv', WELLS))).toMatchObject({
      code: 0,
      err: '',
    });
    const yaml = written('added/wells.yaml');
    expect(yaml).toContain(
      'load: { file: data/wells.csv, coordinates: [lng, lat], decimal: comma }',
    );
    expect(yaml).toContain('key: code # identifies a feature permanently');
    expect(yaml).toContain(
      'depth: { type: number, label: { en: Depth, fr: Depth } } # from 3.1 to 12.5; 1 empty',
    );
    expect(yaml).toContain('visited: { type: date,');
    expect(yaml).toContain('code: { type: text,');
    expect(yaml).not.toContain('lat: {');
    expect(yaml).toMatch(/- \{ value: pump, color: '#0072B2', label: \{ en: Pump, fr: Pump \} \}/);
    expect(yaml).toContain('popup: { title: name, fields: [well_type, depth, code, visited] }');
    expect(written('data/wells.csv')).toBe(WELLS);
    expect(await atlas('check')).toMatchObject({ code: 0 });
  });

  test('is for the strictest level, unless another one is named', async () => {
    const path = file('wells.csv', WELLS);
    const { out } = await atlas('new', 'layer', path);
    expect(out).toContain('Only `secret` may see it. `--permission open` opens it to everyone.');
    expect(written('added/wells.yaml')).toMatch(/permission: secret #.*: open, known, secret/);
    await atlas('new', 'dataset', path, '--id', 'others', '--permission', 'open');
    expect(written('added/others.yaml')).toContain('permission: open #');
    expect(written('added/others.yaml')).not.toContain('groups:');
  });

  test('gives each layer without classes another colour', async () => {
    for (const id of ['one', 'two', 'three']) {
      const path = file(`${id}.geojson`, geojson([[point(1, 1), { name: id }]]));
      expect((await atlas('new', 'layer', path)).code).toBe(0);
    }
    const colors = ['one', 'two', 'three'].map(
      (id) => /circle-color: '(#\w+)'/.exec(written(`added/${id}.yaml`))![1],
    );
    expect(new Set(colors).size).toBe(3);
  });

  test('refuses folders, coordinates in metres, and ids that the language does not allow', async () => {
    const metres = file('metres.geojson', geojson([[point(431_200, 9_651_000), { name: 'A' }]]));
    const refused = [
      [['layer', '.'], '`.` is a folder.'],
      [['layer', metres], 'ogr2ogr -s_srs EPSG:… -t_srs EPSG:4326 metres-wgs84.geojson'],
      [['layer', file('wells.csv', WELLS), '--id', 'my_wells'], 'such as `my-wells`'],
      [['category', 'Water'], 'such as `water`'],
    ] as const;
    for (const [args, message] of refused) {
      const { code, err } = await atlas('new', ...args);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  test('makes steps of a number field with about the same number of features in each', async () => {
    const features = Array.from(
      { length: 100 },
      (_, i) => [point(1, 1), { people: i ** 2 }] as const,
    );
    const path = file('homes.geojson', geojson(features));
    await atlas('new', 'layer', path, '--classes', 'people');
    const steps = [...written('added/homes.yaml').matchAll(/- \[(\d+), '#/g)].map(([, n]) => n);
    expect(steps).toEqual(['0', '400', '1600', '3600', '6400']);
    const { code, out } = await atlas('check', '--format', 'compact');
    expect(code).toBe(0);
    expect(out).not.toContain('homes.yaml');
  });

  test('gives rare values and missing ones classes of their own', async () => {
    const kinds = [...'aaabbbccdefghij', null];
    const path = file('plots.geojson', geojson(kinds.map((kind, i) => [square(i, 1), { kind }])));
    await atlas('new', 'layer', path, '--classes', 'kind');
    const yaml = written('added/plots.yaml');
    expect(yaml).toContain('geometry: polygon');
    expect([...yaml.matchAll(/- \{ value: /g)]).toHaveLength(8);
    expect(yaml).toContain("default: { color: '#666666', label: { en: Other, fr: Other } }");
    expect(yaml).toContain('missing: {');
    expect(await atlas('check')).toMatchObject({ code: 0 });
  });

  test('packs a shapefile, and reads the named layer of a GeoPackage', async () => {
    const shape = Buffer.alloc(20);
    shape.writeInt32LE(1, 0);
    shape.writeDoubleLE(3, 4);
    shape.writeDoubleLE(4, 12);
    for (const [name, bytes] of Object.entries(shapefile([shape])))
      writeFileSync(join(dir, name.replace('a.', 'roads.')), bytes as Uint8Array);
    expect(await atlas('new', 'layer', join(dir, 'roads.shp'))).toMatchObject({ code: 0 });
    expect(existsSync(join(config, 'data/roads.zip'))).toBe(true);
    makeGeopackage(join(dir, 'places.gpkg'), [
      { name: '', sql: "INSERT INTO gpkg_contents VALUES ('villages', 'features')" },
      { name: '', sql: "INSERT INTO gpkg_contents VALUES ('camps', 'features')" },
      { name: '', sql: "INSERT INTO gpkg_geometry_columns VALUES ('camps', 'geom', 4326)" },
      { name: '', sql: 'CREATE TABLE villages (geom BLOB, name TEXT)' },
      { name: '', sql: 'CREATE TABLE camps (geom BLOB, people INTEGER)' },
      { name: '', sql: `INSERT INTO camps VALUES (X'${gpkgPoint(3, 4)}', 7)` },
    ]);
    const places = join(dir, 'places.gpkg');
    expect((await atlas('new', 'layer', places)).err).toContain('camps, villages');
    expect(await atlas('new', 'layer', places, '--layer', 'camps')).toMatchObject({ code: 0 });
    expect(written('added/places.yaml')).toContain(
      'load: { file: data/places.gpkg, layer: camps }',
    );
    expect(written('added/places.yaml')).toContain('people: { type: integer,');
    expect(await atlas('check')).toMatchObject({ code: 0 });
  });

  test('reads FlatGeobuf', async () => {
    const path = join(dir, 'places.fgb');
    writeFileSync(path, FLATGEOBUF);
    const { code, out } = await atlas('new', 'layer', path);
    expect(code).toBe(0);
    expect(out).toContain('1 features have another kind of geometry');
    expect(written('added/places.yaml')).toContain('load: { file: data/places.fgb }');
    expect(written('added/places.yaml')).toContain('name: { type: text,');
    expect((await atlas('check')).code).toBe(0);
  });

  test('refuses what it cannot read, and writes nothing', async () => {
    const unreadable = [
      ['picture.png', '', 'in no format that the atlas reads'],
      ['table.csv', 'a,b\n1,2\n', 'Its columns are: a, b.'],
      ['broken.geojson', '{', 'broken.geojson'],
      ['empty.geojson', geojson([]), 'no feature with a geometry'],
    ] as const;
    for (const [name, text, message] of unreadable) {
      const { code, err } = await atlas('new', 'layer', file(name, text));
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect((await atlas('new', 'layer', join(dir, 'none.csv'))).err).toContain('There is no file');
    const { err } = await atlas('new', 'layer', file('w.csv', WELLS), '--classes', 'wel_type');
    expect(err).toContain('Did you mean `well_type`?');
    expect(existsSync(join(config, 'added'))).toBe(false);
    expect(existsSync(join(config, 'data'))).toBe(false);
  });

  test('keeps a file of the same name, and prints the texts with `--dry-run`', async () => {
    const path = file('wells.csv', WELLS);
    const { out } = await atlas('new', 'layer', path, '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({
      written: false,
      files: ['added/wells.yaml', 'data/wells.csv'],
      texts: { 'added/wells.yaml': expect.stringContaining('datasets:') as string },
    });
    expect(existsSync(join(config, 'added'))).toBe(false);
    await atlas('new', 'layer', path);
    expect((await atlas('new', 'layer', path)).err).toContain('There is a file `added/wells.yaml`');
    const other = file('wells.csv', `${WELLS}\nNew;pump;1;010;1;1;`);
    expect((await atlas('new', 'layer', other, '--id', 'x')).err).toContain(
      'another `data/wells.csv`',
    );
  });
});

describe('atlas new category, country, project, locale', () => {
  /** The lines of a file that a command adds; the others must be the same. */
  async function addedLines(path: string, ...args: readonly string[]): Promise<readonly string[]> {
    const before = written(path).split('\n');
    expect(await atlas('new', ...args)).toMatchObject({ code: 0, err: '' });
    const after = written(path).split('\n');
    const added = after.filter((line) => !before.includes(line));
    expect(after.filter((line) => !added.includes(line))).toEqual(before);
    return added.map((line) => line.trim());
  }

  test('add one line to the list where the others are', async () => {
    expect(await addedLines('base.yaml', 'category', 'water', '--name', 'Water, clean')).toEqual([
      "- { id: water, order: 12, name: { en: 'Water, clean', fr: 'Water, clean' } }",
    ]);
    expect(await addedLines('base.yaml', 'country', 'uga', '--iso2', 'ug')).toEqual([
      '- { id: uga, iso2: UG, iso3: UGA, name: { en: Uganda, fr: Ouganda } }',
    ]);
    expect(await atlas('check')).toMatchObject({ code: 0 });
  });

  test('a project has the bounds of the data, and the groups that are named', async () => {
    await atlas('new', 'layer', file('wells.csv', WELLS), '--permission', 'open');
    const made = await atlas(
      'new',
      'project',
      'north',
      '--from',
      join(dir, 'wells.csv'),
      '--groups',
      'wells',
    );
    expect(made).toMatchObject({ code: 0 });
    expect(written('added/north.yaml')).toContain('extent: [3.2, 4, 3.4, 4.3] # west');
    expect(written('added/north.yaml')).toContain('groups: [wells]');
    expect(await atlas('check')).toMatchObject({ code: 0 });
  });

  test('write nothing if the atlas would have errors', async () => {
    const before = written('base.yaml');
    const { code, err } = await atlas('new', 'category', 'things');
    expect(code).toBe(1);
    expect(err).toContain('duplicate-id');
    expect(err).toContain('Nothing was written');
    expect(written('base.yaml')).toBe(before);
  });

  test('a language is added to the list, and its missing texts are left to `check`', async () => {
    const { code, out } = await atlas('new', 'locale', 'pt-BR');
    expect(code).toBe(0);
    expect(out).toContain('`atlas words pt-BR`');
    expect(written('base.yaml')).toContain('available: [en, fr, pt-BR]');
    expect((await atlas('check', '--format', 'compact')).out).toContain('locale-incomplete');
    const again = await atlas('new', 'locale', 'fr');
    expect(again.code).not.toBe(0);
  });
});
