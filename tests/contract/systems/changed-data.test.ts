/** `atlas diff` counts the same new, gone and changed features as GDAL, in data that GDAL wrote. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAtlas } from '../../build-atlas.ts';
import { ask, GDAL } from '../../external-programs.ts';
import { sample } from '../../size.ts';
import { runCommand } from '../../unit/cli/run-command.ts';

/** A format as `load` names it, and as GDAL reads and writes it. */
interface Format {
  readonly file: string;
  readonly load?: string;
  readonly write: readonly string[];
  readonly read?: readonly string[];
}

const FORMATS = {
  geojson: { file: 'spots.geojson', write: ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=9'] },
  geopackage: { file: 'spots.gpkg', write: ['-f', 'GPKG'] },
  shapefile: { file: 'spots.shp.zip', write: ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8'] },
  csv: {
    file: 'spots.csv',
    load: ', coordinates: [X, Y]',
    write: ['-f', 'CSV', '-lco', 'GEOMETRY=AS_XY'],
    read: [
      'X_POSSIBLE_NAMES=X',
      'Y_POSSIBLE_NAMES=Y',
      'KEEP_GEOM_COLUMNS=NO',
      'AUTODETECT_TYPE=YES',
    ],
  },
  wkt: {
    file: 'spots.csv',
    load: ', wkt: WKT',
    write: ['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT'],
    read: ['GEOM_POSSIBLE_NAMES=WKT', 'KEEP_GEOM_COLUMNS=NO', 'AUTODETECT_TYPE=YES'],
  },
} satisfies Readonly<Record<string, Format>>;

type FormatName = keyof typeof FORMATS;

/** A version of the data: what GDAL does with the first data, in a format. */
interface Version {
  readonly format: FormatName;
  /** A query of all rows of `spots`, with the shape. */
  readonly select: string;
}

interface Change {
  readonly title: string;
  readonly shape: 'point' | 'polygon';
  readonly keyed?: false;
  readonly before: Version;
  readonly after: Version;
}

const ALL = 'code, name, people, share, seen, geometry';
const all = (where: string): string => `SELECT ${ALL} FROM spots WHERE ${where}`;
const EVERY = all('1');
const FIRST = all('people < 300');

function change(
  title: string,
  [before, after]: readonly [string, string],
  formats: FormatName | readonly [FormatName, FormatName],
  { shape = 'point', keyed }: { shape?: Change['shape']; keyed?: false } = {},
): Change {
  const [from, to] = typeof formats === 'string' ? [formats, formats] : formats;
  return {
    title,
    shape,
    ...(keyed === false && { keyed }),
    before: { format: from, select: before },
    after: { format: to, select: after },
  };
}

const set = (name: string, value: string): string =>
  `SELECT ${ALL.replace(name, `${value} AS ${name}`)} FROM spots`;
const ODD = set('people', 'CASE WHEN people % 20 = 10 THEN people + 1 ELSE people END');
const MOVED = set(
  'geometry',
  'CASE WHEN people % 70 = 0 THEN ST_Translate(geometry, 0.5, 0, 0) ELSE geometry END',
);
const MIXED = `${all('people >= 50')} AND people < 250 UNION ALL SELECT code || '-2', name, people, share, seen, geometry FROM spots WHERE people < 90`;

const CHANGES: readonly Change[] = [
  change('rows removed from GeoJSON', [EVERY, all("name <> 'Éba'")], 'geojson'),
  change('rows removed from a GeoPackage', [EVERY, all('people > 70')], 'geopackage', {
    shape: 'polygon',
  }),
  change('rows removed from a shapefile', [EVERY, all("code > 's115'")], 'shapefile', {
    shape: 'polygon',
  }),
  change('rows removed from a CSV', [EVERY, all('share IS NOT NULL')], 'csv'),
  change('rows removed from a CSV with WKT', [EVERY, all('people <> 100')], 'wkt', {
    shape: 'polygon',
  }),
  change('rows added to GeoJSON', [FIRST, EVERY], 'geojson', { shape: 'polygon' }),
  change('rows added to a GeoPackage', [FIRST, EVERY], 'geopackage'),
  change('rows added to a shapefile', [FIRST, EVERY], 'shapefile'),
  change('rows added to a CSV', [FIRST, MIXED], 'csv'),
  change('numbers changed in GeoJSON', [EVERY, ODD], 'geojson'),
  change('numbers changed in a GeoPackage', [EVERY, set('share', 'share * 2')], 'geopackage'),
  change(
    'texts changed in a shapefile',
    [EVERY, set('name', "replace(name, 'É', 'E')")],
    'shapefile',
  ),
  change(
    'days changed in a CSV',
    [EVERY, set('seen', "CASE WHEN people < 100 THEN '2026-02-03' ELSE seen END")],
    'csv',
  ),
  change(
    'values removed from a GeoPackage',
    [EVERY, set('name', "nullif(name, 'Mbé')")],
    'geopackage',
    { shape: 'polygon' },
  ),
  change('shapes moved in GeoJSON', [EVERY, MOVED], 'geojson', { shape: 'polygon' }),
  change('shapes moved in a shapefile', [EVERY, MOVED], 'shapefile', { shape: 'polygon' }),
  change('rows in another order', [EVERY, `${EVERY} ORDER BY code DESC`], 'geopackage', {
    shape: 'polygon',
  }),
  change('a shapefile in place of GeoJSON', [EVERY, MIXED], ['geojson', 'shapefile'], {
    shape: 'polygon',
  }),
  change('a GeoPackage in place of a CSV', [FIRST, ODD], ['csv', 'geopackage']),
  change('a GeoPackage without a key', [EVERY, MIXED], 'geopackage', {
    shape: 'polygon',
    keyed: false,
  }),
];

const ring = (west: number, south: number): Position[] => [
  [west, south],
  [west + 0.25, south],
  [west + 0.25, south + 0.25],
  [west, south + 0.25],
  [west, south],
];

/** Forty places of the map of the small atlas, all different. */
function features(shape: Change['shape']): Feature[] {
  return Array.from({ length: 40 }, (_, place) => {
    const [x, y] = [2 + (place % 8) * 0.5, 2 + Math.floor(place / 8) * 0.5];
    return {
      type: 'Feature',
      properties: {
        code: `s${100 + place}`,
        name: ['Mbé', 'Éba', 'Lossi'][place % 3]!,
        people: place * 10,
        share: place % 4 === 0 ? null : place / 8,
        seen: `2025-03-${String(1 + (place % 28)).padStart(2, '0')}`,
      },
      geometry:
        shape === 'point'
          ? { type: 'Point', coordinates: [x, y] }
          : { type: 'Polygon', coordinates: [ring(x, y)] },
    };
  });
}

function yamlOf({ shape, keyed }: Change, format: Format): string {
  const field = (name: string, type: string): string =>
    `${name}: { type: ${type}, label: { all: ${name} } }`;
  const fields = ['code: text', 'name: text', 'people: integer', 'share: number', 'seen: date']
    .map((each) => each.split(': ') as [string, string])
    .map(([name, type]) => field(name, type));
  const key = keyed === false ? '' : 'key: code, ';
  const [type, paint] = shape === 'point' ? ['circle', 'circle-color'] : ['fill', 'fill-color'];
  return `
datasets: [{ id: spots, geometry: ${shape}, permission: open, ${key}load: { file: data/${format.file}${format.load ?? ''} }, fields: { ${fields.join(', ')} } }]
groups: [{ id: spots, name: { en: Spots, fr: Points }, category: things, sublayers: [{ id: spot, type: ${type}, source: spots, paint: { ${paint}: '#123456' } }] }]
`;
}

const KINDS = ['new', 'gone', 'changed'] as const;
type Counts = Readonly<Record<(typeof KINDS)[number], number>>;

/** The values of a row in one form, whatever type GDAL gave their columns. */
const valuesOf = (of: string): readonly string[] => [
  `CAST(${of}name AS text)`,
  `CAST(${of}people AS integer)`,
  `CAST(${of}share AS real)`,
  `replace(substr(CAST(${of}seen AS text), 1, 10), '/', '-')`,
  `${of}geom`,
];
const SAME = valuesOf('a.').map((value, place) => `${value} IS ${valuesOf('b.')[place]}`);
const KEYED = {
  new: 'SELECT count(*) FROM after WHERE code NOT IN (SELECT code FROM before)',
  gone: 'SELECT count(*) FROM before WHERE code NOT IN (SELECT code FROM after)',
  changed: `SELECT count(*) FROM after a JOIN before b ON a.code = b.code WHERE NOT (${SAME.join(' AND ')})`,
};
const ROW = ['code', ...valuesOf('')].join(', ');
const UNKEYED = {
  new: `SELECT count(*) FROM (SELECT ${ROW} FROM after EXCEPT SELECT ${ROW} FROM before)`,
  gone: `SELECT count(*) FROM (SELECT ${ROW} FROM before EXCEPT SELECT ${ROW} FROM after)`,
  changed: 'SELECT 0',
};

describe.skipIf(!GDAL.present)(GDAL.title('atlas diff of data that GDAL wrote'), () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'atlas-changed-'));
    for (const shape of ['point', 'polygon'] as const) {
      mkdirSync(join(root, shape));
      const collection = { type: 'FeatureCollection', features: features(shape) };
      writeFileSync(join(root, shape, 'spots.geojson'), JSON.stringify(collection));
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Writes an atlas with a version of the data, and returns its file. */
  async function write(dir: string, of: Change, { format, select }: Version): Promise<string> {
    const how: Format = FORMATS[format];
    writeAtlas(dir, yamlOf(of, how));
    mkdirSync(join(dir, 'data'), { recursive: true });
    const file = join(dir, 'data', how.file);
    const source = join(root, of.shape, 'spots.geojson');
    const query = ['-dialect', 'SQLite', '-sql', select];
    await ask('ogr2ogr', [...how.write, '-nln', 'spots', ...query, file, source]);
    return file;
  }

  /** Counts with GDAL alone: it reads both files into one GeoPackage and joins their rows. */
  async function countWithGdal(of: Change, files: readonly [string, string]): Promise<Counts> {
    const both = `${files[1]}.both.gpkg`;
    const versions = [
      ['before', of.before],
      ['after', of.after],
    ] as const;
    for (const [place, [name, { format }]] of versions.entries()) {
      const options = ((FORMATS[format] as Format).read ?? []).flatMap((option) => ['-oo', option]);
      // One winding of rings, whatever the format.
      const shape = of.shape === 'point' ? 'geometry' : 'ST_ForcePolygonCW(geometry)';
      const sql = `SELECT code, name, people, share, seen, ${shape} geometry FROM spots`;
      const query = ['-dialect', 'SQLite', '-sql', sql];
      const update = place === 0 ? [] : ['-update'];
      await ask('ogr2ogr', [
        '-f',
        'GPKG',
        '-lco',
        'GEOMETRY_NAME=geom',
        '-a_srs',
        'EPSG:4326',
        ...update,
        ...options,
        '-nln',
        name,
        ...query,
        both,
        files[place]!,
      ]);
    }
    const queries = of.keyed === false ? UNKEYED : KEYED;
    const sql = `SELECT ${KINDS.map((kind) => `(${queries[kind]}) AS n_${kind}`).join(', ')}`;
    const out = await ask('ogrinfo', ['-q', '-ro', both, '-sql', sql]);
    const count = (kind: string): number =>
      Number(new RegExp(`n_${kind} \\(.*\\) = (\\d+)`).exec(out)![1]);
    return { new: count('new'), gone: count('gone'), changed: count('changed') };
  }

  async function countWithDiff(before: string, after: string): Promise<Counts> {
    const env = { ATLAS_DATA_DIR: join(root, 'store') };
    const { code, out, err } = await runCommand(['diff', before, '--config', after], env);
    expect(err).toBe('');
    expect(code).toBe(0);
    const count = (kind: string): number =>
      Number(new RegExp(`: (\\d+) features? (?:is|are) ${kind}: `).exec(out)?.[1] ?? 0);
    return { new: count('new'), gone: count('gone'), changed: count('changed') };
  }

  it.each(sample(CHANGES, 4))('counts $title', async (each) => {
    const dirs = ['before', 'after'].map((name) => join(root, each.title, name)) as [
      string,
      string,
    ];
    const files = [
      await write(dirs[0], each, each.before),
      await write(dirs[1], each, each.after),
    ] as const;
    const counts = await countWithGdal(each, files);
    const found = KINDS.some((kind) => counts[kind] > 0);
    expect(found).toBe(!each.title.includes('another order'));
    expect(await countWithDiff(...dirs)).toEqual(counts);
  });
});
