import type { Geometry } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from 'atlas-engine';
import { decodeGeometries, unpackToGeoJson } from '../../../server/geometry/index.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { Bounds, DatasetCut, Shapes } from '../../../server/store/store.ts';
import { dataset, field, LEVELS, MEMBERS } from './datasets.ts';
import { decodeTile } from './decode-tile.ts';
import { box, feature, point } from './raw-features.ts';
import { TEST_STORES } from './stores.ts';

const PLACES = dataset(
  'places',
  'point',
  [
    field('code', 'integer'),
    field('name', 'text'),
    field('people', 'integer'),
    field('share', 'number'),
    field('visited', 'date'),
    field('open', 'boolean'),
    field('photos', 'list'),
    field('nested.phone', 'text', { permission: MEMBERS }),
    field('a "quoted" ✓ name', 'text'),
  ],
  { key: 'code', only: [{ field: 'name', kind: 'not', values: ['left out'] }] },
);

const AREAS = dataset('areas', 'polygon', [field('name', 'text'), field('people', 'text')]);
const ROADS = dataset('roads', 'line', [field('name', 'text')]);

const PLACE_FEATURES: readonly unknown[] = [
  point(10.5, 1.25, {
    code: 30,
    name: 'Forêt de l’Éléphant',
    people: '1200',
    share: 0.1,
    visited: '2024-03-01',
    open: 'oui',
    photos: ['a.jpg', 'b.jpg'],
    nested: { phone: '+1 555' },
    'a "quoted" ✓ name': 'x',
  }),
  point(10.6, 1.25, { code: 10, name: '', people: 'unknown', share: -7, open: 0, photos: [] }),
  point(10.7, 1.25, null),
  point(10.8, 1.25, { code: 9007199254740991, name: 'nul\0\ud800', people: -4503599627370495 }),
  point(10.9, 1.25, { code: 11, name: 'left out' }),
  { type: 'Feature', geometry: null, properties: { code: 12 } },
  {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 2],
      ],
    },
    properties: {},
  },
  'nothing',
];

const AREA_FEATURES = [
  feature(box(10, 1, 10.1, 1.1), { name: 'west', people: 'many' }),
  feature(box(10.1, 1, 10.2, 1.1), { name: 'east', people: 'few' }),
  feature(box(-170, -60, -169, -59), { name: 'far' }),
];
const ROAD_FEATURES = [
  feature(
    {
      type: 'LineString',
      coordinates: [
        [10, 1],
        [10.1000003, 1.1000003],
      ],
    },
    { name: 'r' },
  ),
];

/** Geometries with their values. */
const shapesIn = ({
  geometries,
  values,
  codes,
}: Shapes): (readonly [Geometry, readonly unknown[]])[] =>
  [...decodeGeometries(geometries)].map((geometry, i) => [
    unpackToGeoJson(geometry),
    values[codes[i]!]!,
  ]);

for (const { name, missing, open } of TEST_STORES) {
  if (missing !== null) {
    it.skip(`the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`the ${name} store`, () => {
    let store: Store;
    let close: () => Promise<void>;
    const load = (set: Dataset, features: readonly unknown[], digest = 'first') =>
      loadDataset(set, { kind: 'features', digest, features }, LEVELS, store);
    const all = (set: Dataset, more: Partial<DatasetCut> = {}): DatasetCut => ({
      dataset: set.id,
      fields: [...set.fields.keys()],
      ...more,
    });

    beforeAll(async () => {
      ({ store, close } = await open());
      await load(PLACES, PLACE_FEATURES);
      await load(AREAS, AREA_FEATURES);
      await load(ROADS, ROAD_FEATURES);
    }, 60_000);
    afterAll(() => close(), 60_000);

    it('reports the result for every feature', async () => {
      const { report, count, bounds } = (await store.status('places'))!;
      expect(report).toMatchObject({ read: 8, loaded: 4, repaired: 0, leftOut: 1 });
      expect(report.rejected).toEqual([
        { index: 5, name: '12', reason: 'no-geometry' },
        { index: 6, reason: 'wrong-kind' },
        { index: 7, reason: 'not-a-feature' },
      ]);
      expect(count).toBe(4);
      expect(bounds).toEqual([10.5, 1.25, 10.8, 1.25]);
    });

    it('knows nothing of a dataset that was not loaded', async () => {
      expect(await store.status('nowhere')).toBeNull();
      const cut = { dataset: 'nowhere', fields: [] };
      await expect(store.page({ ...cut, limit: 1 })).rejects.toMatchObject({
        name: 'UnknownDataset',
      });
      const tile = { layer: 'l', cuts: [cut], z: 0, x: 0, y: 0 };
      await expect(store.tile(tile)).rejects.toMatchObject({ name: 'UnknownDataset' });
    });

    it('lists its datasets by id', async () => {
      const ids = (await store.statuses()).map(({ dataset: id }) => id);
      expect(ids).toEqual(['areas', 'places', 'roads']);
    });

    it('keeps numbers, dates, booleans, lists, accents and nulls as parsed', async () => {
      expect((await store.feature(all(PLACES), 30))?.properties).toEqual({
        code: 30,
        name: 'Forêt de l’Éléphant',
        people: 1200,
        share: 0.1,
        visited: '2024-03-01',
        open: true,
        photos: ['a.jpg', 'b.jpg'],
        'nested.phone': '+1 555',
        'a "quoted" ✓ name': 'x',
      });
      expect((await store.feature(all(PLACES), 10))?.properties).toEqual({
        code: 10,
        name: null,
        people: null,
        share: -7,
        visited: null,
        open: false,
        photos: null,
        'nested.phone': null,
        'a "quoted" ✓ name': null,
      });
      const odd = await store.feature(all(PLACES), Number.MAX_SAFE_INTEGER);
      expect(odd?.properties).toMatchObject({ name: 'nul\ufffd', people: -4503599627370495 });
      expect(await store.feature(all(PLACES), 31)).toBeNull();
    });

    it('returns pages by ascending id', async () => {
      const ids: number[] = [];
      for (let after = 0; ; after = ids.at(-1)!) {
        const page = await store.page({ ...all(PLACES), after, limit: 2 });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(2);
        ids.push(...page.map(({ id }) => id));
      }
      expect(ids).toHaveLength(4);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(ids).toEqual(expect.arrayContaining([10, 30, Number.MAX_SAFE_INTEGER]));
    });

    it('returns the features that touch a box, edges and corners included', async () => {
      const names = async (bbox: [number, number, number, number]): Promise<unknown[]> =>
        (await store.page({ ...all(AREAS), bbox, limit: 10 }))
          .map((f) => f.properties['name'])
          .sort();
      expect(await names([10.1, 1.1, 11, 2])).toEqual(['east', 'west']);
      expect(await names([10.1000001, 1, 11, 2])).toEqual(['east']);
      expect(await names([10.2000001, 1, 11, 2])).toEqual([]);
      expect(await names([-180, -90, 180, 90])).toEqual(['east', 'far', 'west']);
    });

    it('returns the shapes in a box by ascending id, with the values of the requested fields', async () => {
      const world = { bbox: [-180, -90, 180, 90], tier: 'full', limit: 10 } as const;
      const page = await store.page({ ...all(PLACES), limit: 10 });
      for (const name of PLACES.fields.keys()) {
        const found = await store.shapes({ ...world, dataset: PLACES.id, fields: [name] });
        expect(shapesIn(found)).toEqual(
          page.map(({ geometry, properties }) => [geometry, [properties[name]]]),
        );
      }
      const fields = [...PLACES.fields.keys()].toReversed();
      expect(shapesIn(await store.shapes({ ...world, dataset: PLACES.id, fields }))).toEqual(
        page.map(({ geometry, properties }) => [geometry, fields.map((name) => properties[name])]),
      );
      const plain = { ...world, dataset: PLACES.id, fields: [] };
      const none = page.map(({ geometry }) => [geometry, []]);
      expect(shapesIn(await store.shapes(plain))).toEqual(none);
      expect(shapesIn(await store.shapes({ ...plain, limit: 2 }))).toEqual(none.slice(0, 2));
      const nowhere = await store.shapes({ ...plain, bbox: [0, 0, 1, 1], fields: ['name'] });
      expect(shapesIn(nowhere)).toEqual([]);
    });

    it('returns the shapes that touch a box, edges and corners included, in every tier', async () => {
      for (const tier of ['z0-4', 'z5-7', 'z8-10', 'full'] as const) {
        const names = async (bbox: Bounds): Promise<unknown[]> => {
          const request = { dataset: AREAS.id, fields: ['name'], bbox, tier, limit: 10 };
          return shapesIn(await store.shapes(request)).map(([, values]) => values[0]);
        };
        expect((await names([10.1, 1.1, 11, 2])).sort()).toEqual(['east', 'west']);
        expect(await names([10.1000001, 1, 11, 2])).toEqual(['east']);
        expect(await names([10.2000001, 1, 11, 2])).toEqual([]);
        expect((await names([-180, -90, 180, 90])).sort()).toEqual(['east', 'far', 'west']);
      }
    });

    it('finds features that touch a geometry at a point or an edge, and no others', async () => {
      const names = async (set: Dataset, geometry: Geometry): Promise<unknown[]> => {
        const request = { ...all(set), geometry: packQuery(geometry), limit: 10, timeout: 5_000 };
        return (await store.intersects(request)).map((f) => f.properties['name']).sort();
      };
      expect(await names(AREAS, box(10.2, 1, 10.3, 1.1))).toEqual(['east']);
      expect(await names(AREAS, box(10.2, 1.1, 10.3, 1.2))).toEqual(['east']);
      expect(await names(AREAS, box(10.2000001, 1, 10.3, 1.1))).toEqual([]);
      expect(await names(AREAS, box(9, 0, 11, 2))).toEqual(['east', 'west']);
      expect(await names(AREAS, { type: 'Point', coordinates: [10.1, 1.05] })).toEqual([
        'east',
        'west',
      ]);
      // On a slanted edge: exact in whole units, but not in degrees as doubles.
      expect(await names(ROADS, { type: 'Point', coordinates: [10.0333334, 1.0333334] })).toEqual([
        'r',
      ]);
      expect(await names(ROADS, { type: 'Point', coordinates: [10.0333335, 1.0333334] })).toEqual(
        [],
      );
    });

    it('counts the features that touch a geometry, whatever the limit of a search', async () => {
      const count = (set: Dataset, geometry: Geometry) =>
        store.count({ dataset: set.id, geometry: packQuery(geometry), timeout: 5_000 });
      expect(await count(AREAS, box(9, 0, 11, 2))).toBe(2);
      expect(await count(AREAS, box(10.2, 1.1, 10.3, 1.2))).toBe(1);
      expect(await count(AREAS, box(10.2000001, 1, 10.3, 1.1))).toBe(0);
      expect(await count(ROADS, { type: 'Point', coordinates: [10.0333334, 1.0333334] })).toBe(1);
    });

    it('stops at the limit and continues after an id', async () => {
      const geometry = packQuery(box(9, 0, 11, 2));
      const request = { ...all(AREAS), geometry, limit: 1, timeout: 5_000 };
      const first = await store.intersects(request);
      const second = await store.intersects({ ...request, after: first[0]!.id });
      const third = await store.intersects({ ...request, after: second[0]!.id });
      expect([first.length, second.length, third.length]).toEqual([1, 1, 0]);
      expect(first[0]!.id).toBeLessThan(second[0]!.id);
    });

    it('restricts every answer to the requested fields', async () => {
      const cut = { dataset: 'places', fields: ['people', 'not-there'] };
      const tile = await store.tile({ layer: 'l', cuts: [cut], z: 0, x: 0, y: 0 });
      const [one] = await store.page({ ...cut, limit: 1 });
      const geometry = packQuery(box(10, 1, 11, 2));
      const found = await store.intersects({ ...cut, geometry, limit: 9, timeout: 5_000 });
      const keys = [
        ...decodeTile(tile!).features.flatMap(({ properties }) => Object.keys(properties)),
        ...Object.keys((await store.feature(cut, 30))!.properties),
        ...Object.keys(one!.properties),
        ...found.flatMap(({ properties }) => Object.keys(properties)),
      ];
      expect(new Set(keys)).toEqual(new Set(['people']));
      expect(Buffer.from(tile!).includes('+1 555')).toBe(false);
    });

    it('has the same data in a tile as in features, without nulls, ordered by id', async () => {
      const cut = all(PLACES, { constants: { demo: true, source: 'made' } });
      const tile = await store.tile({ layer: 'places', cuts: [cut], z: 6, x: 33, y: 31 });
      const { name: layer, extent, features } = decodeTile(tile!);
      expect({ layer, extent }).toEqual({ layer: 'places', extent: 4096 });
      const page = await store.page({ ...cut, limit: 10 });
      expect(page.every(({ properties }) => properties['demo'] === true)).toBe(true);
      const expected = page.map(({ id, properties }) => ({
        id,
        properties: Object.fromEntries(
          Object.entries(properties)
            .filter(([, value]) => value !== null)
            .map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value]),
        ),
      }));
      expect(features.map(({ id, properties }) => ({ id, properties }))).toEqual(expected);
    });

    it('returns null for a tile without features', async () => {
      expect(await store.tile({ layer: 'l', cuts: [all(PLACES)], z: 6, x: 0, y: 0 })).toBeNull();
    });

    it('merges datasets in one layer, also when a name has two types', async () => {
      const cuts = [all(PLACES, { fields: ['people'] }), all(AREAS, { fields: ['people'] })];
      const tile = await store.tile({ layer: 'both', cuts, z: 6, x: 33, y: 31 });
      const people = decodeTile(tile!).features.map(({ properties }) => properties['people']);
      expect(people.slice(0, 4)).toEqual(expect.arrayContaining([1200, -4503599627370495]));
      expect(people.slice(4).sort()).toEqual(['few', 'many']);
    });

    it('keeps features that are too small for the grid as the smallest shape', async () => {
      const tile = await store.tile({ layer: 'l', cuts: [all(AREAS)], z: 0, x: 0, y: 0 });
      const shown = decodeTile(tile!).features.map(({ properties, type }) => [
        properties['name'],
        type,
      ]);
      expect(shown.sort()).toEqual([
        ['east', 3],
        ['far', 3],
        ['west', 3],
      ]);
      const line = await store.tile({ layer: 'l', cuts: [all(ROADS)], z: 0, x: 0, y: 0 });
      expect(decodeTile(line!).features.map(({ type }) => type)).toEqual([2]);
    });

    it('keeps ids over a reload in any order, with the new content', async () => {
      const ids = async (): Promise<number[]> =>
        (await store.page({ ...all(AREAS), limit: 10 })).map(({ id }) => id);
      const before = await ids();
      const report = await load(AREAS, AREA_FEATURES.toReversed(), 'second');
      expect(report.unchanged).toBeUndefined();
      expect(await ids()).toEqual(before);
      await load(AREAS, AREA_FEATURES.slice(0, 2), 'third');
      expect(await ids()).toHaveLength(2);
      expect((await store.status('areas'))?.count).toBe(2);
      await load(AREAS, AREA_FEATURES, 'first');
      expect(await ids()).toEqual(before);
    });

    it('does nothing when definition and input are the same', async () => {
      const report = await load(AREAS, [], 'first');
      expect(report).toMatchObject({ unchanged: true, loaded: 3 });
    });

    it('stores a raster without change', async () => {
      const relief = dataset('relief', 'raster', []);
      const raster = {
        bounds: [8, -14, 32, 12],
        width: 3,
        height: 2,
        values: Uint8Array.of(0, 1, 2, 253, 254, 255),
      } as const;
      await loadDataset(relief, { kind: 'raster', digest: 'r', raster }, LEVELS, store);
      const kept = (await store.raster('relief'))!;
      expect({ ...kept, values: Uint8Array.from(kept.values) }).toEqual(raster);
      expect(await store.raster('areas')).toBeNull();
      // The northern row, from -1 to 12 degrees, without half of its first cell.
      const ring = [[12, -1], [40, -1], [40, 20], [12, 20], [12, -1]]; // prettier-ignore
      const geometry = packQuery({ type: 'Polygon', coordinates: [ring] });
      const asked = { geometry, timeout: 5_000 };
      const { areas, step } = (await store.cells({ dataset: 'relief', ...asked }))!;
      expect(step).toBe(13);
      expect(areas[0]! / areas[1]!).toBeCloseTo(0.5, 9);
      expect(areas[1]! / areas[2]!).toBeCloseTo(1, 9);
      expect(areas.slice(3).every((land) => Math.abs(land) < 1)).toBe(true);
      expect(await store.cells({ dataset: 'areas', ...asked })).toBeNull();
      expect(await store.feature({ dataset: 'relief', fields: [] }, 1)).toBeNull();
      await store.remove('relief');
      expect(await store.status('relief')).toBeNull();
    });

    it('has a version for the levels that may view, which hidden fields never change', async () => {
      const versions = async (): Promise<Readonly<Record<string, string>>> =>
        (await store.status('places'))!.versions;
      const openCut = all(PLACES, { fields: ['name', 'people'] });
      const openTile = () => store.tile({ layer: 'places', cuts: [openCut], z: 6, x: 33, y: 31 });
      const tileBefore = await openTile();
      const first = await versions();
      expect(first['everyone']).not.toBe(first['members']);
      expect(first['members']).toBe(first['trusted']);
      const changed = PLACE_FEATURES.map((item) =>
        JSON.parse(JSON.stringify(item).replaceAll('+1 555', '+9 999')),
      );
      await load(PLACES, changed, 'hidden field changed');
      const second = await versions();
      expect(second['everyone']).toBe(first['everyone']);
      expect(Buffer.from((await openTile())!)).toEqual(Buffer.from(tileBefore!));
      expect(second['members']).not.toBe(first['members']);
      const secret: Dataset = {
        ...PLACES,
        id: 'secret',
        permission: { ...PLACES.permission, view: MEMBERS },
        fields: new Map([...PLACES.fields].map(([key, f]) => [key, { ...f, permission: MEMBERS }])),
      };
      await load(secret, PLACE_FEATURES);
      expect(Object.keys((await store.status('secret'))!.versions)).toEqual(['members', 'trusted']);
      await store.remove('secret');
    });

    it('does not use restricted keys for ids', async () => {
      const fields = new Map(PLACES.fields);
      fields.set('code', field('code', 'integer', { permission: MEMBERS }));
      const hidden: Dataset = { ...PLACES, id: 'hidden-key', fields };
      await load(hidden, PLACE_FEATURES);
      const page = await store.page({ dataset: 'hidden-key', fields: [], limit: 10 });
      expect(page).toHaveLength(4);
      expect(page.map(({ id }) => id)).not.toContain(30);
      await store.remove('hidden-key');
    });

    it('restricts a project’s copy to the features that touch its bounds', async () => {
      const cut: Dataset = {
        ...AREAS,
        id: 'areas@story',
        within: { of: 'areas', project: 'story', bounds: [10.2, 1.1, 12, 3] },
      };
      const report = await load(cut, AREA_FEATURES);
      expect(report).toMatchObject({ read: 3, loaded: 1, leftOut: 2 });
      const [only] = await store.page({ ...all(cut), limit: 2 });
      expect(only?.properties['name']).toBe('east');
    });

    it('keeps features with a repeated key under other ids, and reports them', async () => {
      const twice = [
        point(1, 1, { code: 5, name: 'a' }),
        point(2, 1, { code: 5, name: 'b' }),
        point(1, 1, { code: 5, name: 'a' }),
      ];
      const set: Dataset = { ...PLACES, id: 'twice' };
      const report = await load(set, twice);
      expect(report.loaded).toBe(3);
      expect(report.duplicateKeys).toHaveLength(2);
      const page = await store.page({ ...all(set), limit: 10 });
      expect(page.map(({ id }) => id)).toContain(5);
      expect(page.map(({ properties }) => properties['name']).sort()).toEqual(['a', 'a', 'b']);
    });

    it('keeps the old version when a load fails', async () => {
      const before = await store.page({ ...all(AREAS), limit: 10 });
      function* broken(): Generator<unknown> {
        yield AREA_FEATURES[0];
        throw new Error('the file ends');
      }
      const input = { kind: 'features', digest: 'broken', features: broken() } as const;
      await expect(loadDataset(AREAS, input, LEVELS, store)).rejects.toThrow('the file ends');
      expect(await store.page({ ...all(AREAS), limit: 10 })).toEqual(before);
      const version = await store.begin({ dataset: 'areas', geometry: 'polygon', fields: [] });
      await version.abandon();
      expect(await store.page({ ...all(AREAS), limit: 10 })).toEqual(before);
    });

    it('answers while versions are replaced', async () => {
      let done = false;
      const reading = (async () => {
        let answers = 0;
        for (; !done || answers === 0; answers++) {
          const page = await store.page({ ...all(AREAS), limit: 10 });
          expect(page).toHaveLength(3);
        }
        return answers;
      })();
      for (let turn = 0; turn < 5; turn++) await load(AREAS, AREA_FEATURES, `turn ${turn}`);
      done = true;
      expect(await reading).toBeGreaterThan(0);
    });
  });
}
