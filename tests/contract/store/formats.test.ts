/**
 * Loads the same features, written by GDAL in every supported format, and as GeoParquet by the library of
 * Apache Arrow: the GDAL of Debian writes no Parquet.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import * as arrow from 'apache-arrow';
import * as parquet from 'parquet-wasm';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature, Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, FileLoad } from 'atlas-engine';
import { readFeatureFile } from '../../../server/load/files/read-feature-file.ts';
import { reloadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { Database } from '../../../server/store/sqlite/driver.ts';
import type { StoredFeature } from '../../../server/store/store.ts';
import { mercator } from '../../make-shapefile.ts';
import { dataset, field, LEVELS } from './datasets.ts';

const FIELDS = [
  field('code', 'text'),
  field('name', 'text'),
  field('people', 'integer'),
  field('share', 'number'),
  field('visited', 'date'),
  field('open', 'boolean'),
];

const ring = (west: number, south: number, size: number, turn: 1 | -1): number[][] => {
  const corners = [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ];
  return turn === 1 ? corners : corners.toReversed();
};

const GEOMETRIES: Readonly<Record<'point' | 'line' | 'polygon', readonly Geometry[]>> = {
  point: [
    { type: 'Point', coordinates: [15.1234567, -1.7654321] },
    { type: 'Point', coordinates: [16.5, 0.25] },
    { type: 'Point', coordinates: [17.0000001, 2.5] },
  ],
  line: [
    {
      type: 'LineString',
      coordinates: [
        [15, -1],
        [15.25, -1.5],
        [15.3333333, -0.7777777],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [16, 0],
          [16.1, 0.1],
        ],
        [
          [16.2, 0.2],
          [16.3, 0.1],
        ],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [17, 1],
        [17.5, 1.5],
      ],
    },
  ],
  polygon: [
    { type: 'Polygon', coordinates: [ring(15, -2, 1, 1), ring(15.25, -1.75, 0.25, -1)] },
    // An island in a hole, and two holes, whose polygons must be found.
    {
      type: 'MultiPolygon',
      coordinates: [
        [ring(16, 0, 1, 1), ring(16.125, 0.125, 0.5, -1), ring(16.75, 0.75, 0.125, -1)],
        [ring(16.25, 0.25, 0.25, 1), ring(16.3125, 0.3125, 0.0625, -1)],
      ],
    },
    { type: 'Polygon', coordinates: [ring(17, 2, 0.5, 1)] },
  ],
};

const ATTRIBUTES = [
  { code: 'a-1', name: 'Forêt de l’Éléphant', people: 1200, share: 0.125, visited: '2024-03-01' },
  { code: 'b;2', name: 'A, "quoted"\nname', people: -7, share: 12.5, visited: '1999-12-31' },
  { code: 'c-3', name: null, people: null, share: null, visited: null },
];

const featuresOf = (kind: keyof typeof GEOMETRIES): Feature[] =>
  GEOMETRIES[kind].map((geometry, i) => ({
    type: 'Feature',
    geometry,
    properties: { ...ATTRIBUTES[i], open: i === 2 ? null : i === 0 },
  }));

interface Written {
  readonly title: string;
  readonly ending: string;
  /** Options of GDAL besides the file names; its file extension if different. */
  readonly options: readonly string[];
  readonly gdalEnding?: string;
  readonly load: Omit<FileLoad, 'kind' | 'file'>;
  readonly only?: keyof typeof GEOMETRIES;
}

const UTM = ['-t_srs', 'EPSG:32733'];
const WRITTEN: readonly Written[] = [
  {
    title: 'a feature on each line',
    ending: 'ndjson',
    options: ['-f', 'GeoJSONSeq'],
    load: { format: 'ndjson' },
  },
  {
    title: 'a feature on each line, with record separators',
    ending: 'geojsons',
    options: ['-f', 'GeoJSONSeq', '-lco', 'RS=YES'],
    load: { format: 'ndjson' },
  },
  {
    title: 'CSV with WKT',
    ending: 'csv',
    options: ['-lco', 'GEOMETRY=AS_WKT', '-lco', 'SEPARATOR=COMMA'],
    load: { format: 'csv', wkt: 'WKT' },
  },
  {
    title: 'CSV with columns of coordinates, semicolons and a byte order mark',
    ending: 'csv',
    options: ['-lco', 'GEOMETRY=AS_XY', '-lco', 'SEPARATOR=SEMICOLON', '-lco', 'WRITE_BOM=YES'],
    load: { format: 'csv', coordinates: ['X', 'Y'] },
    only: 'point',
  },
  {
    title: 'a zipped shapefile',
    ending: 'zip',
    gdalEnding: 'shz',
    options: ['-lco', 'ENCODING=UTF-8'],
    load: { format: 'shapefile' },
  },
  {
    title: 'a zipped shapefile in Windows-1252, in UTM',
    ending: 'zip',
    gdalEnding: 'shz',
    options: [...UTM, '-lco', 'ENCODING=CP1252'],
    load: { format: 'shapefile', encoding: 'windows-1252' },
  },
  {
    title: 'a zipped shapefile in Mercator with a standard parallel',
    ending: 'zip',
    gdalEnding: 'shz',
    options: ['-t_srs', mercator(5), '-lco', 'ENCODING=UTF-8'],
    load: { format: 'shapefile' },
  },
  { title: 'a GeoPackage', ending: 'gpkg', options: [], load: { format: 'geopackage' } },
  {
    title: 'a GeoPackage with a system in the second edition of well-known text',
    ending: 'gpkg',
    options: ['-t_srs', '+proj=eqearth +datum=WGS84 +type=crs'],
    load: { format: 'geopackage' },
  },
  {
    title: 'a GeoPackage in UTM with heights',
    ending: 'gpkg',
    options: [...UTM, '-dim', 'XYZ'],
    load: { format: 'geopackage' },
  },
  { title: 'FlatGeobuf', ending: 'fgb', options: [], load: { format: 'flatgeobuf' } },
  {
    title: 'FlatGeobuf in UTM, without an index',
    ending: 'fgb',
    options: [...UTM, '-lco', 'SPATIAL_INDEX=NO'],
    load: { format: 'flatgeobuf' },
  },
  {
    title: 'a GeoPackage in Web Mercator',
    ending: 'gpkg',
    options: ['-t_srs', 'EPSG:3857'],
    load: { format: 'geopackage' },
  },
];

const gdal = spawnSync('ogr2ogr', ['--version']).status === 0;

if (!gdal) it.skip('formats that GDAL writes: not tested, because ogr2ogr is not installed');
else
  describe('the same features, written by GDAL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atlas-formats-'));
    let store: Store;
    const sets = new Map<string, Dataset>();
    const expected = new Map<string, readonly StoredFeature[]>();

    const load = async (kind: string, path: string, options: Written['load']) => {
      const input = await readFeatureFile(path, options);
      const set = sets.get(kind)!;
      const report = await reloadDataset(set, input, LEVELS, store);
      expect(report).toMatchObject({ read: 3, loaded: 3, repaired: 0, rejected: [] });
      return store.page({ dataset: set.id, fields: [...set.fields.keys()], limit: 10 });
    };

    beforeAll(async () => {
      store = await openStore({ dataDir: join(folder, 'store'), role: 'tool', workers: 1 });
      for (const kind of ['point', 'line', 'polygon'] as const) {
        sets.set(kind, dataset(kind, kind, FIELDS));
        const path = join(folder, `${kind}.geojson`);
        const features = featuresOf(kind);
        writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
        expected.set(kind, await load(kind, path, { format: 'geojson' }));
      }
    });
    afterAll(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });

    const kinds = ['point', 'line', 'polygon'] as const;
    const cases = WRITTEN.flatMap((written, number) =>
      kinds
        .filter((kind) => !written.only || written.only === kind)
        .map((kind) => ({ ...written, kind, number })),
    );

    it.each(cases)('have the same ids and values from $title ($kind)', async (written) => {
      const { kind, ending, gdalEnding = ending, options, number } = written;
      const made = join(folder, `${kind}-${number}.${gdalEnding}`);
      const path = join(folder, `${kind}-${number}.${ending}`);
      const source = join(folder, `${kind}.geojson`);
      execFileSync('ogr2ogr', [...options, made, source], { stdio: 'pipe' });
      if (made !== path) renameSync(made, path);
      expect(await load(kind, path, written.load)).toEqual(expected.get(kind));
    });

    it('are refused in a reference system with another datum, with the command that converts them', async () => {
      const made = join(folder, 'old.shz');
      const path = join(folder, 'old.zip');
      execFileSync('ogr2ogr', ['-t_srs', 'EPSG:4210', made, join(folder, 'point.geojson')]);
      renameSync(made, path);
      const error = await load('point', path, { format: 'shapefile' }).catch((e: unknown) => e);
      expect(String(error)).toContain(
        'is not supported, only WGS 84. Convert them: `ogr2ogr -t_srs EPSG:4326 old.gpkg /vsizip/old.zip`.',
      );
      const flat = join(folder, 'old.fgb');
      execFileSync('ogr2ogr', ['-t_srs', 'EPSG:4210', flat, join(folder, 'point.geojson')]);
      const other = await load('point', flat, { format: 'flatgeobuf' }).catch((e: unknown) => e);
      expect(String(other)).toContain('`ogr2ogr -t_srs EPSG:4326 old-wgs84.fgb old.fgb`.');
    });

    const parquets = [
      { system: 'UTM', code: 32633, compression: 'ZSTD' },
      { system: 'degrees', code: undefined, compression: 'SNAPPY' },
      { system: 'degrees', code: 4326, compression: 'GZIP' },
      { system: 'degrees', code: undefined, compression: 'UNCOMPRESSED' },
    ] as const;
    const inKinds = parquets.flatMap((written) => kinds.map((kind) => ({ ...written, kind })));
    it.each(inKinds)(
      'have the same ids and values from GeoParquet in $system, compression $compression ($kind)',
      async ({ compression, kind, code }) => {
        const path = join(folder, `${kind}-${compression}.parquet`);
        const shapes = shapesByGdal(join(folder, `${kind}.geojson`), code ?? 4326);
        const crs = code === undefined ? undefined : { id: { authority: 'EPSG', code } };
        writeFileSync(path, parquetOf(shapes, { crs, compression, rowsOfGroup: 2 }));
        expect(await load(kind, path, { format: 'geoparquet' })).toEqual(expected.get(kind));
      },
    );

    it.each<readonly [string, object, RegExp]>([
      ['says not where its geometries are', { geo: null }, /is Parquet, but not GeoParquet/],
      [
        'has another encoding of geometries',
        { encoding: 'point' },
        /in the encoding point; only WKB is read.*`ogr2ogr -lco GEOMETRY_ENCODING=WKB odd-new\.parquet odd\.parquet`/,
      ],
      ['has an unknown system', { crs: null }, /`ogr2ogr -t_srs EPSG:4326 odd-wgs84\.parquet odd/],
      [
        'has a system with another datum',
        { crs: { name: 'Arc 1960', id: { authority: 'EPSG', code: 4210 } } },
        /`ogr2ogr -t_srs EPSG:4326 odd-wgs84\.parquet odd\.parquet`/,
      ],
    ])('are refused from a Parquet file that %s', async (_what, about, words) => {
      const path = join(folder, 'odd.parquet');
      const shapes = shapesByGdal(join(folder, 'point.geojson'), 4326);
      writeFileSync(path, parquetOf(shapes, { compression: 'SNAPPY', ...about }));
      await expect(load('point', path, { format: 'geoparquet' })).rejects.toThrow(words);
    });

    it('are refused from a Parquet file that is damaged, cut or another file of that name', async () => {
      const whole = parquetOf(shapesByGdal(join(folder, 'point.geojson'), 4326), {
        compression: 'UNCOMPRESSED',
      });
      const path = join(folder, 'odd.parquet');
      const damaged = Buffer.from(whole);
      damaged.fill(0xff, 4, 200);
      for (const bytes of [damaged, whole.subarray(0, -20), Buffer.from('{}'), Buffer.alloc(0)]) {
        writeFileSync(path, bytes);
        await expect(load('point', path, { format: 'geoparquet' })).rejects.toThrow(
          'The file `odd.parquet` is not Parquet, or it is damaged.',
        );
      }
    });
  });

/** Bytes of the box in the header of a geometry of a GeoPackage, by its flag. */
const BOX_BYTES = [0, 32, 48, 48, 64];

/** Returns the shapes of a file as well-known binary in a reference system, by GDAL. */
function shapesByGdal(path: string, code: number): Uint8Array[] {
  const made = `${path}-${code}.gpkg`;
  execFileSync('ogr2ogr', ['-overwrite', '-t_srs', `EPSG:${code}`, '-nln', 'made', made, path], {
    stdio: 'pipe',
  });
  const database = new Database(made, { immutable: true });
  const rows = database.prepare('SELECT geom FROM made ORDER BY fid').all();
  database.close();
  return rows.map(({ geom }) => {
    const bytes = geom as Uint8Array;
    return bytes.slice(8 + BOX_BYTES[(bytes[3]! >> 1) & 7]!);
  });
}

/** Returns a GeoParquet file of shapes with the attributes. */
function parquetOf(
  shapes: readonly Uint8Array[],
  {
    crs,
    compression,
    encoding = 'WKB',
    rowsOfGroup = 1_000,
    ...more
  }: {
    readonly crs?: unknown;
    readonly compression: 'ZSTD' | 'SNAPPY' | 'GZIP' | 'UNCOMPRESSED';
    readonly encoding?: string;
    readonly rowsOfGroup?: number;
    readonly geo?: null;
  },
): Buffer {
  const of = <T extends arrow.DataType>(name: keyof (typeof ATTRIBUTES)[0], type: T) =>
    arrow.vectorFromArray(
      ATTRIBUTES.map((row) => row[name]),
      type,
    );
  const days = ATTRIBUTES.map(({ visited }) => (visited === null ? null : new Date(visited)));
  const people = ATTRIBUTES.map((row) => (row.people === null ? null : BigInt(row.people)));
  const boxes = new arrow.Struct([arrow.Field.new('xmin', new arrow.Float64())]);
  const table = new arrow.Table({
    code: of('code', new arrow.Utf8()),
    geometry: arrow.vectorFromArray(shapes, new arrow.Binary()),
    name: of('name', new arrow.Utf8()),
    people: arrow.vectorFromArray(people, new arrow.Int64()),
    share: of('share', new arrow.Float64()),
    visited: arrow.vectorFromArray(days, new arrow.DateDay()),
    open: arrow.vectorFromArray([true, false, null], new arrow.Bool()),
    bbox: arrow.vectorFromArray(
      shapes.map(() => ({ xmin: 1 })),
      boxes,
    ),
  });
  const column = { encoding, crs, covering: { bbox: { xmin: ['bbox', 'xmin'] } } };
  const geo = { version: '1.1.0', primary_column: 'geometry', columns: { geometry: column } };
  const writer = new parquet.WriterPropertiesBuilder()
    .setCompression(parquet.Compression[compression])
    .setMaxRowGroupSize(rowsOfGroup);
  const named =
    more.geo === null
      ? writer
      : writer.setKeyValueMetadata(new Map([['geo', JSON.stringify(geo)]]));
  const written = parquet.Table.fromIPCStream(arrow.tableToIPC(table, 'stream'));
  return Buffer.from(parquet.writeParquet(written, named.build()));
}
