/** The land of the classes of a raster in an area, compared with GDAL on an equal-area projection. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import type { AnalysisAnswer, MeasuredCells } from 'atlas-engine/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGeotiff } from '../../../demo/write-geotiff.ts';
import type { Raster } from '../../../server/store/store.ts';
import { ask, GDAL } from '../../external-programs.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const YAML = `
tools:
  analyse: { permission: open }
datasets:
  - { id: ground, geometry: raster, permission: open, load: { file: data/ground.tif }, feeds: { wms: true, analysis: true } }
  - { id: rain, geometry: raster, permission: open, load: { file: data/rain.tif }, scale: 20, offset: 1000, unit: { en: mm, fr: mm }, feeds: { wms: true, analysis: true } }
  - { id: slope, geometry: raster, permission: open, load: { file: data/ground.tif }, feeds: { wms: true, analysis: true } }
classes:
  - id: ground
    values:
      - { value: [1, 2], color: '#1E5E3A', label: { en: Forest, fr: Forêt } }
      - { value: 3, color: '#CDB755', label: { en: Savanna, fr: Savane } }
  - { id: rain, ramp: [[1000, '#FF0000'], [6000, '#0000FF']] }
  - { id: slope, steps: [[1, '#EEEEEE'], [3, '#444444']] }
groups:
  - { id: ground, name: { en: Ground, fr: Sol }, category: things, sublayers: [{ id: cells, type: raster, source: ground, classes: ground }] }
  - { id: rain, name: { en: Rain, fr: Pluie }, category: things, sublayers: [{ id: cells, type: raster, source: rain, classes: rain }] }
  - { id: slope, name: { en: Slope, fr: Pente }, category: things, sublayers: [{ id: cells, type: raster, source: slope, classes: slope }] }
`;

/** Far enough from the equator that cells of one raster have different areas. */
const BOUNDS = [10, 40, 16, 52] as const;

/** Cells in patches of three classes, with holes without data; the same every time. */
function cells(width: number, height: number): Raster {
  const values = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const wave = Math.sin(x / 5) + Math.cos(y / 7) + Math.sin((x * y) / 90);
    return wave > 1.4 ? 255 : wave > 0.5 ? 1 : wave > -0.5 ? 2 : 3;
  });
  return { bounds: BOUNDS, width, height, values };
}

/** An area with slanted edges and a hole, that reaches beyond the raster in the west. */
const WIDE: Polygon = {
  type: 'Polygon',
  coordinates: [
    [[8, 41], [15, 42.5], [14, 51], [11, 48], [8, 41]], // prettier-ignore
    [[12, 44], [13, 46], [13, 44], [12, 44]], // prettier-ignore
  ],
};
/** An area smaller than a cell, across the border of some. */
const SMALL: Polygon = {
  type: 'Polygon',
  coordinates: [[[12.005, 45.001], [12.055, 45.004], [12.035, 45.05], [12.005, 45.001]]], // prettier-ignore
};

let dir: string;
let served: ServedAtlas;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-raster-analysis-'));
  mkdirSync(join(dir, 'atlas/data'), { recursive: true });
  writeAtlas(join(dir, 'atlas'), YAML);
  writeFileSync(join(dir, 'atlas/data/ground.tif'), await writeGeotiff(cells(120, 240)));
  const rain = { bounds: BOUNDS, width: 2, height: 1, values: Uint8Array.of(50, 200) };
  writeFileSync(join(dir, 'atlas/data/rain.tif'), await writeGeotiff(rain));
  served = await serveAtlas({ config: join(dir, 'atlas'), dataDir: join(dir, 'store') });
});
afterAll(async () => {
  await served.stop();
  rmSync(dir, { recursive: true });
});

async function analyse(geometry: Polygon): Promise<AnalysisAnswer> {
  const answer = await fetch(`${served.url}/api/geodata/analysis/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ geometry, feature: 'drawn' }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as AnalysisAnswer;
}

function cellsOf({ datasets }: AnalysisAnswer, dataset: string): MeasuredCells {
  return datasets.find((one) => one.dataset === dataset) as MeasuredCells;
}

/** The land of each value of the raster in an area in m²: small squares of GDAL, counted. */
async function byGdal(geometry: Polygon, metres: number): Promise<ReadonlyMap<number, number>> {
  const file = (name: string): string => join(dir, name);
  writeFileSync(
    file('area.geojson'),
    JSON.stringify({ type: 'Feature', properties: {}, geometry }),
  );
  const projection = '+proj=cea +lat_ts=45 +ellps=WGS84';
  // The edges of the area are straight in degrees, so short ones are projected.
  const short = ['-segmentize', '0.01', '-t_srs', projection];
  await ask('ogr2ogr', ['-q', '-f', 'GPKG', ...short, file('cut.gpkg'), file('area.geojson')]);
  const [xs, ys] = [0, 1].map((axis) => geometry.coordinates[0]!.map((place) => place[axis]!));
  const box = [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)].map(String);
  const warp = ['-q', '-overwrite', '-r', 'near', '-dstnodata', '255'];
  const squares = ['-t_srs', projection, '-tr', String(metres), String(metres)];
  const extent = ['-te_srs', 'EPSG:4326', '-te', ...box];
  const raster = file('atlas/data/ground.tif');
  await ask('gdalwarp', [...warp, ...squares, ...extent, raster, file('fine.tif')]);
  // The cells outside the area are removed from the small squares, not from the cells.
  const cut = [...warp, '-of', 'ENVI', '-cutline', file('cut.gpkg')];
  await ask('gdalwarp', [...cut, file('fine.tif'), file('area.bin')]);
  rmSync(file('cut.gpkg'));
  const land = new Map<number, number>();
  for (const value of readFileSync(file('area.bin')))
    land.set(value, (land.get(value) ?? 0) + metres ** 2);
  return land;
}

describe('the analysis of a raster', () => {
  it.skipIf(!GDAL.present).each([
    ['of an area with a hole that leaves the raster', WIDE, 400],
    ['of an area smaller than a cell', SMALL, 5],
  ])(GDAL.title('has the land of each class as GDAL counts it, %s'), async (_, area, metres) => {
    const answer = await analyse(area);
    const { classes, covered, share } = cellsOf(answer, 'ground');
    const land = await byGdal(area, metres);
    const [forest, savanna] = [(land.get(1) ?? 0) + (land.get(2) ?? 0), land.get(3) ?? 0];
    const found = new Map(classes!.map((one) => [one.label['en'], one.area]));
    expect(Math.abs(found.get('Forest')! / forest - 1)).toBeLessThan(0.002);
    if (savanna > 0) expect(Math.abs(found.get('Savanna')! / savanna - 1)).toBeLessThan(0.002);
    expect(covered).toBeCloseTo(
      [...found.values()].reduce((a, b) => a + b),
      -2,
    );
    expect(share).toBeCloseTo(covered / answer.area, 6);
  });

  it('has the mean, weighted by land, and the range of measured values in their unit', async () => {
    // Both cells of the rain, 2000 mm in the west and 5000 mm in the east, and three quarters of it west.
    const box = { type: 'Polygon', coordinates: [[[12.25, 45], [13.25, 45], [13.25, 46], [12.25, 46], [12.25, 45]]] } as const; // prettier-ignore
    const rain = cellsOf(await analyse(box as unknown as Polygon), 'rain');
    expect(rain).toMatchObject({ least: 2000, most: 5000, unit: { en: 'mm', fr: 'mm' } });
    expect(rain.mean).toBeCloseTo(0.75 * 2000 + 0.25 * 5000, 3);
    expect(rain).not.toHaveProperty('classes');
    expect(rain.cell / 1000).toBeCloseTo(1334, 0);
  });

  it('has both for steps, whose classes are named by their bounds', async () => {
    const { classes, mean, most } = cellsOf(await analyse(WIDE), 'slope');
    expect(classes!.map(({ label }) => label['en'])).toEqual(['1–3', '≥\u00A03']);
    expect(classes![0]).toMatchObject({ color: '#EEEEEE' });
    expect(mean).toBeGreaterThan(1);
    expect(most).toBe(3);
  });

  it('has no figures outside of the raster', async () => {
    const box = { type: 'Polygon', coordinates: [[[0, 45], [1, 45], [1, 46], [0, 46], [0, 45]]] }; // prettier-ignore
    const ground = cellsOf(await analyse(box as Polygon), 'ground');
    expect(ground).toMatchObject({ covered: 0, share: 0, name: { en: 'Ground' } });
    expect(ground).not.toHaveProperty('classes');
  });

  it('is not part of what is near', async () => {
    const answer = await fetch(`${served.url}/api/geodata/near/?lng=12&lat=45`);
    expect(await answer.json()).toMatchObject({ layers: [] });
  });
});
