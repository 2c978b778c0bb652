/**
 * Polygons through load into both stores: same ids, same decoded features, no invalid polygon.
 *
 * Geometry is compared as outlines: no vertex of one store's polygon is further than
 * `MAX_DISTANCE` steps of the tile's grid (1/4096 of its side) from the other's outline, vertices
 * on the edge of the buffer apart. A polygon that only one store shows lies as a whole within that
 * distance of the edge of the buffer: 1 of 46 050 with 20 000 polygons.
 */
import type { Feature, Polygon } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValid } from '../../../server/geometry/index.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { makeBigPolygon, makePolygons } from '../../bench/geometry/polygons.ts';
import { LEVELS, PARCELS } from './datasets.ts';
import { decodeTile, type DecodedFeature } from './decode-tile.ts';
import { distanceFromEdge, outlineDistance, packParts } from './outlines.ts';
import { TEST_STORES } from './stores.ts';
import { tilesOf } from './tiles-of.ts';

const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';
const POLYGONS = NIGHTLY ? 20_000 : 200;
const MAX_DISTANCE = 1;
/** What tiles are cut to, in steps: the tile and 64 beyond each side. */
const BUFFER_BOX = [-64, 4160] as const;
const ZOOMS = [5, 8, 11];
/** At most this many tiles of a zoom are compared, spread evenly. */
const TILES = NIGHTLY ? 400 : 60;
const QUERY_VERTICES = 20_000;
const QUERY_MILLISECONDS = 5_000;

const cut = { dataset: PARCELS.id, fields: [...PARCELS.fields.keys()] };
const missing = TEST_STORES.find((store) => store.missing !== null);

describe(`${POLYGONS} polygons in both stores`, () => {
  if (missing !== undefined) {
    it.skip(`not tested, because ${missing.missing}`);
    return;
  }
  const opened: { store: Store; close: () => Promise<void> }[] = [];
  const features = makePolygons(POLYGONS);
  let sqlite: Store;
  let postgis: Store;

  const load = (list: readonly Feature[], digest: string) =>
    Promise.all(
      opened.map(({ store }) =>
        loadDataset(PARCELS, { kind: 'features', digest, features: list }, LEVELS, store),
      ),
    );

  beforeAll(async () => {
    for (const { open } of TEST_STORES) opened.push(await open());
    [sqlite, postgis] = opened.map(({ store }) => store) as [Store, Store];
    await load(features, 'first');
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

  it.each(ZOOMS)(
    'are the same and valid in the tiles of zoom %i',
    async (z) => {
      let compared = 0;
      let furthest = 0;
      for (const { x, y } of tilesOf(z, (await sqlite.status(cut.dataset))!.bounds!, TILES)) {
        const request = { layer: 'parcels', cuts: [cut], z, x, y };
        const [one, other] = await Promise.all([sqlite.tile(request), postgis.tile(request)]);
        const [ours, theirs] = [one, other].map(decode) as [DecodedFeature[], DecodedFeature[]];
        const [seen, seenThere] = [ours, theirs].map(idsOf) as [Set<number>, Set<number>];
        const both = (list: DecodedFeature[]): DecodedFeature[] =>
          list.filter(({ id }) => seen.has(id) && seenThere.has(id));
        for (const { id, parts } of [...ours, ...theirs]) {
          const place = `tile ${z}/${x}/${y}, feature ${id}`;
          expect(isValid(packParts(parts)), place).toBe(true);
          if (seen.has(id) && seenThere.has(id)) continue;
          expect(distanceFromEdge(parts, BUFFER_BOX), place).toBeLessThanOrEqual(MAX_DISTANCE);
        }
        const [a, b] = [both(ours), both(theirs)];
        const plain = ({ id, properties, type }: DecodedFeature): unknown => ({
          id,
          properties,
          type,
        });
        expect(b.map(plain), `tile ${z}/${x}/${y}`).toEqual(a.map(plain));
        a.forEach(({ parts }, i) => {
          furthest = Math.max(furthest, outlineDistance(parts, b[i]!.parts, BUFFER_BOX));
        });
        compared += a.length;
      }
      expect(compared).toBeGreaterThanOrEqual(Math.min(POLYGONS / 4, 500));
      expect(furthest).toBeLessThanOrEqual(MAX_DISTANCE);
    },
    600_000,
  );

  it(`touch the same of a polygon with ${QUERY_VERTICES} vertices, in time`, async () => {
    const geometry: Polygon = makeBigPolygon(QUERY_VERTICES);
    const request = { ...cut, geometry, limit: POLYGONS, timeout: QUERY_MILLISECONDS };
    const [one, other] = await Promise.all([
      sqlite.intersects(request),
      postgis.intersects(request),
    ]);
    expect(one.length).toBeGreaterThan(POLYGONS / 10);
    expect(one.length).toBeLessThan(POLYGONS);
    expect(other.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
  }, 30_000);

  it('give a search up when its time is over', async () => {
    const geometry = makeBigPolygon(QUERY_VERTICES);
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

function decode(tile: Uint8Array | null): readonly DecodedFeature[] {
  return tile === null ? [] : decodeTile(tile).features;
}

function idsOf(features: readonly DecodedFeature[]): Set<number> {
  return new Set(features.map(({ id }) => id));
}
