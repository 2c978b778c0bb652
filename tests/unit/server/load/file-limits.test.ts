import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileFormat } from 'atlas-engine';
import { FILE_LIMITS } from 'atlas-engine/readers';
import { openFile, readOpenFile } from '../../../../server/load/files/read-bytes.ts';
import { readFeatureFile } from '../../../../server/load/files/read-feature-file.ts';
import { flattenProperties } from '../../../../server/load/flatten.ts';
import { makeGeopackage, type Table } from '../../../make-geopackage.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-limits-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Reads the features of a file as a load does. */
async function read(name: string, format: FileFormat, layer?: string): Promise<unknown[]> {
  const input = await readFeatureFile(join(dir, name), { format, ...(layer && { layer }) });
  const features: unknown[] = [];
  for await (const feature of input.features) features.push(feature);
  return features;
}

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const feature = (properties: string, geometry = 'null'): string =>
  `{"type":"Feature","geometry":${geometry},"properties":${properties}}`;

describe('GeoJSON', () => {
  it.each<readonly [string, string]>([
    ['properties nested 100 000 deep', feature(`{"a":${nested(100_000)}}`)],
    ['objects nested 100 000 deep', feature(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
    [
      'coordinates nested 100 000 deep',
      feature('{}', `{"type":"Polygon","coordinates":${nested(100_000)}}`),
    ],
    [
      'collections nested 50 000 deep',
      feature(
        '{}',
        `${'{"type":"GeometryCollection","geometries":['.repeat(50_000)}${']}'.repeat(50_000)}`,
      ),
    ],
  ])('of %s is refused with the position', async (_what, text) => {
    writeFileSync(join(dir, 'deep.geojson'), text);
    await expect(read('deep.geojson', 'geojson')).rejects.toThrow(
      /^The file `deep\.geojson` is nested deeper than 100 levels, at line 1, column \d+\./,
    );
  });

  it('may have brackets in texts, and as many levels as a collection of polygons has', async () => {
    const text = feature(
      `{"a":"${'['.repeat(1_000)}\\"[["}`,
      '{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}]}',
    );
    writeFileSync(join(dir, 'fine.geojson'), text);
    expect(await read('fine.geojson', 'geojson')).toHaveLength(1);
  });

  it('in lines is refused line by line', async () => {
    const good = feature('{}', '{"type":"Point","coordinates":[0,0]}');
    writeFileSync(join(dir, 'deep.ndjson'), `${good}\n${nested(100_000)}\n${good}\n`);
    const records = await read('deep.ndjson', 'ndjson');
    expect(records[1]).toMatchObject({ line: 2, reason: 'too-deep' });
    expect(records).toHaveLength(3);
  });
});

it('A list that is nested deeper than 8 levels is not an attribute, in any format', () => {
  const deep = JSON.parse(nested(50_000)) as unknown;
  expect([...flattenProperties({ a: 1, b: [1, 2], deep }).keys()]).toEqual(['a', 'b']);
});

describe('CSV', () => {
  it.each<readonly [string, string, RegExp]>([
    [
      'with 100 000 columns',
      Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(),
      /more than 2000 columns/,
    ],
    ['of one line of 2 million characters', 'a'.repeat(2_000_000), /has no column `longitude`/],
    [
      'of 60 million characters without a line break',
      `a,b\n"${'a'.repeat(60_000_000)}`,
      /row of more than 50000000 characters/,
    ],
    ['of 5 million quotation marks', '"'.repeat(5_000_001), /quotation mark is missing/],
  ])('%s is refused', async (_what, text, words) => {
    writeFileSync(join(dir, 'odd.csv'), text);
    await expect(read('odd.csv', 'csv')).rejects.toThrow(words);
  });
});

describe('a path that is not a file', () => {
  it('is refused: a pipe without a writer', async () => {
    execFileSync('mkfifo', [join(dir, 'pipe.geojson')]);
    await expect(read('pipe.geojson', 'geojson')).rejects.toThrow(
      /pipe or a device. Choose a file/,
    );
  });

  it('is refused: /dev/zero, which never ends', async () => {
    symlinkSync('/dev/zero', join(dir, 'zero.csv'));
    await expect(read('zero.csv', 'csv')).rejects.toThrow(/pipe or a device/);
  });

  it('is refused: a sparse file of 1 TB', async () => {
    writeFileSync(join(dir, 'sparse.geojson'), '');
    truncateSync(join(dir, 'sparse.geojson'), 1e12);
    await expect(read('sparse.geojson', 'geojson')).rejects.toThrow(/has more than 10000 MB/);
  });

  it('is refused: a file that grows while it is read', async () => {
    const path = join(dir, 'grows.geojson');
    writeFileSync(path, '{}');
    const file = await openFile(path, 'grows.geojson');
    const size = file.stat.bind(file);
    // The size is read before and after; the file changes in between.
    let asked = 0;
    file.stat = (async () => {
      if (++asked === 2) await appendFile(path, '{}');
      return size();
    }) as typeof file.stat;
    await expect(readOpenFile(file, 'grows.geojson')).rejects.toThrow(/changed while it was read/);
    await file.close();
    await (await open(path)).close();
  });
});

it.each(['geojson', 'geopackage'] as const)(
  'A file of the format %s that was replaced after its bytes were hashed is refused',
  async (format) => {
    const path = join(dir, `replaced.${format}`);
    const write = (): void =>
      format === 'geojson'
        ? writeFileSync(path, feature('{}'))
        : makeGeopackage(path, [
            {
              name: 'villages',
              sql: 'CREATE TABLE villages (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)',
            },
          ]);
    write();
    const { features } = await readFeatureFile(path, { format });
    rmSync(path);
    write();
    utimesSync(path, 1, 1);
    const readAll = async (): Promise<void> => {
      for await (const _ of features);
    };
    await expect(readAll()).rejects.toThrow(`changed while it was read`);
  },
);

describe('a GeoPackage', () => {
  const endless = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)`;
  const villages = 'CREATE TABLE villages (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)';
  const only = (sql: string): readonly Table[] => [{ name: 'villages', sql }];

  it.each<readonly [string, readonly Table[], RegExp]>([
    [
      'whose layer is a view that never ends',
      only(`CREATE VIEW villages AS ${endless} SELECT i AS fid, NULL AS geom FROM n`),
      /`villages` in the GeoPackage `made\.gpkg` is a view, and only tables are supported/,
    ],
    [
      'whose layer is a view that never ends and has no row',
      only(`CREATE VIEW villages AS ${endless} SELECT i AS fid, NULL AS geom FROM n WHERE i < 0`),
      /is a view/,
    ],
    [
      'whose list of contents is a view',
      [
        ...only(villages),
        {
          name: 'gpkg_contents',
          sql: `CREATE VIEW gpkg_contents AS ${endless} SELECT 'x' AS table_name, 'features' AS data_type FROM n`,
        },
      ],
      /`gpkg_contents` in the GeoPackage `made\.gpkg` is a view/,
    ],
    [
      'whose layer is a virtual table',
      only('CREATE VIRTUAL TABLE villages USING fts5(fid, geom, name)'),
      /is a virtual/,
    ],
  ])('%s is refused', async (_what, tables, words) => {
    makeGeopackage(join(dir, 'made.gpkg'), tables);
    await expect(read('made.gpkg', 'geopackage')).rejects.toThrow(words);
  });

  it('is read without its calculated columns and without running its triggers', async () => {
    const slow = `length(hex(zeroblob(100000000)))`;
    makeGeopackage(join(dir, 'made.gpkg'), [
      { name: 'villages', sql: `${villages.slice(0, -1)}, slow INTEGER AS (${slow}))` },
      { name: '', sql: `INSERT INTO villages VALUES (1, NULL, 'Lomié')` },
      {
        name: '',
        sql: `CREATE TRIGGER t AFTER UPDATE ON villages BEGIN DELETE FROM villages; END`,
      },
    ]);
    expect(await read('made.gpkg', 'geopackage')).toEqual([
      { type: 'Feature', geometry: null, properties: { fid: 1, name: 'Lomié' } },
    ]);
  });

  it('says that a table or a whole file has no geometries', async () => {
    const names = { name: '', sql: `INSERT INTO gpkg_contents VALUES ('prices', 'attributes')` };
    makeGeopackage(join(dir, 'made.gpkg'), [...only(villages), names]);
    await expect(read('made.gpkg', 'geopackage', 'prices')).rejects.toThrow(
      '`prices` in the GeoPackage `made.gpkg` is a table without geometries. Its layers with geometries are: villages.',
    );
    const none = { name: '', sql: `DELETE FROM gpkg_contents WHERE data_type = 'features'` };
    makeGeopackage(join(dir, 'made.gpkg'), [...only(villages), names, none]);
    await expect(read('made.gpkg', 'geopackage')).rejects.toThrow(
      'has no layer with geometries, only prices. In QGIS',
    );
  });

  it('finds the layer by its name only, which may look like a path or SQL', async () => {
    makeGeopackage(join(dir, 'made.gpkg'), only(villages));
    const names = ['temp.villages', `x"; ATTACH 'y.db' AS y; --`, 'sqlite_schema'];
    for (const name of names)
      await expect(read('made.gpkg', 'geopackage', name)).rejects.toThrow(/has no layer/);
  });
});

describe('FlatGeobuf', () => {
  it('that is damaged, or another file of that name, is refused with the command that writes it again', async () => {
    for (const bytes of [
      Buffer.from('fgb\u0003fgb\u0000\u00ff\u00ff'),
      Buffer.from('{}'),
      Buffer.alloc(0),
    ]) {
      writeFileSync(join(dir, 'made.fgb'), bytes);
      await expect(read('made.fgb', 'flatgeobuf')).rejects.toThrow(
        '`ogr2ogr -nlt CONVERT_TO_LINEAR made-new.fgb made.fgb`',
      );
    }
  });
});

it('A million features are within the limits', () => {
  expect(FILE_LIMITS.features).toBeGreaterThanOrEqual(1_000_000);
});
