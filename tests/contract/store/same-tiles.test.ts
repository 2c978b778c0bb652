/**
 * Loads the same features into both stores: with equal ids, equal decoded features and valid
 * polygons. Geometry differs by one step of a tile's grid (1/4096 of its side) at most, measured
 * from each vertex to the other outline, except vertices on the edge of the buffer; a feature that
 * is in one store only is entirely within one step of this edge. Measured with 20 000 polygons: 1
 * of 46 050 is in one store only, and 562 differ.
 */
import type { Feature, Polygon } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from 'atlas-engine';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import {
  makeBigPolygon,
  makePolygons,
  POLYGON_REGION as REGION,
} from '../../bench/geometry/polygons.ts';
import { compareTiles } from './compare-tiles.ts';
import { dataset, field, LEVELS, PARCELS } from './datasets.ts';
import { makeLines, makePoints } from './make-features.ts';
import { TEST_STORES } from './stores.ts';
import { NIGHTLY } from '../../size.ts';

const POLYGONS = NIGHTLY ? 20_000 : 200;
const OTHERS = NIGHTLY ? 5_000 : 300;
const MAX_DISTANCE = 1;
const TILES = NIGHTLY ? 400 : 60;
const QUERY_VERTICES = 20_000;
const QUERY_MILLISECONDS = 5_000;

const LINES = dataset('lines', 'line', [field('name', 'text')]);
const POINTS = dataset('points', 'point', [field('name', 'text')]);
const cut = { dataset: PARCELS.id, fields: [...PARCELS.fields.keys()] };
const missing = TEST_STORES.find((store) => store.missing !== null);

describe(`${POLYGONS} polygons, ${OTHERS} lines and points in both stores`, () => {
  if (missing !== undefined) {
    it.skip(`not tested, because ${missing.missing}`);
    return;
  }
  const opened: { store: Store; close: () => Promise<void> }[] = [];
  const features = makePolygons(POLYGONS);
  let sqlite: Store;
  let postgis: Store;

  const load = (list: readonly Feature[], digest: string, into: Dataset = PARCELS) =>
    Promise.all(
      opened.map(({ store }) =>
        loadDataset(into, { kind: 'features', digest, features: list }, LEVELS, store),
      ),
    );

  beforeAll(async () => {
    for (const { open } of TEST_STORES) opened.push(await open());
    [sqlite, postgis] = opened.map(({ store }) => store) as [Store, Store];
    await load(features, 'first');
    await load(makeLines(OTHERS), 'first', LINES);
    await load(makePoints(OTHERS), 'first', POINTS);
  }, 300_000);
  afterAll(async () => {
    for (const { close } of opened) await close();
  }, 60_000);

  it('have the same ids, attributes and geometry', async () => {
    for (let after = 0; ;) {
      const request = { ...cut, after, limit: 1_000 };
      const [one, other] = await Promise.all([sqlite.page(request), postgis.page(request)]);
      expect(other).toEqual(one);
      if (one.length === 0) break;
      after = one.at(-1)!.id;
    }
    expect((await sqlite.status(cut.dataset))?.count).toBe(POLYGONS);
  });

  it('have the same shapes for pictures, in every tier', async () => {
    for (const { id, fields } of [PARCELS, LINES, POINTS]) {
      for (const tier of ['z0-4', 'z5-7', 'z8-10', 'full'] as const) {
        for (const bbox of [REGION, [12.3, -5.1, 19.7, 3.3], [-20, 40, -10, 50]] as const) {
          const request = { dataset: id, fields: [...fields.keys()].slice(-2), bbox, tier };
          const shapes = async (store: Store, limit: number) => {
            const { geometries, ...found } = await store.shapes({ ...request, limit });
            return { ...found, geometries: Buffer.from(geometries) };
          };
          const one = await shapes(sqlite, POLYGONS);
          expect(one.codes.length > 0).toBe(bbox[0] > 0);
          expect(await shapes(postgis, POLYGONS)).toEqual(one);
          expect(await shapes(postgis, 7)).toEqual(await shapes(sqlite, 7));
        }
      }
    }
  });

  it.each([
    ...[5, 8, 11].map((z) => ({ set: PARCELS, id: PARCELS.id, z })),
    ...[3, 5, 8].map((z) => ({ set: LINES, id: LINES.id, z })),
    ...[3, 5, 8].map((z) => ({ set: POINTS, id: POINTS.id, z })),
  ])(
    'are the same and valid in tiles: $id at zoom $z',
    async ({ set: { id, fields }, z }) => {
      const stores = [sqlite, postgis] as const;
      const names = [...fields.keys()];
      const found = await compareTiles({ stores, dataset: id, fields: names, z, tiles: TILES });
      expect(found).toMatchObject({ unlike: [], invalid: [] });
      expect(found.compared).toBeGreaterThan(50);
      expect(found.furthest).toBeLessThanOrEqual(MAX_DISTANCE);
      expect(found.aloneDepth).toBeLessThanOrEqual(MAX_DISTANCE);
      expect(found.alone).toBeLessThanOrEqual(found.compared / 500);
    },
    600_000,
  );

  it(`touch the same features for a polygon with ${QUERY_VERTICES} vertices, in time`, async () => {
    const geometry: Polygon = makeBigPolygon(QUERY_VERTICES);
    const request = {
      ...cut,
      limit: POLYGONS,
      timeout: QUERY_MILLISECONDS,
      geometry: packQuery(geometry),
    };
    const [one, other] = await Promise.all([
      sqlite.intersects(request),
      postgis.intersects(request),
    ]);
    expect(one.length).toBeGreaterThan(POLYGONS / 10);
    expect(one.length).toBeLessThan(POLYGONS);
    expect(other.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
  }, 30_000);

  it('end a search at its time limit', async () => {
    const geometry = packQuery(makeBigPolygon(QUERY_VERTICES));
    for (const { store } of opened) {
      const search = store.intersects({ ...cut, geometry, limit: POLYGONS, timeout: 0.5 });
      await expect(search).rejects.toMatchObject({ name: 'DeadlineExceeded' });
      expect(await store.page({ ...cut, limit: 1 })).toHaveLength(1);
    }
  }, 30_000);

  it('keep their ids over a reload in another order', async () => {
    const ids = async (store: Store): Promise<number[]> =>
      (await store.page({ ...cut, limit: POLYGONS })).map(({ id }) => id);
    const before = await ids(sqlite);
    await load(features.toReversed(), 'second');
    expect(await ids(sqlite)).toEqual(before);
    expect(await ids(postgis)).toEqual(before);
  }, 300_000);
});
