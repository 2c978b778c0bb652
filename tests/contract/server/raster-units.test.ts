import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { writeGeotiff } from '../../../demo/write-geotiff.ts';
import { ask, GDAL } from '../../external-programs.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const DATASET =
  '{ id: rain, geometry: raster, permission: open, load: { file: data/rain.tif }, scale: 20, offset: 1000, unit: { en: mm a year, fr: mm par an } }';
const RAIN = `
datasets:
  - ${DATASET}
classes:
  - { id: rain, ramp: [[1500, '#FF0000'], [4200, '#0000FF']] }
groups:
  - { id: rain, name: { en: Rainfall, fr: Pluviométrie }, category: things, sublayers: [{ id: rain, type: raster, source: rain, classes: rain }] }
`;

/** 1500 mm in the west, 4200 mm in the east, no data between them. */
const GRID = { bounds: [0, 0, 3, 3], width: 3, height: 1, values: Uint8Array.of(25, 255, 160) };

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-raster-units-'));
  mkdirSync(join(dir, 'atlas/data'), { recursive: true });
  writeAtlas(join(dir, 'atlas'), RAIN);
  writeFileSync(join(dir, 'atlas/data/rain.tif'), await writeGeotiff(GRID as never));
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('a raster in millimetres', () => {
  let served: ServedAtlas;
  beforeAll(async () => {
    served = await serveAtlas({ config: join(dir, 'atlas'), dataDir: join(dir, 'store') });
  });
  afterAll(() => served.stop());

  const wms = (changes: Readonly<Record<string, string>>): Promise<Response> => {
    const map = { layers: 'rain', styles: '', srs: 'EPSG:4326', bbox: '0,0,3,3' };
    const size = { width: '30', height: '30', format: 'image/png' };
    const query = { service: 'WMS', version: '1.1.1', ...map, ...size, ...changes };
    return fetch(`${served.url}/wms?${new URLSearchParams(query)}`);
  };

  it('is drawn in the colours of its millimetres', async () => {
    const answer = await wms({ request: 'GetMap', transparent: 'true' });
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
    const context = createCanvas(30, 30).getContext('2d');
    context.drawImage(image, 0, 0);
    const at = (x: number) => [...context.getImageData(x, 15, 1, 1).data];
    expect([at(2), at(15), at(27)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
      [0, 0, 255, 255],
    ]);
  });

  it('gives the value at a point with its unit, as text in the language and as data', async () => {
    const point = { request: 'GetFeatureInfo', query_layers: 'rain', x: '27', y: '15' };
    const text = (lang: string) =>
      wms({ ...point, info_format: 'text/plain', language: lang }).then((answer) => answer.text());
    expect(await text('en')).toContain('Rainfall: 4,200\u00a0mm a year');
    expect(await text('fr')).toContain('Pluviométrie: 4\u202f200\u00a0mm par an');
    const json = await wms({ ...point, info_format: 'application/json' });
    expect(await json.json()).toMatchObject({
      features: [{ properties: { value: 4200, unit: 'mm a year' } }],
    });
  });
});

async function check(): Promise<string> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const env = { ATLAS_DATA_DIR: join(dir, 'checked') };
  await run(['check', '--config', join(dir, 'atlas')], { out: keep, err: keep, env, color: false });
  return lines.join('\n');
}

describe('the scale that a GeoTIFF states', () => {
  it.skipIf(!GDAL.present)(GDAL.title('is compared with that of the dataset'), async () => {
    const [plain, rain] = [join(dir, 'plain.tif'), join(dir, 'atlas/data/rain.tif')];
    writeFileSync(plain, await writeGeotiff(GRID as never));
    const options = '-q -a_scale 20 -a_offset 1000'.split(' ');
    await ask('gdal_translate', [...options, plain, rain]);
    expect(await check()).not.toContain('scale-of-file');
    await ask('gdal_translate', ['-q', '-a_scale', '0.5', '-a_offset', '-10', plain, rain]);
    expect(await check()).toContain(
      'states the scale 0.5 and the offset -10, but `rain` declares 20 and 1000',
    );
  });
});
