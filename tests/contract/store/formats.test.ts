/** Loads the same features, written by GDAL in every supported format. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature, Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset, FileLoad } from 'atlas-engine';
import { readFeatureFile } from '../../../server/load/files/read-feature-file.ts';
import { reloadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
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
  });
