import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync, type Zippable } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { describe, expect, it } from 'vitest';
import { parseShapefile, UnreadableData, unzip, ZIP_LIMITS } from 'atlas-engine/readers';
import { packGeoJson } from '../../../../server/geometry/pack-geojson.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { NULL_RECORD, pointRecord, shapefile, table, WGS84 } from '../../../make-shapefile.ts';
import { NIGHTLY } from '../../../size.ts';

const read = (files: Zippable, options = {}): unknown[] =>
  parseShapefile(zipSync(files), 'a.zip', options);
const TWO = shapefile([pointRecord(1, 2), NULL_RECORD]);

function renamed(files: Zippable, stem: string): Zippable {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name.replace(/^.*(?=\.)/, stem), content]),
  );
}

describe('a zipped shapefile', () => {
  it('gives its features, empty shapes without geometry', () => {
    expect(read(TWO)).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [1, 2] },
        properties: { name: 'n0' },
      },
      { type: 'Feature', geometry: null, properties: { name: 'n1' } },
    ]);
  });

  it('leaves out rows that are marked as deleted', () => {
    const files = { ...TWO, 'a.dbf': deleted(table(['gone', 'stays'])) };
    expect(read(files)).toMatchObject([{ geometry: null, properties: { name: 'stays' } }]);
  });

  it('is found in a folder of the zip, next to other files', () => {
    const nested = Object.fromEntries(
      Object.entries(TWO).map(([name, content]) => [`out/${name.toUpperCase()}`, content]),
    );
    const more = { '__MACOSX/._a.shp': Buffer.of(1), 'out/A.shp.xml': Buffer.from('<a/>') };
    expect(read({ ...nested, ...more })).toHaveLength(2);
  });

  it('has its texts in the encoding of the load, the .cpg or the table, else in UTF-8', () => {
    const spelt = (bytes: readonly number[], more: Zippable = {}, options = {}): unknown => {
      const dbf = table([Buffer.from(bytes), 'x']);
      return read({ ...TWO, 'a.dbf': dbf, ...more }, options)[0];
    };
    const name = (text: string): object => ({ properties: { name: text } });
    expect(spelt([0xc3, 0xa9])).toMatchObject(name('é'));
    expect(spelt([0xe9, 0x92], { 'a.cpg': Buffer.from('1252\n') })).toMatchObject(name('é’'));
    expect(spelt([0xe9], {}, { encoding: 'windows-1252' })).toMatchObject(name('é'));
    const driver = table([Buffer.of(0xe9), 'x']);
    driver.writeUInt8(0x57, 29);
    expect(read({ ...TWO, 'a.dbf': driver })[0]).toMatchObject(name('é'));
    expect(() => spelt([0xe9])).toThrow(
      'The texts of `a.zip` are not UTF-8. Set their encoding under `load:`, for example `encoding: windows-1252`.',
    );
    expect(() => spelt([0x61], { 'a.cpg': Buffer.from('EBCDIC') })).toThrow('unknown encoding');
  });

  it.each<[string, Zippable, string]>([
    ['a part missing', without(TWO, 'a.shx', 'a.prj'), 'it has no `.shx`, no `.prj`'],
    [
      'no reference system',
      without(TWO, 'a.prj'),
      'If its coordinates are longitude and latitude on WGS 84',
    ],
    [
      'another zip in it',
      { 'a.zip': Buffer.of(1), 'read.me': Buffer.of(1) },
      'has no shapefile, but another data file, `a.zip`. Unpack it',
    ],
    [
      'a file of another shapefile',
      { ...TWO, 'b.shp': TWO['a.shp']! },
      'has files beside the shapefile `a.shp`: `b.shp`. Remove them from the zip.',
    ],
    [
      'two shapefiles',
      { ...TWO, ...renamed(TWO, 'out/towns') },
      'has 2 shapefiles: `a.shp`, `out/towns.shp`. Make a zip of each, such as `a.zip`',
    ],
    [
      'files of several names',
      { ...without(TWO, 'a.dbf'), 'b.shp': TWO['a.shp']!, 'c.dbf': TWO['a.dbf']! },
      'files of several names: `a.shp`, `a.shx`, `a.prj`, `b.shp`, `c.dbf`',
    ],
    ['a table too short', { ...TWO, 'a.dbf': table(['n']) }, '2 shapes, but 1 rows'],
    ['a truncated table', { ...TWO, 'a.dbf': cut(TWO['a.dbf'], 80) }, '(.dbf) is damaged'],
    ['truncated shapes', { ...TWO, 'a.shp': cut(TWO['a.shp'], 120) }, '(.shp, .shx) are damaged'],
    ['no shapes', { ...TWO, 'a.shp': Buffer.from('hello') }, '(.shp, .shx) are damaged'],
    [
      'another datum',
      { ...TWO, 'a.prj': Buffer.from(WGS84.replaceAll('WGS_1984', 'Garoua')) },
      'are in GCS_Garoua, and its datum D_Garoua is not supported, only WGS 84. Convert them: `ogr2ogr -t_srs EPSG:4326 a.gpkg /vsizip/a.zip`.',
    ],
    [
      'grads',
      { ...TWO, 'a.prj': Buffer.from(WGS84.replace('"Degree",0.01745', '"Grad",0.01570')) },
      'are in GCS_WGS_1984',
    ],
  ])('with %s is refused with a message', (_, files, words) => {
    expect(() => read(files)).toThrow(UnreadableData);
    expect(() => read(files)).toThrow(words);
  });

  it('with bytes changed at random is read or refused, and never crashes', () => {
    const random = seededRandom(7);
    const runs = NIGHTLY ? 1000 : 100;
    const parts = Object.entries(TWO) as [string, Buffer][];
    let refusals = 0;
    for (let run = 0; run < runs; run++) {
      const [name, content] = parts[run % parts.length]!;
      const mutant = Buffer.from(content);
      for (let n = 0; n < 4; n++)
        mutant[Math.floor(random() * mutant.length)] = Math.floor(random() * 256);
      try {
        read({ ...TWO, [name]: mutant });
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableData);
        refusals++;
      }
    }
    expect(refusals).toBeGreaterThan(runs / 20);
  });
});

describe('a hostile zip', () => {
  const open = (bytes: Uint8Array): unknown => unzip(bytes, 'a.zip', () => true);

  it('is refused for its number of entries', () => {
    const files = Object.fromEntries(
      Array.from({ length: ZIP_LIMITS.entries + 1 }, (_, i) => [`${i}`, Buffer.of(1)]),
    );
    expect(() => open(zipSync(files))).toThrow('has more than 20 entries');
  });

  it('is refused for its inflated size before it is inflated', () => {
    const bomb = zipSync({ a: new Uint8Array(20_000_000) });
    const before = process.memoryUsage().arrayBuffers;
    expect(() => open(bomb)).toThrow('inflates to more than 100 times its size');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    const many = { a: new Uint8Array(31_000_000), b: new Uint8Array(31_000_000) };
    expect(() => open(zipSync(many, { level: 0 }))).toThrow('has more than 60 MB');
  });

  it('never gives more bytes than it declares', () => {
    const bomb = Buffer.from(zipSync({ a: new Uint8Array(5_000_000) }));
    const directory = bomb.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    bomb.writeUInt32LE(1000, directory + 24);
    const opened = (): number => {
      try {
        return unzip(bomb, 'a.zip', () => true).get('a')!.length;
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableData);
        return 0;
      }
    };
    expect(opened()).toBeLessThanOrEqual(1000);
  });

  it.each([new Uint8Array(0), Buffer.from('no zip'), zipSync(TWO).subarray(0, 200)])(
    'that is invalid or truncated is refused',
    (bytes) => {
      expect(() => open(bytes)).toThrow('The file `a.zip` is not a zip, or it is damaged.');
    },
  );
});

const SHARED = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));

if (!existsSync(SHARED))
  it.skip('shapefiles and zips of other projects: not tested, because ../shared/data is absent');
else
  describe('test files of other projects', () => {
    const shapefiles = readdirSync(join(SHARED, 'shapefiles'))
      .filter((name) => name.endsWith('.shx'))
      .map((name) => basename(name, '.shx'));

    it.each(shapefiles)('is read as its authors expect: %s', (name) => {
      const from = (ending: string): string => join(SHARED, 'shapefiles', `${name}.${ending}`);
      const files = Object.fromEntries(
        ['shp', 'shx', 'dbf', 'prj', 'cpg']
          .filter((ending) => existsSync(from(ending)))
          .map((ending) => [`${name}.${ending}`, readFileSync(from(ending))]),
      );
      const options = name === 'latin1-property' ? { encoding: 'windows-1252' as const } : {};
      const { features } = JSON.parse(readFileSync(from('json'), 'utf8')) as FeatureCollection;
      const parsed = read(files, options) as typeof features;
      const geometries = (list: typeof features): unknown[] =>
        list.map(({ geometry }) => packGeoJson(geometry));
      expect(geometries(parsed)).toEqual(geometries(features));
      expect(parsed.map(({ properties }) => plain(properties))).toEqual(
        features.map(({ properties }) => plain(properties)),
      );
    });

    const zips = readdirSync(join(SHARED, 'zips/test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zip'))
      .map((name) => join(SHARED, 'zips/test', name));

    it.each(zips)('is not a shapefile, and is refused: %s', (path) => {
      expect(() => parseShapefile(readFileSync(path), 'a.zip', {})).toThrow(UnreadableData);
    });
  });

/** Marks the first row of a table with one column as deleted. */
function deleted(dbf: Buffer): Buffer {
  dbf.write('*', 65, 'latin1');
  return dbf;
}

/** Removes row numbers, nulls, empty texts and hyphens in dates, as in the test files. */
function plain(properties: object | null): object {
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([key, value]) => key !== 'FID' && value !== null && value !== '')
      .map(([key, value]: [string, unknown]) => [
        key,
        typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
          ? value.replaceAll('-', '')
          : value,
      ]),
  );
}

function without(files: Zippable, ...names: readonly string[]): Zippable {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
}

function cut(content: unknown, length: number): Uint8Array {
  return (content as Uint8Array).subarray(0, length);
}
