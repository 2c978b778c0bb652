/** Reads what we write with the library of Apache Arrow, which is by other authors. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as arrow from 'apache-arrow';
import * as parquet from 'parquet-wasm';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileField } from '../../../../server/downloads/files/feature-file.ts';
import { levelsOf } from '../../../../server/downloads/files/levels-of.ts';
import { Spool } from '../../../../server/downloads/files/spool.ts';
import { writeGeoparquet } from '../../../../server/downloads/files/write-geoparquet.ts';
import type { StoredFeature } from '../../../../server/store/store.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

const folder = mkdtempSync(join(tmpdir(), 'atlas-geoparquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIELDS: readonly FileField[] = [
  { name: 'name', type: 'text', label: {} },
  { name: 'people', type: 'integer', label: {} },
  { name: 'share', type: 'number', label: {} },
  { name: 'open', type: 'boolean', label: {} },
  { name: 'visited', type: 'date', label: {} },
  { name: 'uses', type: 'list', label: {} },
];

/** Writes features and returns the read table and the metadata of the file. */
async function written(name: string, features: readonly StoredFeature[], fields = FIELDS) {
  const spool = new Spool(
    join(folder, `${name}.ndjson`),
    fields.map((field) => field.name),
  );
  for (const feature of features) spool.add(feature);
  const [file] = await writeGeoparquet({
    folder,
    name,
    fields,
    note: 'Restricted data, downloaded by ada on 2026-11-30.',
    title: 'Springs',
    locale: 'en',
    sheets: [],
    demo: false,
    census: spool.census(),
    source: spool,
  }).end();
  const opened = await parquet.ParquetFile.fromFile(new Blob([readFileSync(join(folder, file!))]));
  const table = arrow.tableFromIPC((await opened.read()).intoIPCStream());
  const meta = opened.metadata();
  const keys = meta.fileMetadata().keyValueMetadata() as Map<string, string>;
  const groups = meta.rowGroups().map((group) => group.numRows());
  return { table, keys, groups };
}

const point = (id: number, longitude: number, latitude: number): StoredFeature => ({
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: {
    name: `Spring ${id}`,
    people: id * 3,
    share: id / 7,
    open: id % 2 === 0,
    visited: id % 3 === 0 ? null : '2026-05',
    uses: ['drinking', 'animals'],
  },
});

describe('the GeoParquet of a download', () => {
  it('has all values with their types, geometries as WKB and their boxes', async () => {
    const { table } = await written('few', [point(7, 15.25, -1.5), point(8, 16, 0)]);
    const rows = table.toArray().map((row) => row.toJSON() as Record<string, unknown>);
    const [first] = rows.filter(({ fid }) => fid === 7n);
    expect(first).toMatchObject({
      name: 'Spring 7',
      people: 21n,
      share: 1,
      open: false,
      visited: '2026-05',
      uses: 'drinking; animals',
      level: 0,
    });
    const wkb = Buffer.from(first!['geometry'] as Uint8Array);
    const [order, type] = [wkb[0], wkb.readUInt32LE(1)];
    expect([order, type, wkb.readDoubleLE(5), wkb.readDoubleLE(13)]).toEqual([1, 1, 15.25, -1.5]);
    expect(JSON.parse(JSON.stringify(first!['bbox']))).toEqual({
      xmin: 15.25,
      ymin: -1.5,
      xmax: 15.25,
      ymax: -1.5,
    });
    const types = Object.fromEntries(
      table.schema.fields.map(({ name, type }) => [name, `${type}`]),
    );
    expect(types).toMatchObject({ fid: 'Int64', people: 'Int64', share: 'Float64', open: 'Bool' });
  });

  it('describes itself as GeoParquet 1.1.0, with box, reference system, title and note', async () => {
    const { keys } = await written('described', [point(1, 15, -1), point(2, 16, 2)]);
    const geo = JSON.parse(keys.get('geo')!);
    expect(geo).toMatchObject({ version: '1.1.0', primary_column: 'geometry' });
    expect(geo.columns.geometry).toMatchObject({
      encoding: 'WKB',
      geometry_types: ['Point'],
      bbox: [15, -1, 16, 2],
      crs: { id: { authority: 'OGC', code: 'CRS84' } },
      covering: { bbox: { xmin: ['bbox', 'xmin'], ymax: ['bbox', 'ymax'] } },
    });
    expect([keys.get('title'), keys.get('description')]).toEqual([
      'Springs',
      'Restricted data, downloaded by ada on 2026-11-30.',
    ]);
  });

  it('has each feature once, and begins with row groups that show the whole area coarsely', async () => {
    const random = seededRandom(3);
    const features = Array.from({ length: 15_000 }, (_, index) =>
      point(index + 1, 10 + random() * 10, random() * 10),
    );
    const { table, keys, groups } = await written('many', features);
    const ids = [...table.getChild('fid')!] as bigint[];
    expect(new Set(ids).size).toBe(15_000);
    const { levels, ...about } = JSON.parse(keys.get('geo:overviews')!);
    expect(about).toEqual({ version: '0.2.0', mode: 'partitioning', canonical_level: null });
    expect(levels.length).toBeGreaterThan(2);
    expect(levels.at(-1).row_group_end).toBe(groups.length - 1);
    const column = [...table.getChild('level')!] as number[];
    let from = 0;
    let group = 0;
    for (const [level, { row_group_end: end, gsd, zoom }] of levels.entries()) {
      expect(gsd).toBeCloseTo(40_075_016.686 / (1_024 * 2 ** zoom), 6);
      for (; group <= end; group++) {
        expect(new Set(column.slice(from, from + groups[group]!))).toEqual(new Set([level]));
        from += groups[group]!;
      }
    }
    expect(from).toBe(15_000);
    const first = table.slice(0, groups[0]!).getChild('bbox')!;
    const wests = [...first].map((box) => (box as { xmin: number }).xmin);
    expect([Math.min(...wests), Math.max(...wests)]).toEqual([
      expect.closeTo(10, 0),
      expect.closeTo(20, 0),
    ]);
  });

  it('renames its own columns where fields have their names, and then has no levels', async () => {
    const fields = ['fid', 'level', 'geometry', 'bbox'].map((name) => ({
      name,
      type: 'text' as const,
      label: {},
    }));
    const { table, keys } = await written(
      'taken',
      [{ ...point(1, 15, -1), properties: { level: 'high' } }],
      fields,
    );
    expect(table.get(0)!.toJSON()).toMatchObject({ level: 'high', atlas_level: 0, atlas_fid: 1n });
    expect(JSON.parse(keys.get('geo')!).primary_column).toBe('atlas_geometry');
    expect(keys.has('geo:overviews')).toBe(false);
  });
});

describe('the levels of a file', () => {
  it('have the large features of a cell before the small ones', () => {
    const random = seededRandom(9);
    const sizes = Array.from({ length: 20_000 }, () => random() / 50);
    const boxes = Float64Array.from(
      sizes.flatMap((size) => {
        const [west, south] = [10 + random(), 10 + random()];
        return [west, south, west + size, south + size];
      }),
    );
    const levels = levelsOf(boxes);
    const mean = ({ rows }: (typeof levels)[number]): number =>
      rows.reduce((sum, row) => sum + sizes[row]!, 0) / rows.length;
    expect(levels.length).toBeGreaterThan(1);
    expect(mean(levels[0]!)).toBeGreaterThan(1.3 * mean(levels.at(-1)!));
    expect(levels.flatMap(({ rows }) => [...rows]).toSorted((a, b) => a - b)).toEqual(
      sizes.map((_, row) => row),
    );
  });

  it('are one for a small file, and none for an empty one', () => {
    expect(levelsOf(new Float64Array(8))).toHaveLength(1);
    expect(levelsOf(new Float64Array())).toEqual([]);
  });
});
