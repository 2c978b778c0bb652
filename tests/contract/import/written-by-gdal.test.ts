/** The import reads what GDAL writes in each of its formats. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Feature, Geometry, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImport } from '../../../app/tools/import/read/read-import.ts';
import { loadSqlite } from '../../../app/tools/import/read/read-geopackage.ts';
import { ImportError, type Imported } from '../../../app/stores/bundle/import-types.ts';

const ring = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

const SHAPES: Readonly<Record<'points' | 'plots', readonly Geometry[]>> = {
  points: [
    { type: 'Point', coordinates: [15.1234567, -1.7654321] },
    { type: 'Point', coordinates: [16.5, 0.25] },
  ],
  plots: [
    { type: 'Polygon', coordinates: [ring(15, 1, 0.5), ring(15.1, 1.1, 0.1).toReversed()] },
    { type: 'Polygon', coordinates: [ring(17, -2, 0.25)] },
  ],
};
const NAMES = ['Mbé', 'Éba'];

const features = (kind: keyof typeof SHAPES): Feature[] =>
  SHAPES[kind].map((geometry, i) => ({
    type: 'Feature',
    properties: { name: NAMES[i]!, people: 20 + i },
    geometry,
  }));

const missing = spawnSync('ogr2ogr', ['--version']).error ? 'ogr2ogr is not installed' : null;

describe.skipIf(missing !== null)(
  `the import of files that GDAL wrote${missing ? ` (${missing})` : ''}`,
  () => {
    let folder: string;
    let sqlite: Awaited<ReturnType<typeof loadSqlite>>;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'atlas-import-'));
      for (const kind of ['points', 'plots'] as const)
        writeFileSync(
          join(folder, `${kind}.geojson`),
          JSON.stringify({ type: 'FeatureCollection', features: features(kind) }),
        );
      sqlite = await loadSqlite();
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const write = (kind: keyof typeof SHAPES, file: string, ...options: string[]): Uint8Array => {
      execFileSync('ogr2ogr', [...options, join(folder, file), join(folder, `${kind}.geojson`)]);
      return new Uint8Array(readFileSync(join(folder, file)));
    };
    const read = (name: string, bytes: Uint8Array, convert = false): Imported =>
      readImport(
        {
          name,
          bytes,
          convert,
          limits: { shapefileBytes: 5_242_880, bytes: 20_971_520, entries: 20 },
        },
        sqlite,
      );

    /** Compares with what was written; the order and the start and direction of rings may differ. */
    const expectSame = (imported: Imported, kind: keyof typeof SHAPES, digits = 6): void => {
      const expected = features(kind);
      expect(imported.features).toHaveLength(expected.length);
      for (const [i, name] of NAMES.entries()) {
        const same = imported.features.filter(({ properties }) =>
          Object.values(properties).includes(name),
        );
        expect(same.map(({ geometry }) => positionsOf(geometry, digits))).toEqual([
          positionsOf(expected[i]!.geometry, digits),
        ]);
      }
    };

    it.each([
      ['GeoPackage', 'a.gpkg', ['-f', 'GPKG']],
      ['FlatGeobuf', 'a.fgb', ['-f', 'FlatGeobuf']],
      ['FlatGeobuf without an index', 'b.fgb', ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO']],
      ['GeoJSON by lines', 'a.geojsonl', ['-f', 'GeoJSONSeq']],
      ['GeoJSON with record separators', 'a.geojsons', ['-f', 'GeoJSONSeq', '-lco', 'RS=YES']],
      ['KMZ', 'a.kmz', ['-f', 'LIBKML']],
      ['KML', 'a.kml', ['-f', 'KML']],
      [
        'CSV with well-known text',
        'a.csv',
        ['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT', '-lco', 'SEPARATOR=SEMICOLON'],
      ],
    ] as const)('%s', (_, file, options) => {
      for (const kind of ['points', 'plots'] as const)
        expectSame(read(file, write(kind, `${kind}-${file}`, ...options)), kind);
    });

    it('CSV with two columns', () => {
      const bytes = write('points', 'xy.csv', '-f', 'CSV', '-lco', 'GEOMETRY=AS_XY');
      expectSame(read('xy.csv', bytes), 'points');
    });

    it('a shapefile in a zip', () => {
      write('plots', 'plots.shp', '-lco', 'ENCODING=UTF-8');
      const parts = readdirSync(folder).filter((name) =>
        /^plots\.(?:shp|shx|dbf|prj|cpg)$/.test(name),
      );
      const zip = zipSync(
        Object.fromEntries(
          parts.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
        ),
      );
      expectSame(read('plots.zip', zip), 'plots');
    });

    it('a GeoPackage with two layers, which are both read', () => {
      write('points', 'two.gpkg', '-f', 'GPKG', '-nln', 'points');
      const bytes = write('plots', 'two.gpkg', '-f', 'GPKG', '-update', '-nln', 'plots');
      expect(read('two.gpkg', bytes).kinds.toSorted()).toEqual(['area', 'point']);
    });

    it.each([
      ['GeoPackage', 'utm.gpkg', ['-f', 'GPKG']],
      ['GeoJSON', 'utm.geojson', ['-f', 'GeoJSON']],
      ['FlatGeobuf', 'utm.fgb', ['-f', 'FlatGeobuf']],
    ] as const)('%s in UTM, which is converted when the visitor agrees', (_, file, options) => {
      for (const zone of ['32633', '32733']) {
        const written = `${zone}-${file}`;
        const bytes = write('plots', written, ...options, '-t_srs', `EPSG:${zone}`);
        expect(() => read(file, bytes)).toThrow(ImportError);
        expectSame(read(file, bytes, true), 'plots', 5);
      }
    });
  },
);

/** Returns the positions of a geometry as sorted texts. */
function positionsOf(geometry: Geometry, digits: number): string[] {
  if (!('coordinates' in geometry)) throw new Error('a collection');
  const flat = (geometry.coordinates as unknown[]).flat(4) as number[];
  const is3d = geometry.type !== 'Point' && flat.length % 2 !== 0;
  expect(is3d).toBe(false);
  const pairs = Array.from({ length: flat.length / 2 }, (_, i) =>
    [flat[2 * i]!, flat[2 * i + 1]!].map((value) => value.toFixed(digits)).join(' '),
  );
  return [...new Set(pairs)].toSorted();
}
