/** `atlas new` with tiles: TileJSON of a server or in a file, and PMTiles archives. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeTile, type TileFeature } from '../../../cli/geography/tile-features.ts';
import { ServerQuestions } from '../../../cli/new/outside/ask-server.ts';
import { writePmtiles } from '../../../server/pmtiles/write-pmtiles.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { runCommand } from '../../unit/cli/run-command.ts';
import { json, silence, startMockServer, text, type MockServer } from './mock-server.ts';

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer();
});
afterAll(() => server.close());

let dir: string;
let config: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-new-tiles-'));
  config = join(dir, 'atlas');
  writeAtlas(config, '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const atlas = (...args: readonly string[]) =>
  runCommand([...args, '--config', config], { ATLAS_DATA_DIR: join(dir, 'store') });
const newLayer = (...args: readonly string[]) => atlas('new', 'layer', ...args);
const written = (path: string): string => readFileSync(join(config, path), 'utf8');

/** The check must find nothing in the new file, not even a warning. */
async function expectClean(path: string): Promise<void> {
  const { code, out, err } = await atlas('check', '--format', 'compact');
  const lines = `${out}\n${err}`.split('\n').filter((line) => line.includes(path));
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
}

const road = (properties: TileFeature['properties'], at: number): TileFeature => ({
  properties,
  geometry: { kind: 'line', lines: [[[at, 0], [at, 4096]]] }, // prettier-ignore
});
const town = (properties: TileFeature['properties']): TileFeature => ({
  properties,
  geometry: { kind: 'point', points: [[5, 5]] },
});
const TILE = encodeTile(
  new Map([
    [
      'roads',
      ['track', 'paved', 'track', 'paved'].map((kind, i) => road({ kind, lanes: i + 1 }, 9 * i)),
    ],
    ['towns', [town({ name: 'Éba', people: 1200 })]],
  ]),
);
/** Layers as the metadata list them. */
const ROADS = { id: 'roads', fields: { kind: 'String', lanes: 'Number', surveyed: 'Boolean' } };
const TOWNS = { id: 'towns', fields: { name: 'String' } };

const TILEJSON = {
  tilejson: '3.0.0',
  name: 'Roads of the north',
  description: 'Roads by <b>kind</b>.',
  attribution: '<a href="https://example.org/credit">&copy; Road office</a> | Field teams',
  tiles: ['/tiles/{z}/{x}/{y}.pbf'],
  bounds: [3, 3, 5.123456789, 5],
  minzoom: 2,
  maxzoom: 9,
  vector_layers: [ROADS],
};

/** Serves TileJSON at `/roads/tiles.json`, and a tile at every other address. */
function serve(document: object, tile: string | Uint8Array | null = TILE): void {
  server.answer((request, response) => {
    if (request.url!.startsWith('/roads/tiles.json')) return json(document)(request, response);
    if (tile === null) return text('', 404)(request, response);
    response.end(tile);
  });
}
const address = (): string => `${server.url}/roads/tiles.json`;

describe('TileJSON', () => {
  test('makes a service, a source with zooms, bounds, credits and fields, and a group', async () => {
    serve(TILEJSON);
    const { code, out, err } = await newLayer(address());
    expect([code, err]).toEqual([0, '']);
    const yaml = written('added/roads.yaml');
    expect(yaml).toContain(`- id: roads-server\n    address: '${server.url}'\n`);
    expect(yaml).toContain("path: '/tiles/{z}/{x}/{y}.pbf'");
    expect(yaml).toContain('minzoom: 2\n    maxzoom: 9 #');
    expect(yaml).toContain('bounds: [3, 3, 5.12346, 5] #');
    expect(yaml).toContain(
      "- { text: { all: '© Road office' }, url: 'https://example.org/credit' }\n      - { text: { all: Field teams } }",
    );
    expect(yaml).toContain('name: { en: Roads of the north, fr: Roads of the north }');
    expect(yaml).toContain('info: { description: { en: Roads by kind.,');
    expect(out).toContain('`ATLAS_ROADS_URL=on`');
    await expectClean('added/roads.yaml');
  });

  test('takes geometry, types and classes from a tile', async () => {
    serve(TILEJSON, gzipSync(TILE));
    await newLayer(address());
    const yaml = written('added/roads.yaml');
    expect(yaml).toContain('kind: text # 2 values: paved, track\n');
    expect(yaml).toContain('lanes: number # from 1 to 4\n');
    expect(yaml).toContain('surveyed: boolean\n');
    expect(yaml).toMatch(/type: line\n\s+source: roads\n\s+source-layer: roads\n/);
    expect(yaml).toContain("- { value: paved, color: '#0072B2', label: { en: Paved, fr: Paved } }");
    expect(yaml).toContain('default: {');
    // The first tile is in the middle of the bounds at the lowest zoom.
    expect(server.asked).toEqual(['/roads/tiles.json', '/tiles/2/2/1.pbf']);
  });

  test('needs `--layer` if there are several layers, and `--geometry` if no tile has the layer', async () => {
    serve({ ...TILEJSON, vector_layers: [ROADS, TOWNS] });
    expect((await newLayer(address())).err).toContain('several layers: roads, towns. Choose');
    expect((await newLayer(address(), '--layer', 'town')).err).toContain('Did you mean `towns`?');
    expect((await newLayer(address(), '--layer', 'towns', '--id', 'towns')).code).toBe(0);
    expect(written('added/towns.yaml')).toContain('type: circle');
    expect(written('added/towns.yaml')).toContain('people: integer # from 1200 to 1200');
    serve(TILEJSON, null);
    const { code, err } = await newLayer(address());
    expect([code, err]).toEqual([2, expect.stringContaining('Say it with `--geometry`.')]);
    expect((await newLayer(address(), '--geometry', 'polygon')).code).toBe(0);
    expect(written('added/roads.yaml')).toContain('type: fill');
    await expectClean('added/roads.yaml');
  });

  test('is for everyone, uses the service that the atlas has, and without a group for `new dataset`', async () => {
    serve(TILEJSON);
    await newLayer(address());
    const { code, err } = await newLayer(address(), '--id', 'x', '--permission', 'secret');
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be for `secret` only')]);
    await newLayer(address(), '--id', 'open-roads', '--permission', 'open');
    const open = written('added/open-roads.yaml');
    expect(open).not.toContain('permission');
    // The atlas has the service by now.
    expect(open).not.toContain('services:');
    expect(open).toContain('service: roads-server');
    await atlas('new', 'dataset', address(), '--id', 'bare');
    expect(written('added/bare.yaml')).not.toContain('groups:');
    await expectClean('added/open-roads.yaml');
  });

  test('of pictures and of elevations makes sources of their types', async () => {
    const pictures = { tilejson: '2.2.0', tiles: ['/t/{z}/{x}/{y}.png'], tileSize: 512 };
    serve(pictures);
    expect((await newLayer(address())).code).toBe(0);
    expect(written('added/roads.yaml')).toMatch(
      /type: raster\n[^]*tile-size: 512\n[^]*source: roads/,
    );
    serve({ ...pictures, encoding: 'mapbox' });
    expect((await newLayer(address(), '--id', 'heights')).code).toBe(0);
    expect(written('added/heights.yaml')).toMatch(/type: raster-dem\n[^]*encoding: mapbox/);
    expect(written('added/heights.yaml')).toContain('type: hillshade');
    const untyped = { tilejson: '2.2.0', tiles: ['/t/{z}/{x}/{y}'] };
    serve(untyped, Buffer.from('\x89PNG....', 'latin1'));
    expect((await newLayer(address(), '--id', 'photos')).code).toBe(0);
    expect(written('added/photos.yaml')).toContain('type: raster\n');
    expect((await newLayer(address(), '--id', 'x', '--classes', 'kind')).err).toContain(
      'no fields',
    );
    await expectClean('added/heights.yaml');
  });

  test('keeps a key out of the configuration and the messages', async () => {
    serve({ ...TILEJSON, tiles: ['/tiles/{z}/{x}/{y}.pbf?v=3&key=SECRET'] });
    const { code, out } = await newLayer(`${address()}?key=SECRET`);
    expect(code).toBe(0);
    expect(server.asked[1]).toContain('key=SECRET');
    expect(written('added/roads.yaml')).toContain('.pbf?v=3');
    expect(out).toContain(`\`ATLAS_ROADS_URL='${server.url}?key=…'\``);
    expect(out + written('added/roads.yaml')).not.toContain('SECRET');
    server.answer(text('No', 403));
    expect((await newLayer(`${address()}?key=SECRET`, '--id', 'x')).err).not.toContain('SECRET');
  });

  test('may be a file, whose addresses are complete', async () => {
    serve(TILEJSON);
    const path = join(dir, 'roads.json');
    writeFileSync(path, JSON.stringify(TILEJSON));
    expect((await newLayer(path)).err).toContain('is not complete');
    const tiles = [`${server.url}/tiles/{z}/{x}/{y}.pbf`];
    writeFileSync(path, JSON.stringify({ ...TILEJSON, tiles }));
    const { code, out } = await newLayer(path, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 'roads',
      written: true,
      files: ['added/roads.yaml'],
    });
    // The file itself is not needed.
    expect(existsSync(join(config, 'data'))).toBe(false);
    await expectClean('added/roads.yaml');
  });

  test('is refused with what to do, and nothing is written', async () => {
    const refusals: readonly (readonly [() => void, message: string])[] = [
      [() => server.answer(text('<!doctype html><p>Log in</p>')), 'is HTML. The address must be'],
      [() => server.answer(text('Hello')), 'is not JSON. The address must be'],
      [() => server.answer(json({ a: 1 })), 'is JSON without `tiles`.'],
      [() => server.answer(json({ type: 'FeatureCollection' })), 'The address answers GeoJSON.'],
      [() => server.answer(text('', 500)), 'the answer was 500 Internal Server Error. Check'],
      [() => server.answer((request) => request.socket.destroy()), 'the answer ended early'],
      [() => serve({ ...TILEJSON, scheme: 'tms' }), 'counted from the south'],
      [
        () => serve({ ...TILEJSON, tiles: ['/{quadkey}.pbf'] }),
        'must contain `{z}`, `{x}` and `{y}`',
      ],
      [() => serve({ ...TILEJSON, tiles: [] }), 'has no address under `tiles`'],
      [() => serve(TILEJSON, 'no tile'), 'it is not a vector tile. Say it with `--geometry`.'],
      [
        () => serve({ tiles: ['/{z}/{x}/{y}'] }, null),
        'does not say whether its tiles are pictures',
      ],
    ];
    for (const [answer, message] of refusals) {
      answer();
      const { code, err } = await newLayer(address());
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    const closed = await startMockServer(silence);
    await closed.close();
    const { code, err } = await newLayer(`${closed.url}/tiles.json`);
    expect([code, err]).toEqual([2, expect.stringContaining('no connection (ECONNREFUSED)')]);
    expect(err).toContain('whether this computer is connected to the network');
    const user = server.url.replace('//', '//me:pw@');
    expect((await newLayer(`${user}/tiles.json`)).err).toContain('user name are not supported');
    expect((await newLayer(`${server.url}/a/roads.geojson`)).err).toContain('Download it');
    expect(existsSync(join(config, 'added'))).toBe(false);
  });
});

test('a slow answer, and one that is too large, end with what to do', async () => {
  const limits = { idle: 200, total: 5_000, bytes: 1_000 };
  const ask = () => new ServerQuestions(server.url, 'TileJSON', limits).json(address());
  server.answer(silence);
  await expect(ask()).rejects.toThrow('no data arrived for 0.2 s. Try again later.');
  server.answer(text('x'.repeat(2_000)));
  await expect(ask()).rejects.toThrow(
    'the answer has more than 1000 bytes. The address must be that of TileJSON.',
  );
});

/** Writes an archive of one tile. */
function archive(name: string, metadata: object, tile = TILE, tileType: 'mvt' | 'png' = 'mvt') {
  const path = join(dir, name);
  writePmtiles(path, {
    tiles: [{ z: 3, x: 4, y: 3, data: tile }],
    tileType,
    metadata: metadata as Record<string, unknown>,
    bounds: [3, 3, 5, 5],
  });
  return path;
}

describe('a PMTiles archive', () => {
  const metadata = { name: 'Roads', attribution: 'Road office', vector_layers: [ROADS] };

  test('makes a source that reads the copied file, with a group', async () => {
    const path = archive('roads.pmtiles', metadata);
    const { code, err } = await newLayer(path, '--permission', 'open');
    expect([code, err]).toEqual([0, '']);
    const yaml = written('added/roads.yaml');
    expect(yaml).toContain('type: vector\n    file: data/roads.pmtiles #');
    expect(yaml).not.toMatch(/service|zoom: \d|bounds/);
    expect(yaml).toContain('kind: text # 2 values: paved, track\n');
    expect(yaml).toContain('type: line');
    expect(readFileSync(join(config, 'data/roads.pmtiles'))).toEqual(readFileSync(path));
    await expectClean('added/roads.yaml');
  });

  test('is public, and says so unless `--permission` names the first level', async () => {
    const path = archive('roads.pmtiles', metadata);
    for (const more of [[], ['--permission', 'secret']]) {
      const { code, err } = await newLayer(path, ...more);
      expect([code, err]).toEqual([2, expect.stringContaining('add `--permission open`')]);
    }
    expect(existsSync(join(config, 'data'))).toBe(false);
  });

  test('takes all values of a field, and the geometry, from its statistics', async () => {
    const attributes = [{ attribute: 'kind', count: 3, values: ['paved', 'track', 'planned'] }];
    const stats = { layers: [{ layer: 'roads', geometry: 'Polygon', attributes }] };
    const path = archive('roads.pmtiles', { ...metadata, tilestats: stats });
    await newLayer(path, '--permission', 'open', '--classes', 'kind');
    expect(written('added/roads.yaml')).toContain('value: planned');
    expect(written('added/roads.yaml')).toContain('type: fill');
  });

  test('of pictures makes a raster source; layers that are not listed are found in a tile', async () => {
    const png = Buffer.from('\x89PNG....', 'latin1');
    const path = archive('photos.pmtiles', {}, png, 'png');
    const { err } = await newLayer(path, '--permission', 'open', '--geometry', 'line');
    expect(err).toContain('`--geometry` is for vector tiles only');
    expect((await newLayer(path, '--permission', 'open')).code).toBe(0);
    expect(written('added/photos.yaml')).toMatch(/type: raster\n[^]*\n {4}source: photos\n/);
    const bare = archive('bare.pmtiles', {});
    expect((await newLayer(bare, '--permission', 'open')).err).toContain('layers: roads, towns');
    const { code } = await newLayer(bare, '--permission', 'open', '--layer', 'towns');
    expect(code).toBe(0);
    await expectClean('added/bare.yaml');
  });

  test('that is damaged, or another file, is refused', async () => {
    const path = archive('roads.pmtiles', metadata);
    writeFileSync(path, readFileSync(path).subarray(0, 200));
    expect((await newLayer(path)).err).toContain('incomplete or damaged');
    writeFileSync(path, 'PMTiles\u0002');
    expect((await newLayer(path)).err).toContain('`pmtiles convert` makes one');
    expect((await newLayer(join(dir, 'none.pmtiles'))).err).toContain('There is no file');
  });
});
