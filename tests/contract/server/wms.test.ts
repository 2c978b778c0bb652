import { rmSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/create-server.ts';
import type { WmsLayer } from '../../../server/atlas-snapshot.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot, SECRETS } from './fixture.ts';

/** The raster of the fixture: 10 20 over 30 and no data, from 10 E 2 N to 12 E 0 N. */
const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const BLUE = [0, 0, 255, 255];
const NEUTRAL = [80, 80, 80, 255];
const CLEAR = [0, 0, 0, 0];

const store = new FixtureStore();
let app: FastifyInstance;
const folders: string[] = [];

beforeAll(async () => {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  const snapshot = await makeSnapshot(configDir);
  const palette = new Uint8ClampedArray(1024);
  for (const [value, color] of [
    [10, RED],
    [20, GREEN],
    [30, BLUE],
  ] as const)
    palette.set(color, value * 4);
  const heat = snapshot.datasets.get('heat')!;
  const wms: WmsLayer = {
    ...heat.wms!,
    style: { kind: 'raster', palette, interpolate: false },
  };
  app = await createServer({
    snapshot: {
      ...snapshot,
      datasets: new Map([...snapshot.datasets, ['heat', { ...heat, wms }]]),
    },
    store,
    appDir,
  });
});

afterAll(async () => {
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const MAP: Record<string, string> = {
  service: 'WMS',
  version: '1.1.1',
  request: 'GetMap',
  layers: 'heat',
  styles: '',
  srs: 'EPSG:4326',
  bbox: '10,0,12,2',
  width: '20',
  height: '20',
  format: 'image/png',
  transparent: 'true',
};

function ask(changes: Record<string, string | undefined>, headers: Record<string, string> = {}) {
  const parameters = Object.entries({ ...MAP, ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  return app.inject({
    url: `/wms?${new URLSearchParams(parameters as [string, string][])}`,
    headers,
  });
}

/** The colour at a share of width and height of the picture. */
async function pixels(changes: Record<string, string | undefined>, headers = {}) {
  const answer = await ask(changes, headers);
  expect(answer.headers['content-type']).toBe('image/png');
  const image = await loadImage(answer.rawPayload);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width: image.width,
    height: image.height,
    at: (x: number, y: number) => [
      ...context.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data,
    ],
  };
}

describe('a picture', () => {
  const draws = () => store.asked.filter((question) => question === 'raster heat').length;

  it('is drawn once for the same view, however often it is asked for', async () => {
    const before = draws();
    const first = await ask({ width: '31' });
    await Promise.all([ask({ width: '31' }), ask({ width: '31' })]);
    const again = await ask({ width: '31' });
    expect(draws() - before).toBe(1);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    await ask({ width: '32' });
    await ask({ width: '31', bgcolor: '0x00FF00' });
    expect(draws() - before).toBe(3);
  });

  it('kept for one reader is not what a reader of another level receives', async () => {
    const wells = { layers: 'wells', width: '33', bbox: '10.5,0.5,11.5,1.5' };
    const colors = [];
    for (const level of ['everyone', 'warden', 'everyone']) {
      const picture = await pixels(wells, { 'x-atlas-level': level });
      colors.push(picture.at(0.5, 0.5));
    }
    expect(colors).toEqual([NEUTRAL, [0, 200, 0, 255], NEUTRAL]);
  });

  it('larger than a tile is drawn anew', async () => {
    const before = draws();
    await ask({ width: '600', height: '600' });
    await ask({ width: '600', height: '600' });
    expect(draws() - before).toBe(2);
  });
});

describe('GetMap of a raster', () => {
  it('draws each cell in its place, and nothing where there are no data', async () => {
    const picture = await pixels({ height: '30' });
    expect([picture.width, picture.height]).toEqual([20, 30]);
    expect(picture.at(0.25, 0.25)).toEqual(RED);
    expect(picture.at(0.75, 0.25)).toEqual(GREEN);
    expect(picture.at(0.25, 0.75)).toEqual(BLUE);
    expect(picture.at(0.75, 0.75)).toEqual(CLEAR);
  });

  it('follows the axis order of the version', async () => {
    const box = { version: '1.3.0', srs: undefined, bbox: '0,10,1,12' };
    const southern = await pixels({ ...box, crs: 'EPSG:4326' });
    expect(southern.at(0.25, 0.5)).toEqual(BLUE);
    const same = await pixels({ ...box, crs: 'CRS:84', bbox: '10,0,12,1' });
    expect(same.at(0.25, 0.5)).toEqual(BLUE);
    expect((await pixels({ bbox: '10,0,12,1' })).at(0.25, 0.5)).toEqual(BLUE);
  });

  it('draws in web mercator', async () => {
    const half = 111_319.490_793; // metres of one degree on the equator
    const picture = await pixels({
      srs: 'EPSG:3857',
      bbox: [10 * half, 0, 11 * half, half].join(','),
    });
    expect(picture.at(0.5, 0.5)).toEqual(BLUE);
    const world = await pixels({ srs: 'EPSG:3857', bbox: '-20037508,-20037508,20037508,20037508' });
    expect(world.at(0.1, 0.1)).toEqual(CLEAR);
  });

  it('takes names of parameters in any case', async () => {
    const answer = await app.inject({
      url: '/wms?SeRvIcE=WMS&VERSION=1.1.1&Request=getmap&LAYERS=heat&STYLES=&SRS=epsg:4326&BBOX=10,0,12,2&WIDTH=4&HEIGHT=4&FORMAT=image/png',
    });
    expect(answer.statusCode).toBe(200);
  });

  it('lies on a background unless it is to be transparent', async () => {
    expect((await pixels({ transparent: undefined })).at(0.75, 0.75)).toEqual([255, 255, 255, 255]);
    const colored = await pixels({ transparent: 'FALSE', bgcolor: '0x102030' });
    expect(colored.at(0.75, 0.75)).toEqual([16, 32, 48, 255]);
  });
});

describe('GetMap of points', () => {
  const wells = { layers: 'wells', bbox: '10.5,0.5,11.5,1.5' };

  it('draws circles in a neutral colour for an asker who may not see what the colours mean', async () => {
    expect((await pixels(wells)).at(0.5, 0.5)).toEqual(NEUTRAL);
    expect((await pixels(wells)).at(0.05, 0.05)).toEqual(CLEAR);
    // The second well has no owner and lies on the first, so only the rim of the picture differs.
    const warden = await ask(wells, { 'x-atlas-level': 'warden' });
    expect(warden.headers['cache-control']).toBe('private, no-store');
  });

  it('lies over the layers that were named before it', async () => {
    const both = await pixels({ layers: 'heat,wells', bbox: '10,0,12,2' });
    expect(both.at(0.5, 0.5)).toEqual(NEUTRAL);
    expect(both.at(0.1, 0.1)).toEqual(RED);
  });
});

describe('a WMS fault', () => {
  it.each([
    [{ request: 'GetFeatureInfo' }, 'OperationNotSupported'],
    [{ request: undefined }, 'OperationNotSupported'],
    [{ layers: undefined }, 'MissingParameterValue'],
    [{ layers: 'no-such' }, 'LayerNotDefined'],
    [{ layers: 'heat,no-such' }, 'LayerNotDefined'],
    [{ styles: 'blue' }, 'StyleNotDefined'],
    [{ srs: 'EPSG:9999' }, 'InvalidSRS'],
    [{ srs: 'CRS:84' }, 'InvalidSRS'],
    [{ version: '1.3.0', srs: undefined, crs: 'EPSG:27700' }, 'InvalidCRS'],
    [{ format: 'image/svg+xml' }, 'InvalidFormat'],
    [{ bbox: '10,0,12' }, 'InvalidParameterValue'],
    [{ bbox: '12,0,10,2' }, 'InvalidParameterValue'],
    [{ bbox: '10,0,12,NaN' }, 'InvalidParameterValue'],
    [{ bbox: '10,0,12,1e999' }, 'InvalidParameterValue'],
    [{ bbox: '10,,12,2' }, 'InvalidParameterValue'],
    [{ width: '2049' }, 'InvalidParameterValue'],
    [{ width: '0' }, 'InvalidParameterValue'],
    [{ height: '1e3' }, 'InvalidParameterValue'],
    [{ bgcolor: 'red' }, 'InvalidParameterValue'],
    [{ WIDTH: '10' }, 'InvalidParameterValue'],
    [{ layers: Array(17).fill('heat').join(',') }, 'InvalidParameterValue'],
  ])('is a document with a code: %j', async (changes, code) => {
    const answer = await ask(changes as Record<string, string | undefined>);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).toContain(`code="${code}"`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('has the form of the version and repeats nothing of the request', async () => {
    const old = await ask({ layers: '<CANARY>' });
    expect(old.headers['content-type']).toContain('application/vnd.ogc.se_xml');
    const recent = await ask({ version: '1.3.0', layers: '<CANARY>' });
    expect(recent.headers['content-type']).toContain('text/xml');
    expect(recent.body).toContain('http://www.opengis.net/ogc');
    expect(old.body + recent.body).not.toContain('CANARY');
  });

  it('tells nobody and an account apart over a locked layer only', async () => {
    const status = async (layers: string, level?: string) =>
      (await ask({ layers }, level ? { 'x-atlas-level': level } : {})).statusCode;
    expect(await status('hoards')).toBe(401);
    expect(await status('hoards', 'member')).toBe(403);
    expect(await status('hoards', 'warden')).toBe(200);
    expect(await status('shrines')).toBe(404);
    expect(await status('shrines', 'member')).toBe(404);
    expect(await status('heat,hoards')).toBe(401);
  });
});

describe('GetCapabilities', () => {
  it('lists the layers of the asker', async () => {
    const open = await ask({ request: 'GetCapabilities' });
    expect(open.body).toContain('<Name>heat</Name>');
    expect(open.body).not.toMatch(/hoards|shrines|CANARY/);
    const elder = await ask({ request: 'GetCapabilities' }, { 'x-atlas-level': 'elder' });
    expect(elder.body).toContain('<Name>hoards</Name>');
    expect(elder.headers['cache-control']).toBe('private, no-store');
  });

  it('is in the version that was asked for', async () => {
    const body = async (version: string) =>
      (await ask({ request: 'GetCapabilities', version })).body;
    expect(await body('1.1.1')).toContain('<WMT_MS_Capabilities version="1.1.1">');
    expect(await body('1.1.1')).toContain(
      '<LatLonBoundingBox minx="10" miny="0" maxx="12" maxy="2"/>',
    );
    expect(await body('1.3.0')).toContain('<WMS_Capabilities version="1.3.0"');
    expect(await body('9')).toContain('<WMS_Capabilities version="1.3.0"');
  });
});

describe('GetLegendGraphic', () => {
  const legend = {
    request: 'GetLegendGraphic',
    layer: 'heat',
    width: undefined,
    height: undefined,
  };

  it('draws one swatch of 20 pixels for each row', async () => {
    const picture = await pixels(legend);
    expect([picture.width, picture.height]).toEqual([20, 20]);
    expect(picture.at(0.5, 0.5)).toEqual(BLUE);
  });

  it('puts words beside them when asked, in the language asked for', async () => {
    const words = {
      ...{ ...legend, legend_options: 'forceLabels:on' },
      ...{ language: 'en', transparent: undefined },
    };
    const [en, fr] = [await pixels(words), await pixels({ ...words, language: 'fr' })];
    expect(en.height).toBe(20);
    expect(en.at(0.1, 0.5)).toEqual(BLUE);
    // "Chaud" is longer than "Hot", and both stand on white.
    expect(en.width).toBeGreaterThan(40);
    expect(fr.width).toBeGreaterThan(en.width);
    expect(en.at(0.99, 0.02)).toEqual([255, 255, 255, 255]);
    expect((await pixels({ ...words, transparent: 'TRUE' })).at(0.99, 0.02)).toEqual(CLEAR);
    expect((await pixels({ ...words, language: 'xx' })).width).toBe(en.width);
  });

  it('shows no classes of a field above the asker', async () => {
    const wells = { ...legend, layer: 'wells' };
    expect((await pixels(wells)).at(0.5, 0.5)).toEqual(CLEAR);
    const warden = await pixels(wells, { 'x-atlas-level': 'warden' });
    expect(warden.at(0.5, 0.5)).toEqual([...SECRETS.lockedColor]);
  });
});
