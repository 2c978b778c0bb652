import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { FeatureCollection } from 'geojson';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../../../../app/stores/import-types.ts';
import { packGeoJson } from '../../../../server/geometry/pack-geojson.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { imported, pointRecord, problemOf, shapefile, zipped } from './files.ts';

const SHARED = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const MUTANTS = process.env['ATLAS_NIGHTLY'] === '1' ? 1000 : 50;
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
      expect(problemOf('a.zip', bytes).code).toMatch(/^(?:zip-|too-large)/);
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

  it(`is read or refused by name after random damage (${MUTANTS} files)`, () => {
    const random = seededRandom(17);
    const files = shapefile(Array.from({ length: 8 }, (_, i) => pointRecord(i, i)));
    for (let mutant = 0; mutant < MUTANTS; mutant++) {
      const damaged = Object.fromEntries(
        Object.entries(files).map(([name, content]) => {
          const bytes = new Uint8Array(content as Uint8Array);
          for (let hit = 0; hit < 3; hit++)
            bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
          return [name, random() < 0.1 ? bytes.subarray(0, bytes.length / 2) : bytes];
        }),
      );
      const file = new Uint8Array(zipSync(damaged));
      if (mutant % 2 === 0) file[Math.floor(random() * file.length)]! ^= 1 << (mutant % 8);
      const start = performance.now();
      try {
        imported('a.zip', file);
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError);
      }
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });
});
