import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../../../../app/stores/bundle/import-types.ts';
import { packGeoJson } from '../../../../server/geometry/pack-geojson.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { pointRecord, polygonRecord, shapefile } from '../../../make-shapefile.ts';
import { FLATGEOBUF, imported, problemOf, workbook, zipped } from './files.ts';
import { NIGHTLY } from '../../../size.ts';

const SHARED = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const MUTANTS = NIGHTLY ? 1000 : 50;
const MB = 1_000_000;

if (!existsSync(SHARED))
  it.skip('shapefiles and zips of other projects: not tested, because ../shared/data is absent');
else
  describe('test files of other projects', () => {
    const shapefiles = readdirSync(join(SHARED, 'shapefiles'))
      .filter((name) => name.endsWith('.shp'))
      .map((name) => basename(name, '.shp'));

    it.each(shapefiles)('are read as their authors expect, or refused by name: %s', (name) => {
      const from = (ending: string): string => join(SHARED, 'shapefiles', `${name}.${ending}`);
      const endings = ['shp', 'shx', 'dbf', 'prj', 'cpg'].filter((ending) =>
        existsSync(from(ending)),
      );
      const file = zipped(
        Object.fromEntries(
          endings.map((ending) => [
            `${name}.${ending}`,
            new Uint8Array(readFileSync(from(ending))),
          ]),
        ),
      );
      const missing = ['shp', 'shx', 'dbf', 'prj'].filter((ending) => !endings.includes(ending));
      const expected = (JSON.parse(readFileSync(from('json'), 'utf8')) as FeatureCollection)
        .features;
      const shown = expected.filter(({ geometry }) => geometry !== null);
      if (missing.length > 0)
        expect(problemOf('a.zip', file)).toEqual({ code: 'zip-missing', parts: missing });
      else if (shown.length === 0)
        expect(problemOf('a.zip', file)).toEqual({ code: 'no-features' });
      else {
        const read = imported('a.zip', file);
        expect(read.features.map(({ geometry }) => packGeoJson(geometry))).toEqual(
          shown.map(({ geometry }) => packGeoJson(geometry)),
        );
        expect(read.skipped).toBe(expected.length - shown.length);
      }
    });

    const zips = readdirSync(join(SHARED, 'zips/test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.zip'))
      .map((name) => join(SHARED, 'zips/test', name));

    it.each(zips)('are no shapefiles, and are refused within a second: %s', (path) => {
      const bytes = new Uint8Array(readFileSync(path));
      const start = performance.now();
      expect(problemOf('a.zip', bytes).code).toMatch(/^(?:zip-|too-large|password)/);
      expect(performance.now() - start).toBeLessThan(1000);
    });
  });

describe('a hostile file of a visitor', () => {
  const zeros = new Uint8Array(80 * MB);
  const bombs: Readonly<Record<string, () => Zippable>> = {
    'inflates to 80 MB': () => ({ ...shapefile([pointRecord(1, 1)]), 'b.shp': zeros }),
    'has 21 files': () =>
      Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${i}.shp`, strToU8('x')])),
    'contains a zip': () => ({ 'a.zip': zipSync(shapefile([pointRecord(1, 1)])) }),
    'has two shapefiles': () => ({ ...shapefile([pointRecord(1, 1)]), 'b.shp': strToU8('x') }),
  };

  it.each(Object.keys(bombs))('that %s is refused within a second, under 200 MB', (name) => {
    const bytes = zipped(bombs[name]?.() ?? {});
    const before = process.memoryUsage.rss();
    const start = performance.now();
    expect(problemOf('a.zip', bytes).code).toMatch(/^zip-/);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
  });

  it('whose zip states a smaller size than it inflates to is refused', () => {
    const bytes = zipped({ ...shapefile([pointRecord(1, 1)]), 'a.dbf': zeros.subarray(0, 2 * MB) });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const name = Buffer.from(bytes.buffer, bytes.byteOffset).lastIndexOf('a.dbf');
    // The size after inflation, in the directory at the end of the zip.
    view.setUint32(name - 46 + 24, 100, true);
    expect(problemOf('a.zip', bytes).code).toMatch(/^(?:zip-|damaged)/);
  });

  it('that is a CSV with a row of 4 MB is refused within 5 seconds', () => {
    const start = performance.now();
    expect(problemOf('a.csv', 'x'.repeat(4 * MB))).toEqual({ code: 'no-coordinates' });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it.each([
    ['utf-16le', [0xff, 0xfe], (text: Buffer) => text],
    ['utf-16be', [0xfe, 0xff], (text: Buffer) => text.swap16()],
  ] as const)('that is a CSV in %s is read', (_name, mark, order) => {
    const text = order(Buffer.from('lon,lat,name\n17,1,Bétou\n', 'utf16le'));
    const { features } = imported('a.csv', Buffer.concat([Buffer.from(mark), text]));
    expect(features[0]?.properties).toEqual({ lon: 17, lat: 1, name: 'Bétou' });
  });

  it(`is read or refused by name after random damage (daily 50, nightly 1 000 of each format)`, () => {
    const random = seededRandom(17);
    let refused = 0;
    for (let mutant = 0; mutant < MUTANTS; mutant++)
      for (const [name, make] of Object.entries(WHOLE)) {
        const file = make((bytes) => damaged(bytes, random));
        const start = performance.now();
        try {
          imported(name, mutant % 2 === 0 ? damaged(file, random, 1) : file);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
          refused += 1;
        }
        expect(performance.now() - start).toBeLessThan(1000);
      }
    expect(refused).toBeGreaterThan(MUTANTS);
    expect(refused).toBeLessThan(MUTANTS * Object.keys(WHOLE).length);
  });
});

/** Changes some bytes, and sometimes cuts the file in half. */
function damaged(bytes: Uint8Array, random: () => number, hits = 3): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (let hit = 0; hit < hits; hit++)
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  return random() < 0.1 ? copy.subarray(0, copy.length / 2) : copy;
}

type Change = (bytes: Uint8Array) => Uint8Array;

/** Makes a file of each format, and changes it before it is zipped. */
const WHOLE: Readonly<Record<string, (change: Change) => Uint8Array>> = {
  'points.zip': (change) =>
    zippedAfter(
      change,
      Array.from({ length: 8 }, (_, i) => pointRecord(i, i)),
    ),
  'areas.zip': (change) => zippedAfter(change, [polygonRecord([SQUARE, HOLE])], 5),
  'a.fgb': (change) => change(FLATGEOBUF),
  'a.geojson': (change) =>
    change(
      strToU8(
        JSON.stringify({
          type: 'Feature',
          properties: { name: 'A', size: 3 },
          geometry: { type: 'Polygon', coordinates: [SQUARE, HOLE] },
        }),
      ),
    ),
  'a.kml': (change) =>
    change(
      strToU8(
        '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>A</name><Point><coordinates>17.5,-0.25,3</coordinates></Point></Placemark></kml>',
      ),
    ),
  'a.gpx': (change) =>
    change(strToU8('<gpx version="1.1"><wpt lat="-0.25" lon="17.5"><name>A</name></wpt></gpx>')),
  'a.csv': (change) => change(strToU8('name;lon;lat\nA;17,5;-0,25\nB;"17,6";-0,5\n')),
  'a.xlsx': (change) =>
    change(
      workbook([
        ['name', 'lon', 'lat'],
        ['A', '17.5', '-0.25'],
      ]),
    ),
};

const SQUARE = [
  [0, 0],
  [0, 4],
  [4, 4],
  [4, 0],
  [0, 0],
] as const;
const HOLE = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
  [1, 1],
] as const;

function zippedAfter(change: Change, records: readonly Uint8Array[], type = 1): Uint8Array {
  const files = Object.entries(shapefile(records, { type }));
  return zipped(
    Object.fromEntries(files.map(([name, content]) => [name, change(content as Uint8Array)])),
  );
}
