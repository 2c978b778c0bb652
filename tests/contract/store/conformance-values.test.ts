/** Stores odd values and geometries; the other requests are tested in `conformance.test.ts`. */
import type { Geometry, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dataset } from 'atlas-engine';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { StoredFeature } from '../../../server/store/store.ts';
import { dataset, field, LEVELS, searching } from './datasets.ts';
import { decodeTile } from './decode-tile.ts';
import { TEST_STORES } from './stores.ts';

const VALUES = dataset(
  'values',
  'point',
  [
    field('key', 'integer'),
    field('text', 'text'),
    field('whole', 'integer'),
    field('number', 'number'),
    field('date', 'date', { parse: ['iso', 'dd/mm/yyyy'] }),
    field('flag', 'boolean'),
    field('list', 'list'),
  ],
  { key: 'key' },
);

/** Raw values by field, and the stored values. */
const KEPT: readonly (readonly [name: string, raw: unknown, kept: unknown])[] = [
  ['text', 'Ébène, œuvre, ñandú, Ọ̀yọ́, 木, 🌳, عربي', 'Ébène, œuvre, ñandú, Ọ̀yọ́, 木, 🌳, عربي'],
  ['text', `it's "so" \\ $1 %s {a,b} NULL`, `it's "so" \\ $1 %s {a,b} NULL`],
  ['text', ' two\nlines\tand a tab ', ' two\nlines\tand a tab '],
  ['text', 'x'.repeat(100_000), 'x'.repeat(100_000)],
  // Accents are composed.
  ['text', 'e\u0301', '\u00e9'],
  ['text', '', null],
  ['text', 0, '0'],
  ['whole', Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ['whole', '-0', 0],
  ['whole', 2 ** 53, null],
  ['number', 0.1 + 0.2, 0.1 + 0.2],
  ['number', 1e300, 1e300],
  ['number', 5e-324, 5e-324],
  ['number', -1.7976931348623157e308, -1.7976931348623157e308],
  ['number', 'NaN', null],
  ['number', 123456789.12345679, 123456789.12345679],
  ['date', '1899', '1899'],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2023-02-29', null],
  ['date', '2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09Z'],
  ['date', '31/12/1999', '1999-12-31'],
  ['flag', false, false],
  ['flag', 'non', false],
  ['flag', 'perhaps', null],
  ['list', ['b', 'a', 'a'], ['b', 'a', 'a']],
  ['list', ['é,"', '[]', "'"], ['é,"', '[]', "'"]],
  ['list', [], null],
];

const ring = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Longer than the 63 bytes of a PostgreSQL name, and equal in these bytes. */
const LONG = ['première', 'seconde'].map(
  (end) => `${'Désignation officielle de la zone, '.repeat(4)}${end}`,
);
const LONG_NAMED = dataset(
  'long-named',
  'point',
  [
    field(LONG[0]!, 'text'),
    field('plain', 'integer'),
    field(LONG[1]!, 'number'),
    field('atlas field', 'boolean'),
  ],
  { feeds: searching([LONG[0]!]) },
);

/** Geometries with heights, measures, holes and several parts, by name. */
const AREAS: Readonly<Record<string, unknown>> = {
  plain: { type: 'Polygon', coordinates: [ring(10, 0, 11, 1)] },
  raised: {
    type: 'Polygon',
    coordinates: [ring(12, 0, 13, 1).map((position) => [...position, 250, 7])],
  },
  holed: {
    type: 'Polygon',
    coordinates: [ring(14, 0, 15, 1), ring(14.25, 0.25, 14.75, 0.75).toReversed()],
  },
  parted: { type: 'MultiPolygon', coordinates: [[ring(16, 0, 17, 1)], [ring(16, 2, 17, 3)]] },
  clockwise: { type: 'Polygon', coordinates: [ring(18, 0, 19, 1).toReversed()] },
  knotted: {
    type: 'Polygon',
    coordinates: [
      [
        [20, 0],
        [21, 1],
        [21, 0],
        [20, 1],
        [20, 0],
      ],
    ],
  },
  gathered: {
    type: 'GeometryCollection',
    geometries: [{ type: 'Polygon', coordinates: [ring(22, 0, 23, 1)] }],
  },
  'at the edge of the world': { type: 'Polygon', coordinates: [ring(179, -90, 180, -89)] },
};

const NOTHING: readonly (readonly [geometry: unknown, reason: string])[] = [
  [{ type: 'Polygon', coordinates: [] }, 'empty-geometry'],
  [{ type: 'MultiPolygon', coordinates: [] }, 'empty-geometry'],
  [{ type: 'GeometryCollection', geometries: [] }, 'empty-geometry'],
  [null, 'no-geometry'],
  [{ type: 'Polygon', coordinates: [ring(1, 1, 1, 1)] }, 'vanished-in-repair'],
  [{ type: 'Point', coordinates: [1, 1] }, 'wrong-kind'],
];

for (const { name, missing, open } of TEST_STORES) {
  if (missing !== null) {
    it.skip(`odd values in the ${name} store: not tested, because ${missing}`);
    continue;
  }
  describe(`the ${name} store`, () => {
    let store: Store;
    let close: () => Promise<void>;
    const areas = dataset('areas', 'polygon', [field('name', 'text')]);
    const load = (set: Dataset, features: readonly unknown[]) =>
      loadDataset(
        set,
        { kind: 'features', digest: String(features.length), features },
        LEVELS,
        store,
      );

    beforeAll(async () => {
      ({ store, close } = await open());
      await load(
        VALUES,
        KEPT.map(([key, raw], i) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [10 + i / 100, 1, 99] },
          properties: { key: i + 1, [key]: raw },
        })),
      );
    }, 60_000);
    afterAll(() => close(), 60_000);

    it.each(KEPT.map(([key, raw, kept], i) => ({ id: i + 1, key, raw, kept })))(
      'keeps $raw as $kept ($key)',
      async ({ id, key, kept }) => {
        const feature = await store.feature({ dataset: 'values', fields: [key] }, id);
        expect(feature?.properties).toEqual({ [key]: kept });
      },
    );

    it('has the stored numbers in tiles', async () => {
      const cuts = [{ dataset: 'values', fields: ['number', 'whole'] }];
      const tile = await store.tile({ layer: 'l', cuts, z: 0, x: 0, y: 0 });
      // JavaScript readers double negative numbers first, which is not exact beyond -2^52.
      const isExact = (value: unknown): boolean =>
        Number(value) >= -(2 ** 52) || !Number.isSafeInteger(value);
      const shown = decodeTile(tile!).features.flatMap(({ id, properties }) =>
        isExact(KEPT[id - 1]![2]) ? Object.values(properties) : [],
      );
      const kept = KEPT.filter(
        ([key, , value]) => /number|whole/.test(key) && value !== null && isExact(value),
      );
      expect(shown).toEqual(kept.map(([, , value]) => value));
    });

    it('stores fields with names of any length, and distinguishes them', async () => {
      const kept = { [LONG[0]!]: 'Île', plain: -3, [LONG[1]!]: 5e-324, 'atlas field': true };
      await load(LONG_NAMED, [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [20, 1] }, properties: kept },
      ]);
      const all = { dataset: 'long-named', fields: Object.keys(kept) };
      const [feature] = await store.page({ ...all, limit: 1 });
      expect(feature!.properties).toEqual(kept);
      const tileOf = async (fields: readonly string[]) => {
        const cuts = [{ ...all, fields }];
        return decodeTile((await store.tile({ layer: 'l', cuts, z: 0, x: 0, y: 0 }))!);
      };
      expect((await tileOf(all.fields)).features).toEqual([
        expect.objectContaining({ id: feature!.id, properties: kept }),
      ]);
      expect((await tileOf([LONG[1]!])).features[0]!.properties).toEqual({ [LONG[1]!]: 5e-324 });
      const cuts = [{ ...all, fields: [LONG[0]!] }];
      const [hit] = await store.search({ cuts, words: ['ile'], limit: 1 });
      expect(hit!.properties).toEqual({ [LONG[0]!]: 'Île' });
      const shapes = {
        ...all,
        fields: [LONG[1]!],
        bbox: [19, 0, 21, 2],
        tier: 'full',
        limit: 1,
      } as const;
      expect((await store.shapes(shapes)).values).toEqual([[5e-324]]);
    });

    it('returns pages in a box without missing or repeated features', async () => {
      const bbox = [10.05, 0.5, 10.15, 1] as const;
      const ids: number[] = [];
      for (let after = 0; ; after = ids.at(-1)!) {
        const page = await store.page({ dataset: 'values', fields: [], bbox, after, limit: 3 });
        ids.push(...page.map(({ id }) => id));
        if (page.length < 3) break;
      }
      expect(ids).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    });

    it('finds nothing in a box without features, nor after the last feature', async () => {
      const cut = { dataset: 'values', fields: [], limit: 5 };
      expect(await store.page({ ...cut, bbox: [-10, -10, -9, -9] })).toEqual([]);
      expect(await store.page({ ...cut, after: KEPT.length })).toEqual([]);
      expect(await store.feature(cut, Number.MAX_SAFE_INTEGER)).toBeNull();
    });

    describe('with geometries of all forms', () => {
      let page: readonly StoredFeature[];
      const named = (wanted: string): Geometry =>
        page.find(({ properties }) => properties['name'] === wanted)!.geometry;
      const touching = async (geometry: Geometry): Promise<unknown[]> => {
        const search = {
          dataset: 'areas',
          fields: ['name'],
          limit: 10,
          timeout: 5e3,
          geometry: packQuery(geometry),
        };
        return (await store.intersects(search)).map(({ properties }) => properties['name']).sort();
      };
      const at = (x: number, y: number): Promise<unknown[]> =>
        touching({ type: 'Point', coordinates: [x, y] });

      beforeAll(async () => {
        const report = await load(areas, [
          ...Object.entries(AREAS).map(([key, geometry]) => ({
            type: 'Feature',
            geometry,
            properties: { name: key },
          })),
          ...NOTHING.map(([geometry]) => ({ type: 'Feature', geometry, properties: {} })),
        ]);
        expect(report.rejected.map(({ reason }) => reason)).toEqual(
          NOTHING.map(([, reason]) => reason),
        );
        expect(report).toMatchObject({ loaded: Object.keys(AREAS).length, repaired: 1 });
        page = await store.page({ dataset: 'areas', fields: ['name'], limit: 20 });
      });

      it('drops heights and measures', () => {
        expect(named('raised')).toEqual({ type: 'Polygon', coordinates: [ring(12, 0, 13, 1)] });
      });

      it('keeps holes and parts, and orients rings as in RFC 7946', () => {
        expect(named('holed')).toEqual(AREAS['holed']);
        expect(named('parted')).toEqual(AREAS['parted']);
        expect(named('clockwise').type).toBe('Polygon');
        expect(
          signedArea((named('clockwise') as { coordinates: Position[][] }).coordinates[0]!),
        ).toBe(1);
        expect(named('gathered')).toEqual({ type: 'Polygon', coordinates: [ring(22, 0, 23, 1)] });
      });

      it('repairs a self-intersecting polygon into two parts', () => {
        const { type, coordinates } = named('knotted') as {
          type: string;
          coordinates: Position[][][];
        };
        expect(type).toBe('MultiPolygon');
        expect(coordinates.map(([outer]) => signedArea(outer!))).toEqual([0.25, 0.25]);
      });

      it('finds nothing in a hole, but its edge and its surroundings', async () => {
        expect(await at(14.5, 0.5)).toEqual([]);
        expect(await at(14.25, 0.5)).toEqual(['holed']);
        expect(await at(14.1, 0.5)).toEqual(['holed']);
        expect(
          await touching({ type: 'Polygon', coordinates: [ring(14.3, 0.3, 14.7, 0.7)] }),
        ).toEqual([]);
      });

      it('finds each part, and nothing between the parts', async () => {
        expect(await at(16.5, 2.5)).toEqual(['parted']);
        expect(await at(16.5, 1.5)).toEqual([]);
      });

      it('finds features inside the query, around it, across it and at its corner', async () => {
        const polygon = (...corners: [number, number, number, number]): Geometry => ({
          type: 'Polygon',
          coordinates: [ring(...corners)],
        });
        expect(await touching(polygon(9, -1, 13.5, 2))).toEqual(['plain', 'raised']);
        expect(await touching(polygon(10.4, 0.4, 10.6, 0.6))).toEqual(['plain']);
        expect(await touching(polygon(11, 1, 12, 2))).toEqual(['plain', 'raised']);
        const line = {
          type: 'LineString',
          coordinates: [
            [9, 0.5],
            [13.5, 0.5],
          ],
        } as const;
        expect(await touching(line as unknown as Geometry)).toEqual(['plain', 'raised']);
        const points = {
          type: 'MultiPoint',
          coordinates: [
            [10, 0],
            [22.5, 0.5],
          ],
        } as const;
        expect(await touching(points as unknown as Geometry)).toEqual(['gathered', 'plain']);
      });

      it('finds features at the edge of the world', async () => {
        expect(await at(180, -90)).toEqual(['at the edge of the world']);
        const whole = await store.page({
          dataset: 'areas',
          fields: [],
          bbox: [-180, -90, 180, 90],
          limit: 20,
        });
        expect(whole).toHaveLength(Object.keys(AREAS).length);
      });
    });
  });
}

function signedArea(outer: readonly Position[]): number {
  const sum = outer.reduce((total, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = outer[(i + 1) % outer.length]!;
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.round(sum * 500_000) / 1_000_000;
}
