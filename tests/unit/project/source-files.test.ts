import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { AtlasModel } from 'atlas-engine';
import { buildPmtiles } from '../../../server/pmtiles/write-pmtiles.ts';
import { inspectFiles } from '../../../host/config/source-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'atlas-files-'));
afterAll(() => rmSync(dir, { recursive: true }));

const tiles = [2, 3].map((z) => ({ z, x: 1, y: 1, data: Buffer.from(`tile ${z}`) }));
const bounds = [8, -14, 32, 12] as const;
const pictures = buildPmtiles({ tiles, tileType: 'png', metadata: {}, bounds }).archive;
const roads = buildPmtiles({
  tiles,
  tileType: 'mvt',
  metadata: { vector_layers: [{ id: 'road', fields: { name: 'String' } }] },
  bounds,
}).archive;
const collection = (...features: object[]) =>
  JSON.stringify({ type: 'FeatureCollection', features });
const point = (x: number, y: number, properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [x, y] },
});

/** Returns the facts about a file with these bytes. */
async function found(bytes: string | Uint8Array) {
  writeFileSync(join(dir, 'file'), bytes);
  const sources = new Map([['one', { file: 'file' }]]);
  const model = { sources, datasets: new Map() } as unknown as AtlasModel;
  return (await inspectFiles(model, dir)).get('file');
}

it('the facts of an archive are its tile type, zooms, extent and layers', async () => {
  const common = { kind: 'archive', minzoom: 2, maxzoom: 3, bounds };
  expect(await found(pictures)).toEqual({ ...common, tiles: 'png', layers: null });
  expect(await found(roads)).toEqual({ ...common, tiles: 'vector', layers: { road: ['name'] } });
});

it('a truncated archive and one of another version are recognised', async () => {
  expect(await found(pictures.slice(0, -1))).toEqual({ kind: 'other', what: 'damaged-archive' });
  expect(await found(roads.slice(0, 60))).toEqual({ kind: 'other', what: 'damaged-archive' });
  const older = Uint8Array.from(roads, (byte, i) => (i === 7 ? 2 : byte));
  expect(await found(older)).toEqual({ kind: 'other', what: 'old-archive' });
});

it('the facts of GeoJSON are its geometries, its fields with values and its extent', async () => {
  const text = collection(point(9, 4, { name: 'a', note: null }), point(10, 5, { name: 'b' }));
  expect(await found(text)).toEqual({
    kind: 'features',
    count: 2,
    kinds: { point: 2 },
    multipart: 0,
    fields: { name: 2, note: 0 },
    bounds: [9, 4, 10, 5],
  });
  const square = (x: number) => [
    [
      [x, 4],
      [x + 1, 4],
      [x + 1, 5],
      [x, 4],
    ],
  ];
  const isles = { type: 'MultiPolygon', coordinates: [square(9), square(12)] };
  const island = { type: 'MultiPolygon', coordinates: [square(9)] };
  const features = [isles, island].map((geometry) => ({
    type: 'Feature',
    properties: {},
    geometry,
  }));
  expect(await found(collection(...features))).toMatchObject({ count: 2, multipart: 1 });
  const none = { kind: 'features', count: 0, kinds: {}, multipart: 0, fields: {}, bounds: null };
  expect(await found(collection())).toEqual(none);
});

it('other files are recognised by their first bytes', async () => {
  const kinds = {
    png: '\x89PNG\r\n',
    tiff: 'II*\0',
    mbtiles: 'SQLite format 3\0',
    empty: '',
  };
  for (const [what, text] of Object.entries(kinds))
    expect(await found(Buffer.from(text, 'latin1'))).toEqual({ kind: 'other', what });
  expect(await found('{ "version": 8, "layers": [] }')).toEqual({ kind: 'style' });
  expect(await found('x,y\n1,2')).toMatchObject({ kind: 'other', what: 'unknown' });
});

it('a missing file has no facts', async () => {
  const model = { sources: new Map([['one', { file: 'no' }]]), datasets: new Map() };
  expect(await inspectFiles(model as unknown as AtlasModel, dir)).toEqual(new Map());
});
