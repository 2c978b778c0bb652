import { expect, it } from 'vitest';
import type { Dataset } from 'atlas-engine';
import { LastZoom } from '../../../../server/load/thinning/last-zoom.ts';
import { thinDataset } from '../../../../server/load/thinning/thin-dataset.ts';
import { gatherFeatures } from '../../../../server/load/gather-features.ts';
import { FeatureRows } from '../../../../server/load/rows/feature-rows.ts';
import { dataset as declare, field, LEVELS } from '../../../contract/store/datasets.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

const BUDGET = 20_000;

const tiled = (geometry: Dataset['geometry'], maxzoom: number): Dataset => {
  const made = declare('wells', geometry as 'point', [
    field('name', 'text'),
    field('kind', 'text'),
  ]);
  const tiles = { name: 'wells', aliases: [], minzoom: 0, maxzoom, budget: BUDGET, keepBy: null };
  return { ...made, feeds: { ...made.feeds, tiles } } as Dataset;
};

/** Points in one part of a town, with a name of their own and one of three kinds. */
const wells = (count: number): { geometry: unknown; properties: Record<string, string> }[] => {
  const random = seededRandom(5);
  return Array.from({ length: count }, (_, index) => ({
    type: 'Feature',
    properties: { name: `Well ${index}`, kind: ['pump', 'open', 'dry'][index % 3]! },
    geometry: { type: 'Point', coordinates: [15 + random() / 100, 4 + random() / 100] },
  }));
};

const estimate = (dataset: Dataset, features: ReturnType<typeof wells>) => {
  const zoom = LastZoom.of(dataset)!;
  for (const { geometry, properties } of features)
    zoom.add(geometry, [properties['name']!, properties['kind']!]);
  return zoom.largest();
};

it('finds the largest tile of the last zoom, as large as the load measures it', async () => {
  const dataset = tiled('point', 12);
  const features = wells(5_000);
  const found = estimate(dataset, features)!;
  const rows = new FeatureRows(dataset);
  await gatherFeatures(dataset, { features }, rows);
  rows.assignIds();
  const [cut] = await thinDataset(dataset, LEVELS, rows);
  rows.close();
  const { bytes } = cut!.zooms.table().find(({ zoom }) => zoom === 12)!;
  expect(found).toMatchObject({ zoom: 12, x: 2218, y: 2002 });
  expect(found.bytes / bytes).toBeGreaterThan(0.85);
  expect(found.bytes / bytes).toBeLessThan(1.05);
});

it('finds nothing where each tile fits, and less in deeper zooms', () => {
  expect(estimate(tiled('point', 12), wells(300))).toBeUndefined();
  expect(estimate(tiled('point', 18), wells(5_000))).toBeUndefined();
});

it('counts the vertices of areas in the tiles that have them', () => {
  const ring = Array.from({ length: 20_000 }, (_, index) => {
    const turn = (index / 20_000) * 2 * Math.PI;
    return [15 + 0.02 * Math.cos(turn), 4 + 0.02 * Math.sin(turn)];
  });
  const shape = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  const features = [{ geometry: shape, properties: { name: 'Lake', kind: 'open' } }];
  // Neighbours on one step of the grid are one vertex.
  expect(estimate(tiled('polygon', 12), features)).toBeUndefined();
  expect(estimate(tiled('polygon', 14), [...features, ...features, ...features])).toMatchObject({
    zoom: 14,
  });
});

it('expects no tiles of a dataset that has none', () => {
  const dataset = tiled('point', 12);
  expect(LastZoom.of({ ...dataset, feeds: { ...dataset.feeds, tiles: null } })).toBeNull();
});
