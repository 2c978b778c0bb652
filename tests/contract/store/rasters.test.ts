/** GDAL and the atlas read the same data from a GeoTIFF, whatever program wrote it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGeotiff } from '../../../demo/write-geotiff.ts';
import type { PixelScale } from '../../../server/load/files/raster/pixel-scale.ts';
import { readRasterFile } from '../../../server/load/files/raster/read-raster-file.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import type { Raster } from '../../../server/store/store.ts';
import { dataset, LEVELS } from './datasets.ts';

const hasGdal = spawnSync('gdal_translate', ['--version']).status === 0;

/** 0 to 254 in a pattern, with some cells without data. */
const RASTER: Raster = {
  bounds: [8, -14, 32, 12],
  width: 60,
  height: 65,
  values: Uint8Array.from({ length: 60 * 65 }, (_, i) => (i % 7 === 0 ? 255 : (i * 31) % 255)),
};

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-rasters-'));
  writeFileSync(join(dir, 'ours.tif'), await writeGeotiff(RASTER));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const at = (name: string): string => join(dir, name);
const translate = (to: string, ...options: string[]): string =>
  convert('gdal_translate', to, options);
const warp = (to: string, ...options: string[]): string => convert('gdalwarp', to, options);

/** Converts `from`, by default our own file; `from=NAME` selects another. Returns the path. */
function convert(tool: string, to: string, options: readonly string[]): string {
  const from = options.find((option) => option.startsWith('from='))?.slice(5) ?? 'ours.tif';
  const own = options.filter((option) => !option.startsWith('from='));
  execFileSync(tool, ['-q', ...own, at(from), at(to)], { stdio: ['ignore', 'ignore', 'pipe'] });
  return at(to);
}

async function read(path: string, declared?: PixelScale): Promise<Raster> {
  const { raster } = await readRasterFile(path, declared);
  return typeof raster === 'function' ? raster() : raster;
}

/** Returns the cells as GDAL reads them. */
function cellsOf(path: string): Uint8Array {
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', path, `${path}.raw`]);
  return readFileSync(`${path}.raw`);
}

/** Returns the message for an unsupported raster. */
async function refusal(path: string, declared?: PixelScale): Promise<string> {
  return read(path, declared).then(
    () => 'read',
    (error: Error) => error.message,
  );
}

/** Runs the first command in a message in the folder; returns the path of its output. */
function runCommandOf(sentence: string): string {
  const command = /`((?:gdalwarp|gdal_translate) [^`]*)`/.exec(sentence)![1]!;
  execFileSync('sh', ['-c', command], { cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] });
  return at(command.split(' ').at(-1)!);
}

describe.skipIf(!hasGdal)('a GeoTIFF that GDAL wrote (needs gdal-bin)', () => {
  it.each([
    ['without compression', ['COMPRESS=NONE']],
    ['with deflate', ['COMPRESS=DEFLATE']],
    ['with deflate and a predictor', ['COMPRESS=DEFLATE', 'PREDICTOR=2']],
    ['with LZW and a predictor', ['COMPRESS=LZW', 'PREDICTOR=2']],
    ['in tiles', ['COMPRESS=DEFLATE', 'TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=32']],
    ['in strips of seven rows', ['COMPRESS=LZW', 'BLOCKYSIZE=7']],
    ['in big-endian order', ['COMPRESS=DEFLATE', 'ENDIANNESS=BIG', 'BLOCKYSIZE=3']],
    ['as BigTIFF', ['COMPRESS=DEFLATE', 'BIGTIFF=YES', 'BLOCKYSIZE=3']],
  ])('%s has the cells and the position of its origin', async (name, options) => {
    const path = translate(`${name}.tif`, ...options.flatMap((option) => ['-co', option]));
    expect(await read(path)).toEqual(RASTER);
  });

  it('in big-endian order with many strips is read too', async () => {
    const larger = { ...RASTER, height: 650, values: new Uint8Array(39_000).fill(9) };
    writeFileSync(at('larger.tif'), await writeGeotiff(larger));
    const options = ['COMPRESS=LZW', 'ENDIANNESS=BIG', 'BLOCKYSIZE=1'];
    const flags = options.flatMap((option) => ['-co', option]);
    expect(await read(translate('many.tif', 'from=larger.tif', ...flags))).toEqual(larger);
  });

  it('as a cloud-optimised file with overviews is read at its full size', async () => {
    const options = ['-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'BLOCKSIZE=128'];
    expect(await read(translate('cog.tif', ...options))).toEqual(RASTER);
  });

  it('has no data where its own value for no data is', async () => {
    const path = warp('nodata.tif', '-dstnodata', '7');
    expect(cellsOf(path).includes(7)).toBe(true);
    const { values } = await read(path);
    // GDAL changes cells with the value 7 to another value.
    const wanted = RASTER.values.map((value) =>
      value === 7 ? values[RASTER.values.indexOf(7)]! : value,
    );
    expect(values).toEqual(wanted);
    expect(values.includes(7)).toBe(false);
  });

  it('has data everywhere if its value for no data is impossible', async () => {
    translate('plain.tif', '-a_nodata', 'none', '-srcwin', '1', '0', '5', '1');
    const { values } = await read(translate('minus.tif', 'from=plain.tif', '-a_nodata', '-9999'));
    expect([...values]).toEqual([...RASTER.values.subarray(1, 6)]);
  });

  it('whose pixels are points is moved by half a cell, as in GDAL', async () => {
    const options = ['-mo', 'AREA_OR_POINT=Point', '--config', 'GTIFF_POINT_GEO_IGNORE', 'NO'];
    expect((await read(translate('points.tif', ...options))).bounds).toEqual(RASTER.bounds);
  });

  it('in Web Mercator is resampled to degrees without new values', async () => {
    const path = warp('mercator.tif', '-t_srs', 'EPSG:3857', '-r', 'near');
    const mercator = cellsOf(path);
    const { bounds, width, height, values } = await read(path);
    const degrees = bounds.map((one, i) => Math.abs(one - RASTER.bounds[i]!));
    expect(Math.max(...degrees)).toBeLessThan(0.2);
    expect(height).toBeGreaterThanOrEqual(mercator.length / width);
    expect(new Set(values)).toEqual(new Set(mercator));
    // Each row of the file is in the result, in the same order.
    const rows = (cells: Uint8Array): string[] =>
      Array.from({ length: cells.length / width }, (_, row) =>
        cells.slice(row * width, (row + 1) * width).join(),
      );
    const seen = rows(values).filter((row, i, all) => row !== all[i - 1]);
    expect(seen).toEqual(rows(mercator));
    // GDAL finds the same values at the centres of the cells.
    const asked = Array.from({ length: 60 }, (_, i) => [i, (i * height) / 60] as const).map(
      ([column, row]) => [Math.floor(column), Math.floor(row)] as const,
    );
    const [west, south, east, north] = bounds;
    const places = asked.map(
      ([column, row]) =>
        `${west + ((column + 0.5) / width) * (east - west)} ${north - ((row + 0.5) / height) * (north - south)}`,
    );
    const found = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', path], {
      input: places.join('\n'),
      encoding: 'utf8',
    });
    const ours = asked.map(([column, row]) => values[row * width + column]!);
    expect(found.trim().split('\n').map(Number)).toEqual(ours);
  });

  it.each<[what: string, options: string[], found: string]>([
    ['two bands', ['-b', '1', '-b', '1'], 'has 2 bands'],
    ['floating-point numbers', ['-ot', 'Float32'], 'floating-point numbers of 32 bits'],
    ['signed integers', ['-ot', 'Int16'], 'signed integers of 16 bits'],
    ['JPEG', ['-co', 'COMPRESS=JPEG'], 'is compressed by JPEG'],
    ['ZSTD', ['-co', 'COMPRESS=ZSTD'], 'is compressed by ZSTD'],
    ['a mask', ['-mask', '1', '--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES'], 'has a separate mask'],
    ['a value 255 that is data', ['-a_nodata', '3'], 'has cells of the value 255'],
    ['a value 255 without a declaration', ['-a_nodata', 'none'], 'has cells of the value 255'],
  ])('with %s is refused with a command that makes it readable', async (what, options, found) => {
    const sentence = await refusal(translate(`${what.replaceAll(' ', '-')}.tif`, ...options));
    expect(sentence).toContain(found);
    const { width, height } = await read(runCommandOf(sentence));
    expect([width, height]).toEqual([60, 65]);
  });

  it.each([
    ['UTM', 'EPSG:32633', 'is in EPSG:32633, and only EPSG:4326 and EPSG:3857 are supported'],
    ['another datum', 'EPSG:4267', 'is in EPSG:4267'],
    ['a user-defined system', '+proj=aea +lat_1=10 +lat_2=-5 +lon_0=20', 'is in '],
  ])('in %s is refused with a command that makes it readable', async (what, system, found) => {
    const path = warp(`${what.replaceAll(' ', '-')}.tif`, '-t_srs', system, '-ts', '60', '65');
    const sentence = await refusal(path);
    expect(sentence).toContain(found);
    expect((await read(runCommandOf(sentence))).bounds[0]).toBeLessThan(9);
  });

  const SCALED = ['-ot', 'Int16', '-scale', '0', '254', '400', '3600', '-a_nodata', '-9999'];
  const RAIN = { scale: 20, offset: 0 };

  it('of larger values is converted with the scale of the dataset', async () => {
    const path = translate('rain.tif', ...SCALED);
    const sentence = await refusal(path, RAIN);
    expect(sentence).toContain(
      '-scale 0 5080 0 254 -a_nodata 255 -a_scale 20 -a_offset 0 -co COMPRESS=DEFLATE rain.tif',
    );
    const { values } = await read(runCommandOf(sentence));
    const wanted = RASTER.values.map((value) =>
      value === 255 ? 255 : Math.round(Math.round(400 + (value * 3200) / 254) / 20),
    );
    expect(values).toEqual(wanted);
  });

  it('of larger values without a scale is converted with a scale that the message says', async () => {
    const sentence = await refusal(translate('rain-alone.tif', ...SCALED));
    expect(sentence).toContain('Its values are 400 to 3600.');
    expect(sentence).toContain('write `scale: 13` and `offset: 400`');
    const { values } = await read(runCommandOf(sentence));
    expect(values.filter((value) => value === 255)).toHaveLength(558);
    expect(Math.max(...values.filter((value) => value < 255))).toBe(246);
  });

  it('of larger values in another system is converted in two steps', async () => {
    translate('rain-degrees-first.tif', ...SCALED);
    const path = warp('rain-utm.tif', 'from=rain-degrees-first.tif', '-t_srs', 'EPSG:32633');
    const sentence = await refusal(path, RAIN);
    const [first, second] = sentence.split(', then ');
    runCommandOf(first!);
    const { values } = await read(runCommandOf(second!));
    const data = values.filter((value) => value < 255);
    expect([Math.min(...data), Math.max(...data)]).toEqual([20, 180]);
    expect(data.length).toBeGreaterThan(2000);
  });

  it('of three or four colours is refused as a picture without values', async () => {
    for (const bands of [3, 4]) {
      const options = Array.from({ length: bands }, () => ['-b', '1']).flat();
      const path = translate(`picture-${bands}.tif`, ...options, '-co', 'PHOTOMETRIC=RGB');
      const sentence = await refusal(path);
      expect(sentence).toContain('it is a painted picture without values');
      expect(sentence).not.toContain('-b 1');
    }
  });

  it('that is rotated is refused with a command that makes it readable', async () => {
    translate('turned.vrt', '-of', 'VRT');
    const turned = readFileSync(at('turned.vrt'), 'utf8').replace(
      /<GeoTransform>.*<\/GeoTransform>/,
      '<GeoTransform>8, 0.4, 0.1, 12, 0.1, -0.4</GeoTransform>',
    );
    writeFileSync(at('turned.vrt'), turned);
    const sentence = await refusal(translate('turned.tif', 'from=turned.vrt'));
    expect(sentence).toContain('is rotated');
    expect((await read(runCommandOf(sentence))).values.length).toBeGreaterThan(3000);
  });

  it('without a reference system is refused with a command for one in degrees', async () => {
    writeFileSync(at('unnamed.raw'), RASTER.values);
    writeFileSync(
      at('unnamed.hdr'),
      'ENVI\nsamples = 60\nlines = 65\nbands = 1\ndata type = 1\ninterleave = bsq\nmap info = {Arbitrary, 1, 1, 8, 12, 0.4, 0.4}\n',
    );
    const path = translate('unnamed.tif', 'from=unnamed.raw', '-a_nodata', '255');
    const sentence = await refusal(path);
    expect(sentence).toContain('does not declare its reference system');
    expect(await read(runCommandOf(sentence))).toEqual(RASTER);
  });

  it('without a position on the Earth is refused', async () => {
    writeFileSync(at('bare.raw'), RASTER.values);
    writeFileSync(
      at('bare.hdr'),
      'ENVI\nsamples = 60\nlines = 65\nbands = 1\ndata type = 1\ninterleave = bsq\n',
    );
    const sentence = await refusal(
      translate('bare.tif', 'from=bare.raw', '-co', 'PROFILE=BASELINE'),
    );
    expect(sentence).toContain('does not declare its position on the Earth');
    expect(sentence).toContain('-a_ullr WEST NORTH EAST SOUTH');
  });
});

describe.skipIf(!hasGdal)('a GeoTIFF that the demonstration wrote (needs gdal-bin)', () => {
  it('has the same cells, position, system and value for no data in GDAL', () => {
    expect(cellsOf(at('ours.tif'))).toEqual(Buffer.from(RASTER.values));
    const info = JSON.parse(
      execFileSync('gdalinfo', ['-json', at('ours.tif')], { encoding: 'utf8' }),
    ) as {
      geoTransform: number[];
      coordinateSystem: { wkt: string };
      bands: { type: string; noDataValue: number }[];
    };
    expect(info.geoTransform).toEqual([8, 0.4, 0, 12, 0, -0.4]);
    expect(info.coordinateSystem.wkt).toContain('ID["EPSG",4326]');
    expect(info.bands).toMatchObject([{ type: 'Byte', noDataValue: 255 }]);
  });
});

it('a raster of a file is stored without change', async () => {
  const store = await openStore({ dataDir: at('store'), role: 'tool' });
  const cover = dataset('cover', 'raster', [], {
    load: { kind: 'file', file: 'ours.tif', format: 'geotiff' },
  });
  const report = await loadDataset(cover, await readRasterFile(at('ours.tif')), LEVELS, store);
  expect(report.loaded).toBe(1);
  expect(await store.raster('cover')).toEqual(RASTER);
  await store.close();
});
