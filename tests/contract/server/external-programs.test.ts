import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askPython, GDAL, OWSLIB } from '../../external-programs.ts';
import { logIn, PASSWORD } from './log-in.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

const TIMEOUT = 60_000;

let server: GuardedServer;
/** Address of the server. */
let at: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-external-'));
  const port = await freePort();
  at = `http://127.0.0.1:${port}`;
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { publicUrl: at });
  await server.app.listen({ port, host: '127.0.0.1' });
}, TIMEOUT);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Links contain the address of the site, so it must be known before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

describe.runIf(GDAL.present)(GDAL.title('GDAL'), { timeout: TIMEOUT }, () => {
  it('reads features from OGC API Features', async () => {
    const said = await ask('ogrinfo', ['-ro', '-so', `OAPIF:${at}/ogc`, 'wells']);
    expect(said).toContain('Feature Count: 12');
    expect(said).toContain('Geometry: Point');
    expect(said).toMatch(/name: String/);
  });

  it('lists the collections without an error, and more of them with the key of an account', async () => {
    const layers = async (...options: string[]): Promise<string[]> => {
      const said = await ask('ogrinfo', ['-ro', ...options, `OAPIF:${at}/ogc`]);
      expect(said).not.toMatch(/ERROR|\b401\b/);
      return [...said.matchAll(/^\d+: (?:\S+ \(title: )?([^\s()]+)/gm)].map(([, name]) => name!);
    };
    const open = await layers();
    await logIn(server, 'elder');
    const payload = { username: 'visitor-elder', password: PASSWORD };
    const { key } = (
      await server.app.inject({ method: 'POST', url: '/api/auth/login/', payload })
    ).json<{ key: string }>();
    const own = await layers('--config', 'GDAL_HTTP_HEADERS', `Authorization: Token ${key}`);
    expect(open.length).toBeGreaterThan(0);
    expect(own.length).toBeGreaterThan(open.length);
  });

  it.each(['1.1.1', '1.3.0'])('finds the layers in the capabilities of WMS %s', async (version) => {
    const service = `WMS:${at}/wms?SERVICE=WMS&REQUEST=GetCapabilities&VERSION=${version}`;
    const said = await ask('gdalinfo', [service]);
    for (const name of ['heat', 'water']) expect(said).toContain(`LAYERS=${name}&`);
    expect(said).toContain('=Heat\n');
    expect(said).not.toContain('hoards');
  });

  it('draws the same picture by WMS in each version and axis order', async () => {
    const old = '<Version>1.1.1</Version><SRS>EPSG:4326</SRS>';
    const turned = '<Version>1.3.0</Version><CRS>EPSG:4326</CRS><BBoxOrder>yxYX</BBoxOrder>';
    const straight = '<Version>1.3.0</Version><CRS>CRS:84</CRS><BBoxOrder>xyXY</BBoxOrder>';
    const pictures = [];
    for (const reference of [old, turned, straight]) pictures.push(await translate(reference));
    const [first] = pictures;
    expect(new Set(first).size).toBeGreaterThan(20);
    for (const picture of pictures) expect(Buffer.compare(picture, first!)).toBe(0);
    expect(Buffer.compare(first!, await ownPicture())).toBe(0);
    const wrong = await translate('<Version>1.3.0</Version><CRS>EPSG:4326</CRS>');
    expect(Buffer.compare(wrong, first!)).not.toBe(0);
  });
});

/** A part of the raster that is neither square nor on the diagonal, in 160 by 80 pixels. */
const WINDOW = { west: 9, south: 1, east: 17, north: 5, width: 160, height: 80 };

/** Fetches the window as a PNG with GDAL, and returns its pixels. */
async function translate(reference: string): Promise<Buffer> {
  const { west, south, east, north, width, height } = WINDOW;
  const description = join(folder, 'service.xml');
  const png = join(folder, 'picture.png');
  writeFileSync(
    description,
    `<GDAL_WMS><Service name="WMS"><ServerUrl>${at}/wms?</ServerUrl>${reference}` +
      `<ImageFormat>image/png</ImageFormat><Transparent>TRUE</Transparent><Layers>heat,wells</Layers><Styles></Styles></Service>` +
      `<DataWindow><UpperLeftX>${west}</UpperLeftX><UpperLeftY>${north}</UpperLeftY><LowerRightX>${east}</LowerRightX><LowerRightY>${south}</LowerRightY><SizeX>${width}</SizeX><SizeY>${height}</SizeY></DataWindow>` +
      `<Projection>EPSG:4326</Projection><BandsCount>4</BandsCount><BlockSizeX>${width}</BlockSizeX><BlockSizeY>${height}</BlockSizeY></GDAL_WMS>`,
  );
  await ask('gdal_translate', ['-q', '-of', 'PNG', description, png]);
  return pixelsOf(readFileSync(png));
}

async function ownPicture(): Promise<Buffer> {
  const { west, south, east, north, width, height } = WINDOW;
  const { rawPayload } = await server.app.inject(
    `/wms?service=WMS&version=1.1.1&request=GetMap&layers=heat,wells&styles=&srs=EPSG:4326&bbox=${west},${south},${east},${north}&width=${width}&height=${height}&format=image/png&transparent=TRUE`,
  );
  return pixelsOf(rawPayload);
}

async function pixelsOf(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}

describe.runIf(OWSLIB.present)(OWSLIB.title('OWSLib'), { timeout: TIMEOUT }, () => {
  it.each([
    ['1.1.1', 'srs="EPSG:4326"'],
    ['1.3.0', 'srs="EPSG:4326"'],
    ['1.3.0', 'srs="CRS:84"'],
  ])('reads, draws and queries by WMS %s in %s', async (version, reference) => {
    const said = await askPython([
      'import warnings; warnings.simplefilter("error", UserWarning)',
      'from owslib.wms import WebMapService',
      'from owslib.util import ServiceException',
      `wms = WebMapService("${at}/wms", version="${version}")`,
      'heat = wms["heat"]',
      `view = dict(${reference}, bbox=(9, 1, 17, 5), size=(160, 80), format="image/png")`,
      'picture = wms.getmap(layers=["heat"], styles=["default"], transparent=True, **view)',
      'asked = dict(layers=["water"], query_layers=["water"], feature_count=1, **view)',
      // The last of the wells, which is drawn on top, is at 12.75 E 1.83 N.
      'info = wms.getfeatureinfo(info_format="application/json", xy=(75, 63), **asked)',
      'text = wms.getfeatureinfo(info_format="text/plain", xy=(75, 63), **asked)',
      'def refusal(name):',
      '  try: wms.getmap(layers=[name], **view)',
      '  except ServiceException as fault: return str(fault)',
      'print(json.dumps(dict(',
      '  title=wms.identification.title, names=sorted(wms.contents), heat=heat.title,',
      '  parent=heat.parent.title, queryable=heat.queryable, box=heat.boundingBoxWGS84,',
      '  crs=sorted(heat.crsOptions), styles=list(heat.styles), formats=wms.getOperationByName("GetMap").formatOptions,',
      '  legend=heat.styles["default"]["legend"], png=picture.read()[:8].hex(), info=json.loads(info.read()), text=text.read().decode(),',
      '  locked=refusal("hoards"))))',
    ]);
    expect(said).toMatchObject({
      title: 'Guarded coast',
      names: ['heat', 'water'],
      heat: 'Heat',
      parent: 'Water',
      queryable: 1,
      box: [9, -3, 17, 5],
      styles: ['default'],
      png: '89504e470d0a1a0a',
      formats: ['image/png', 'image/jpeg'],
      legend: expect.stringContaining(`${at}/wms?service=WMS`),
      info: { features: [{ layer: 'water', properties: { number: 12, name: 'Well 12' } }] },
      text: expect.stringContaining('  Name: Well 12\n'),
      locked: expect.stringContaining('accounts with permission'),
    });
    expect((said as { crs: string[] }).crs).toEqual(
      expect.arrayContaining(['EPSG:3857', 'EPSG:4326']),
    );
  });

  it('reads OGC API Features: collections, pages and boxes', async () => {
    const said = await askPython([
      'from owslib.ogcapi.features import Features',
      `ogc = Features("${at}/ogc")`,
      'api = ogc.api()',
      'page = ogc.collection_items("wells", limit=5)',
      'near = ogc.collection_items("wells", bbox=[9, -1, 10.6, 5])',
      'one = ogc.collection_item("wells", str(page["features"][0]["id"]))',
      'print(json.dumps(dict(',
      '  conforms=ogc.conformance()["conformsTo"], names=ogc.feature_collections(),',
      '  title=ogc.collection("wells")["title"], openapi=api["openapi"],',
      '  count=len(page["features"]), near=len(near["features"]), one=one["properties"]["name"])))',
    ]);
    expect(said).toMatchObject({
      conforms: expect.arrayContaining([expect.stringContaining('ogcapi-features-1')]),
      names: expect.arrayContaining(['wells']),
      title: 'Wells',
      openapi: '3.0.3',
      count: 5,
      near: 3,
      one: 'Well 1',
    });
    expect((said as { names: string[] }).names).not.toContain('graves');
  });
});
