import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS } from './fixture.ts';
import { readXml } from './read-xml.ts';
import {
  BLUE,
  CLEAR,
  GREEN,
  NEUTRAL,
  RED,
  startWmsServer,
  WHITE,
  type Changes,
  type WmsServer,
} from './wms-server.ts';

let server: WmsServer;

beforeAll(async () => {
  server = await startWmsServer();
});
afterAll(() => server.close());

const ask: WmsServer['ask'] = (...args) => server.ask(...args);
const pixels: WmsServer['pixels'] = (...args) => server.pixels(...args);

describe('a picture', () => {
  const draws = () => server.store.asked.filter((question) => question === 'raster heat').length;

  it('is drawn once for the same view, however often it is requested', async () => {
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

  it('cached for one level is not sent to another', async () => {
    const wells = { layers: 'wells', width: '33', bbox: '10.5,0.5,11.5,1.5' };
    const colors = [];
    for (const level of ['everyone', 'warden', 'everyone']) {
      const picture = await pixels(wells, { 'x-atlas-level': level });
      colors.push(picture.at(0.5, 0.5));
    }
    expect(colors).toEqual([NEUTRAL, [0, 200, 0, 255], NEUTRAL]);
  });

  it('larger than a tile is drawn again', async () => {
    const before = draws();
    await ask({ width: '600', height: '600' });
    await ask({ width: '600', height: '600' });
    expect(draws() - before).toBe(2);
  });
});

describe('GetMap of a raster', () => {
  it('draws each cell at its position, and nothing without data', async () => {
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

  it('draws in Web Mercator', async () => {
    const half = 111_319.490_793; // metres of one degree on the equator
    const picture = await pixels({
      srs: 'EPSG:3857',
      bbox: [10 * half, 0, 11 * half, half].join(','),
    });
    expect(picture.at(0.5, 0.5)).toEqual(BLUE);
    const world = await pixels({ srs: 'EPSG:3857', bbox: '-20037508,-20037508,20037508,20037508' });
    expect(world.at(0.1, 0.1)).toEqual(CLEAR);
  });

  it('accepts parameter names in any case', async () => {
    const answer = await server.app.inject({
      url: '/wms?SeRvIcE=WMS&VERSION=1.1.1&Request=getmap&LAYERS=heat&STYLES=&SRS=epsg:4326&BBOX=10,0,12,2&WIDTH=4&HEIGHT=4&FORMAT=image/png',
    });
    expect(answer.statusCode).toBe(200);
  });

  it('has a background unless it is transparent', async () => {
    expect((await pixels({ transparent: undefined })).at(0.75, 0.75)).toEqual(WHITE);
    const colored = await pixels({ transparent: 'FALSE', bgcolor: '0x102030' });
    expect(colored.at(0.75, 0.75)).toEqual([16, 32, 48, 255]);
  });
});

describe('GetMap', () => {
  it('draws a JPEG, which always has a background', async () => {
    const answer = await ask({ format: 'image/jpeg' });
    expect(answer.headers['content-type']).toBe('image/jpeg');
    const picture = await pixels({ format: 'image/jpeg', width: '64', height: '64' });
    const near = (color: readonly number[], wanted: readonly number[]) =>
      color.every((value, i) => Math.abs(value - wanted[i]!) < 12);
    expect(near(picture.at(0.2, 0.2), RED)).toBe(true);
    expect(near(picture.at(0.8, 0.8), WHITE)).toBe(true);
  });

  it('draws up to 2048 pixels', async () => {
    const picture = await pixels({ width: '2048', height: '2048' });
    expect([picture.width, picture.height]).toEqual([2048, 2048]);
    expect(picture.at(0.25, 0.75)).toEqual(BLUE);
  });

  it('accepts the older code of Web Mercator', async () => {
    const bbox = '1113194.9,0,1335833.9,222684.2';
    const [now, then] = [
      await ask({ srs: 'EPSG:3857', bbox }),
      await ask({ srs: 'EPSG:900913', bbox }),
    ];
    expect(then.rawPayload.equals(now.rawPayload)).toBe(true);
  });

  it('accepts the default style by name, one for each layer', async () => {
    expect((await ask({ layers: 'heat,wells', styles: 'default,' })).statusCode).toBe(200);
    const answer = await ask({ layers: 'heat,wells', styles: 'default' });
    expect(answer.body).toContain('code="InvalidParameterValue"');
  });
});

describe('GetMap of points', () => {
  const wells = { layers: 'wells', bbox: '10.5,0.5,11.5,1.5' };

  it('draws circles in a neutral colour for a visitor who may not see the field of the colours', async () => {
    expect((await pixels(wells)).at(0.5, 0.5)).toEqual(NEUTRAL);
    expect((await pixels(wells)).at(0.05, 0.05)).toEqual(CLEAR);
    // The second well has no owner and is above the first, so only the edge of the picture differs.
    const warden = await ask(wells, { 'x-atlas-level': 'warden' });
    expect(warden.headers['cache-control']).toBe('private, no-store');
  });

  it('is drawn over the layers before it', async () => {
    const both = await pixels({ layers: 'heat,wells', bbox: '10,0,12,2' });
    expect(both.at(0.5, 0.5)).toEqual(NEUTRAL);
    expect(both.at(0.1, 0.1)).toEqual(RED);
  });
});

describe('a WMS fault', () => {
  it.each([
    [{ request: 'GetStyles' }, 'OperationNotSupported'],
    [{ request: undefined }, 'MissingParameterValue'],
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
    [{ service: 'WFS' }, 'InvalidParameterValue'],
    [{ sld: 'https://styles.example/a.sld' }, 'OperationNotSupported'],
    [{ SLD_BODY: '<StyledLayerDescriptor/>' }, 'OperationNotSupported'],
    [{ cql_filter: 'depth > 3' }, 'OperationNotSupported'],
    [{ Filter: '<Filter/>' }, 'OperationNotSupported'],
    [{ width: '2049' }, 'InvalidParameterValue'],
    [{ width: '0' }, 'InvalidParameterValue'],
    [{ height: '1e3' }, 'InvalidParameterValue'],
    [{ bgcolor: 'red' }, 'InvalidParameterValue'],
    [{ WIDTH: '10' }, 'InvalidParameterValue'],
    [{ layers: Array(17).fill('heat').join(',') }, 'InvalidParameterValue'],
  ])('is a document with a code: %j', async (changes, code) => {
    const answer = await ask(changes as Changes);
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

  it('says which parameter is wrong and how to fix it', async () => {
    expect((await ask({ width: '0' })).body).toContain(
      'WIDTH must be a whole number from 1 to 2048.',
    );
    expect((await ask({ bbox: undefined })).body).toContain('The parameter BBOX is missing.');
  });

  it('is a valid document', async () => {
    for (const version of ['1.1.1', '1.3.0']) {
      const root = readXml((await ask({ version, layers: 'no-such', crs: 'CRS:84' })).body);
      expect([root.name, root.attributes.version]).toEqual(['ServiceExceptionReport', version]);
      expect(root.children.map(({ attributes }) => attributes.code)).toEqual(['LayerNotDefined']);
    }
  });

  it('is sent as a picture on request, with the requested size and background', async () => {
    const fault = { layers: 'no-such', width: '200', height: '100', transparent: undefined };
    for (const prefix of ['', 'application/vnd.ogc.se_']) {
      const ground = { ...fault, bgcolor: '0x102030' };
      const blank = await pixels({ ...ground, exceptions: `${prefix}blank` });
      expect([blank.width, blank.height]).toEqual([200, 100]);
      expect(blank.at(0.1, 0.13)).toEqual([16, 32, 48, 255]);
      const words = await ask({ ...ground, exceptions: `${prefix}INIMAGE` });
      const empty = await ask({ ...ground, exceptions: `${prefix}BLANK` });
      expect(words.rawPayload.equals(empty.rawPayload)).toBe(false);
      expect([words.statusCode, words.headers['cache-control']]).toEqual([
        200,
        'private, no-store',
      ]);
    }
    const clear = await pixels({ ...fault, transparent: 'TRUE', exceptions: 'BLANK' });
    expect(clear.at(0.5, 0.5)).toEqual(CLEAR);
    const odd = await pixels({ width: '-3', format: 'image/gif', exceptions: 'INIMAGE' });
    expect([odd.width, odd.height]).toEqual([256, 20]);
    const jpeg = await ask({ ...fault, format: 'image/jpeg', exceptions: 'BLANK' });
    expect(jpeg.headers['content-type']).toBe('image/jpeg');
  });

  it('as a picture is the same for a hidden and an unknown layer', async () => {
    const picture = async (layers: string) =>
      (await ask({ layers, width: '300', exceptions: 'INIMAGE' })).rawPayload;
    expect((await picture('shrines')).equals(await picture('no-such'))).toBe(true);
    expect((await picture('hoards')).equals(await picture('no-such'))).toBe(false);
  });

  it('has an authentication header when a login would help', async () => {
    expect((await ask({ layers: 'hoards' })).headers['www-authenticate']).toBe('Session');
  });

  it('of POST has the supported methods, and no XML is parsed', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/wms',
      headers: { 'content-type': 'text/xml' },
      payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><GetMap>&b;</GetMap>',
    });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(answer.json().error.id).toBe('method-not-allowed');
  });

  it('differs with an account for a locked layer only', async () => {
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

  it('adds labels on request, in the requested language', async () => {
    const words = {
      ...legend,
      legend_options: 'forceLabels:on',
      language: 'en',
      transparent: undefined,
    };
    const [en, fr] = [await pixels(words), await pixels({ ...words, language: 'fr' })];
    expect(en.height).toBe(20);
    expect(en.at(0.1, 0.5)).toEqual(BLUE);
    // "Chaud" is longer than "Hot", and both have a white background.
    expect(en.width).toBeGreaterThan(40);
    expect(fr.width).toBeGreaterThan(en.width);
    expect(en.at(0.99, 0.02)).toEqual(WHITE);
    expect((await pixels({ ...words, transparent: 'TRUE' })).at(0.99, 0.02)).toEqual(CLEAR);
    expect((await pixels({ ...words, language: 'xx' })).width).toBe(en.width);
  });

  it('is a JPEG on white on request', async () => {
    const picture = await pixels({ ...legend, layer: 'wells', format: 'image/jpeg' });
    expect(picture.at(0.5, 0.5)).toEqual(WHITE);
  });

  it('has the default style only', async () => {
    expect((await ask({ ...legend, style: 'default' })).statusCode).toBe(200);
    expect((await ask({ ...legend, style: 'blue' })).body).toContain('code="StyleNotDefined"');
  });

  it('shows no classes of a field above the visitor', async () => {
    const wells = { ...legend, layer: 'wells', legend_options: 'forceLabels:off' };
    expect((await pixels(wells)).at(0.5, 0.5)).toEqual(CLEAR);
    const warden = await pixels(wells, { 'x-atlas-level': 'warden' });
    // The first of two rows.
    expect(warden.at(0.5, 0.25)).toEqual([...SECRETS.lockedColor]);
  });
});
