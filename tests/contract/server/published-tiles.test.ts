/** Takes over 30 s: whole archives of tiles are written several times and compared. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import type { TilesManifest } from '../../../cli/verbs/tiles.ts';
import { openConfig } from '../../../host/config/open-config.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { startServer, type RunningServer } from '../../../server/serving/start-server.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { makeAppFolder } from './fixture.ts';
import { NIGHTLY } from '../../size.ts';

/** Enough for tiles with leaf directories. */
const STATIONS = NIGHTLY ? 5_000 : 2_400;
const MAXZOOM = 16;
const CANARY = 'canary-of-members';

const folders: string[] = [];
let configDir: string;
let env: Record<string, string>;
let store: Store;
let app: FastifyInstance;
let server: RunningServer;
/** What the first run of `atlas tiles` printed. */
let first: string;

/** Returns a pseudo-random number from 0 to 1, so that directories hardly compress. */
function scattered(seed: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Longitude and latitude in degrees. */
const placeOf = (index: number): readonly [number, number] => [
  8.1 + 11.8 * scattered(2 * index + 1_001),
  4.1 + 9.8 * scattered(2 * index + 1_002),
];

interface Variant {
  /** Whether the map reads the stations from their archive. */
  readonly driver: boolean;
  /** Levels that see the phone of a station, and the stations. */
  readonly phone?: string;
  readonly view?: string;
}

const configOf = ({ driver, phone = 'open', view = 'open' }: Variant) => `
datasets:
  - id: stations
    geometry: point
    permission: ${view}
    load: { file: data/stations.geojson }
    key: number
    fields:
      number: { type: integer, label: { all: Number } }
      name: { type: text, label: { all: Name } }
      phone: { type: text, permission: ${phone}, label: { all: Phone } }
    feeds: { tiles: { maxzoom: ${MAXZOOM} } }
    ${driver ? 'driver: { pmtiles: tiles/stations.pmtiles }' : ''}
  - id: wells
    geometry: point
    permission: open
    load: { file: data/wells.geojson }
    fields: &fields
      name: { type: text, label: { all: Name } }
      owner: { type: text, permission: known, label: { all: Owner } }
    feeds: { tiles: { maxzoom: 4 } }
  - id: camps
    geometry: point
    permission: { view: open, analyse: open, download: known }
    load: { file: data/wells.geojson }
    fields: *fields
    feeds: { tiles: true, geojson: { whole: download } }
  - id: schools
    geometry: point
    permission: { view: open, analyse: open, download: known }
    load: { file: data/wells.geojson }
    fields: *fields
  - id: markets
    geometry: point
    permission: { view: open, analyse: open, download: known }
    load: { file: data/wells.geojson }
    fields: *fields
    feeds: { tiles: true, geojson: { whole: view } }
  - id: clinics
    geometry: point
    permission: open
    load: { file: data/wells.geojson }
    fields: *fields
    feeds: { geojson: true }
  - id: graves
    geometry: point
    permission: known
    load: { file: data/graves.geojson }
    fields: { name: { type: text, label: { all: Name } } }
groups:
${['stations', 'wells', 'camps', 'schools', 'markets', 'graves'].map(groupOf).join('')}`;

const groupOf = (id: string) => `
  - { id: ${id}, name: { all: ${id} }, category: things, checked: true, sublayers: [{ id: point, type: circle, source: ${id}, paint: { circle-color: '#AA2222' } }] }
`;

const writeConfig = (variant: Variant): void => writeAtlas(configDir, configOf(variant));

const points = (count: number, propertiesOf: (index: number) => object) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: placeOf(index) },
      properties: propertiesOf(index),
    })),
  });

/** Runs `atlas` and returns its exit code and output. */
async function atlas(...args: string[]): Promise<{ code: number | null; printed: string }> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const code = await run([...args, '--config', configDir], {
    out: print,
    err: print,
    env,
    color: false,
    terminal: true,
  });
  return { code, printed: printed.join('\n') };
}

const temporary = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `atlas-${name}-`));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  configDir = temporary('published');
  const dataDir = temporary('store');
  env = { ATLAS_DATA_DIR: dataDir };
  mkdirSync(join(configDir, 'data'));
  const write = (name: string, content: string) =>
    writeFileSync(join(configDir, 'data', `${name}.geojson`), content);
  write(
    'stations',
    points(STATIONS, (i) => ({
      number: i + 1,
      name: `Station ${i + 1}`,
      phone: '5'.repeat(60 * scattered(i + 77)),
    })),
  );
  write(
    'wells',
    points(3, (i) => ({ name: `Well ${i}`, owner: `${CANARY} ${i}` })),
  );
  write(
    'graves',
    points(3, (i) => ({ name: `${CANARY} ${i}` })),
  );
  writeConfig({ driver: false });
  const { code, printed } = await atlas('tiles', '--out', join(configDir, 'tiles'));
  expect([code, printed]).toEqual([0, expect.stringContaining('stations.pmtiles: ')]);
  first = printed;
  writeConfig({ driver: true });
  const config = await openConfig(configDir, { env, profile: true, report: () => undefined });
  if (!config.atlas.ok) throw new Error(JSON.stringify(config.atlas.diagnostics));
  store = await openStore({ dataDir, role: 'server', workers: 1 });
  const snapshot = await buildSnapshot({
    model: config.atlas.model,
    store,
    configDir,
    serviceAddress: () => null,
  });
  const appDir = makeAppFolder();
  folders.push(appDir);
  app = await createServer({ snapshot, store, appDir });
  server = await startServer(app, { port: 0 });
}, 180_000);

afterAll(async () => {
  await server.stop();
  await store.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const manifest = () =>
  JSON.parse(readFileSync(join(configDir, 'tiles/manifest.json'), 'utf8')) as TilesManifest;

describe('published tiles', () => {
  it('are those of public datasets, with a manifest', () => {
    expect(manifest()).toMatchObject({ format: 1, atlas: 'made' });
    expect(manifest().archives.map(({ file }) => file)).toEqual([
      'stations.pmtiles',
      'wells.pmtiles',
    ]);
    const [stations, wells] = manifest().archives;
    expect(stations).toMatchObject({
      dataset: 'stations',
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      layer: 'stations',
      minzoom: 0,
      maxzoom: MAXZOOM,
      fields: { number: 'Number', name: 'String', phone: 'String' },
    });
    expect(stations!.bytes).toBe(readFileSync(join(configDir, 'tiles/stations.pmtiles')).length);
    expect(wells!.fields).toEqual({ name: 'String' });
  });

  it('have no restricted field', async () => {
    const archive = readFileSync(join(configDir, 'tiles/wells.pmtiles'));
    const source = {
      getKey: () => 'wells',
      getBytes: async (offset: number, length: number) => ({
        data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
      }),
    };
    const wells = new PMTiles(source);
    const tile = Buffer.from((await wells.getZxy(0, 0, 0))!.data);
    expect(tile.includes('Well 1')).toBe(true);
    expect(tile.includes('canary')).toBe(false);
    expect(JSON.stringify(await wells.getMetadata())).not.toContain('owner');
  });

  it('are written twice with the same bytes', async () => {
    const out = temporary('again');
    expect((await atlas('tiles', 'wells', '--out', out)).code).toBe(0);
    const again = readFileSync(join(out, 'wells.pmtiles'));
    expect(again.equals(readFileSync(join(configDir, 'tiles/wells.pmtiles')))).toBe(true);
  });

  it.each([
    ['graves', 'to view this dataset requires `known`'],
    ['camps', 'to download this dataset requires `known`'],
    ['schools', 'to download this dataset requires `known`'],
    ['markets', 'to download this dataset requires `known`'],
    ['clinics', 'it has no tiles'],
  ])('are refused for %s: %s', async (dataset, reason) => {
    const out = temporary('refused');
    const { code, printed } = await atlas('tiles', dataset, '--out', out);
    expect([code, printed]).toEqual([2, expect.stringContaining(reason)]);
    expect(readdirSync(out)).toEqual([]);
  });

  it('leave out what not everyone may download, and say so', () => {
    expect(first).toContain('not everyone may download them: camps, schools, markets, graves.');
  });

  it('are recorded in the configuration, or in the file that the command names', async () => {
    const usual = join(configDir, 'published.json');
    expect(first).toContain(`Recorded in ${usual}.`);
    const before = readFileSync(usual, 'utf8');
    const record = join(temporary('record'), 'other.json');
    const args = ['tiles', 'wells', '--out', temporary('elsewhere'), '--record', record];
    const { code, printed } = await atlas(...args);
    expect([code, printed]).toEqual([0, expect.stringContaining(`Recorded in ${record}. `)]);
    expect(printed).toContain(`\`atlas check\` reads only ${usual}.`);
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({
      tiles: { wells: { file: 'wells.pmtiles', fields: ['name'] } },
    });
    expect(readFileSync(usual, 'utf8')).toBe(before);
  });

  it('are not written without a record', async () => {
    const out = temporary('unrecorded');
    const other = join(configDir, 'atlas.yaml');
    for (const [record, reason] of [
      [join(out, 'absent', 'other.json'), 'Nothing is published without a record'],
      [other, `The file \`${other}\` is not a record of published tiles`],
    ] as const) {
      const { code, printed } = await atlas('tiles', 'wells', '--out', out, '--record', record);
      expect([code, printed]).toEqual([2, expect.stringContaining(reason)]);
      expect(readdirSync(out)).toEqual([]);
    }
  });

  it('are read by ranges through leaf directories, with the same tiles as from the server', async () => {
    const archive = new PMTiles(`${server.url}/atlas/files/tiles/stations.pmtiles`);
    const { rootDirectoryLength, leafDirectoryLength } = await archive.getHeader();
    expect(rootDirectoryLength).toBeLessThanOrEqual(16_257);
    expect(leafDirectoryLength).toBeGreaterThan(0);
    let compared = 0;
    for (let index = 0; index < STATIONS; index += NIGHTLY ? 5 : 75) {
      const [lng, lat] = placeOf(index);
      const north = (lat * Math.PI) / 180;
      for (let z = 0; z <= MAXZOOM; z++) {
        const x = Math.floor(((lng + 180) / 360) * 2 ** z);
        const y = Math.floor(((1 - Math.asinh(Math.tan(north)) / Math.PI) / 2) * 2 ** z);
        const published = await archive.getZxy(z, x, y);
        const url = `/api/mvt/tile/stations/${z}/${x}/${y}.pbf`;
        const served = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
        expect(served.statusCode).toBe(200);
        expect(Buffer.from(published!.data).equals(gunzipSync(served.rawPayload))).toBe(true);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(500);
    expect(await archive.getZxy(MAXZOOM, 0, 0)).toBeUndefined();
  });

  it('are used by the map when the driver refers to them', async () => {
    const html = (await app.inject('/')).body;
    expect(html).toMatch(/"pmtiles":"\/atlas\/files\/tiles\/stations\.pmtiles\?v=[\w-]+"/);
  });

  it('prevent that their data are restricted until their entry is removed', async () => {
    const record = join(configDir, 'published.json');
    const before = readFileSync(record, 'utf8');
    const held = env;
    const words = (printed: string) => printed.replaceAll(/\s+/g, ' ');
    try {
      writeConfig({ driver: false, phone: 'known' });
      for (const command of ['check', 'start', 'tiles']) {
        const more = command === 'tiles' ? ['--out', temporary('refused')] : [];
        // The server of this test holds the store, so another start needs its own.
        if (command === 'start') env = { ATLAS_DATA_DIR: temporary('other') };
        const { code, printed } = await atlas(command, ...more);
        env = held;
        expect([command, code]).toEqual([command, 1]);
        expect(words(printed)).toContain('published-restricted atlas.yaml');
        expect(words(printed)).toContain('Delete `stations.pmtiles` wherever it was published');
      }
      writeConfig({ driver: false, view: 'known', phone: 'known' });
      expect(words((await atlas('check')).printed)).toContain('`stations` requires `known`');
      const { tiles, ...rest } = JSON.parse(before) as { tiles: Record<string, unknown> };
      delete tiles['stations'];
      writeFileSync(record, JSON.stringify({ ...rest, tiles }));
      expect((await atlas('check')).printed).not.toContain('published-restricted');
      writeFileSync(record, '{');
      const damaged = await atlas('check');
      expect([damaged.code, damaged.printed]).toEqual([2, expect.stringContaining('damaged')]);
    } finally {
      writeFileSync(record, before);
      writeConfig({ driver: true });
    }
  });
});
