import type { Feature, LineString, Polygon } from 'geojson';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import { makePolygons, POLYGON_REGION, seededRandom } from '../../bench/geometry/polygons.ts';
import { dataset, field, LEVELS, PARCELS } from './datasets.ts';
import { makeLines, makePoints } from './make-features.ts';
import { REAL_FILES, realFeatures } from './real-features.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';
import { TEST_STORES } from './stores.ts';
import { NIGHTLY } from '../../size.ts';

const AREAS = NIGHTLY ? 200 : 20;
const FEATURES = NIGHTLY ? 4_000 : 800;
/** Features under one area: polygons that overlap their neighbours a little, and points. */
const MANY = NIGHTLY ? 100_000 : 1_000;
const TIMEOUT = NIGHTLY ? 900_000 : 120_000;
/** The time limit of an analysis in the shipped atlas, in milliseconds. */
const LIMIT = 20_000;
/** The largest difference of areas, as a share. */
const PRECISION = 1e-4;
const UNITS = 1e7;
/** Edges are straight in degrees. The oracle divides those over 10 km, which are not geodesics. */
const EDGE = 0.09;

const FEEDS = { ...PARCELS.feeds, analysis: { sum: [] } };
const SETS = [
  // Files of the demonstration, and of other projects where `../shared/data` exists.
  ...REAL_FILES.map(({ id, path, kind }) => ({
    set: dataset(id, 'polygon', [field('kind', 'text')], { feeds: FEEDS }),
    features: realFeatures(path, kind),
    classes: 'kind',
  })),
  { set: { ...PARCELS, feeds: FEEDS }, features: makePolygons(FEATURES), classes: 'kind' },
  {
    // Overlapping land, which a share counts once.
    set: dataset('claims', 'polygon', [field('code', 'text'), field('kind', 'text')], {
      feeds: FEEDS,
    }),
    features: [...makePolygons(FEATURES / 8, 2), ...makePolygons(FEATURES / 16, 3)],
    classes: 'kind',
  },
  {
    set: dataset('places', 'point', [field('kind', 'text'), field('people', 'integer')]),
    features: makePoints(FEATURES).map((point, i) => ({
      ...point,
      properties: { kind: `place ${i % 4}`, people: i % 5 === 0 ? null : i },
    })),
    classes: 'kind',
    sums: ['people'],
  },
  {
    set: dataset('roads', 'line', [field('kind', 'text')], { feeds: FEEDS }),
    // The first line has edges of many degrees, which are not geodesics.
    features: [longLine(), ...makeLines(FEATURES)].map((line, i) => ({
      ...line,
      properties: { kind: `road ${i % 3}` },
    })),
    classes: 'kind',
  },
] as const;

/** Returns a line from corner to corner of the region. */
function longLine(): Feature<LineString> {
  const [west, south, east, north] = POLYGON_REGION;
  const coordinates = [[west, south], [east, north - 1], [west, north]]; // prettier-ignore
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

/** West, south, east and north in degrees. */
const CAMEROON = [9, 2, 16, 6] as const;

/** Makes stars with a seed, from some km to some hundred km wide; every second has a hole. */
function makeAreas(count: number): Polygon[] {
  const random = seededRandom(1717);
  return Array.from({ length: count }, (_, i) => {
    // Every third in the north-west, where most of the real features are.
    const [west, south, east, north] = i % 3 === 2 ? CAMEROON : POLYGON_REGION;
    const [x, y] = [west + random() * (east - west), south + random() * (north - south)];
    const radius = 0.02 * 100 ** random();
    const corners = 3 + Math.floor(random() * 30);
    const ring = (scale: number): number[][] => {
      const places = Array.from({ length: corners }, (_unused, corner) => {
        const far = radius * scale * (0.6 + 0.4 * random());
        const angle = (2 * Math.PI * corner) / corners;
        return [
          Math.round((x + far * Math.cos(angle)) * UNITS) / UNITS,
          Math.round((y + far * Math.sin(angle)) * UNITS) / UNITS,
        ];
      });
      return [...places, places[0]!];
    };
    const hole = i % 2 === 1 && corners > 6 ? [ring(0.3).reverse()] : [];
    return { type: 'Polygon', coordinates: [ring(1), ...hole] };
  });
}

/** Makes rectangles of some degrees with a hole, over most of the features. */
function makeRectangles(count: number): Polygon[] {
  const random = seededRandom(43);
  const [west, south, east, north] = POLYGON_REGION;
  return Array.from({ length: count }, () => {
    const [width, height] = [(0.3 + 0.6 * random()) * (east - west), (0.3 + 0.6 * random()) * (north - south)]; // prettier-ignore
    const [x, y] = [west + random() * (east - west - width), south + random() * (north - south - height)]; // prettier-ignore
    const ring = (inset: number): number[][] => {
      const [w, s, e, n] = [x + inset * width, y + inset * height, x + (1 - inset) * width, y + (1 - inset) * height]; // prettier-ignore
      const corners = [[w, s], [e, s], [e, n], [w, n], [w, s]]; // prettier-ignore
      return corners.map((place) => place.map((degrees) => Math.round(degrees * UNITS) / UNITS));
    };
    return { type: 'Polygon', coordinates: [ring(0), ring(0.3).reverse()] };
  });
}

/** Makes a circle that cuts the features in the corners of a region. */
function circleAround([west, south, east, north]: typeof POLYGON_REGION): Polygon {
  const ring = Array.from({ length: 720 }, (_, i) => {
    const angle = (i / 360) * Math.PI;
    return [(west + east) / 2 + 14 * Math.cos(angle), (south + north) / 2 + 14 * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** Makes parcels that are 2 % too wide and too high, so that each overlaps all its neighbours. */
function makeTenure(count: number): ReturnType<typeof makePolygons> {
  return makePolygons(count, 5).map((feature) => {
    const { geometry } = feature;
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const [x, y] = parts[0]![0]![0]!;
    const coordinates = parts.map((rings) =>
      rings.map((ring) =>
        ring.map((place) => [
          Math.round((x! + 1.02 * (place[0]! - x!)) * UNITS) / UNITS,
          Math.round((y! + 1.02 * (place[1]! - y!)) * UNITS) / UNITS,
        ]),
      ),
    );
    return { ...feature, geometry: { type: 'MultiPolygon', coordinates } };
  });
}

const postgres = findPostgres();

/** What PostGIS computes from the coordinates of the files, without the atlas. */
interface Expected {
  readonly count: number;
  readonly sum: number;
  readonly length: number;
  readonly people: number;
  readonly peopled: number;
  readonly covered: number;
  readonly nearest: number | null;
  readonly classes: Readonly<
    Record<string, readonly [count: number, area: number, length: number, people: number]>
  >;
}

class Oracle {
  readonly #client: pg.Client;

  constructor(databaseUrl: string) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await this.#client.query('CREATE EXTENSION IF NOT EXISTS postgis');
    for (const { set, features } of SETS) {
      await this.#client.query(
        `CREATE TABLE oracle_${set.id} (shape geometry, kind text, people int)`,
      );
      await this.#client.query(
        `INSERT INTO oracle_${set.id} SELECT ST_MakeValid(ST_SnapToGrid(ST_SetSRID(ST_GeomFromGeoJSON(f->>'geometry'), 4326), 1e-7)), f->'properties'->>'kind', (f->'properties'->>'people')::int
           FROM jsonb_array_elements($1::jsonb) f`,
        [JSON.stringify(features)],
      );
      await this.#client.query(`CREATE INDEX ON oracle_${set.id} USING gist (shape)`);
    }
  }

  async ask(table: string, area: Polygon): Promise<Expected> {
    const { rows } = await this.#client.query<{
      kind: string;
      count: number;
      area: number;
      length: number;
      people: number;
      peopled: number;
    }>(
      `WITH asked AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS shape)
       SELECT coalesce(kind, '') AS kind, count(*)::int AS count,
              sum(ST_Area(ST_Segmentize(ST_Intersection(t.shape, asked.shape), ${EDGE})::geography)) AS area,
              sum(CASE WHEN ST_Dimension(t.shape) = 1 THEN
                ST_Length(ST_Segmentize(ST_Intersection(t.shape, asked.shape), ${EDGE})::geography) ELSE 0 END) AS length,
              coalesce(sum(people), 0)::int AS people, count(people)::int AS peopled
         FROM asked JOIN oracle_${table} t ON ST_Intersects(t.shape, asked.shape) GROUP BY kind`,
      [JSON.stringify(area)],
    );
    const { rows: whole } = await this.#client.query<{ covered: number; nearest: number | null }>(
      `WITH asked AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS shape)
       SELECT coalesce((SELECT ST_Area(ST_Segmentize(ST_Intersection((SELECT ST_Union(t.shape) FROM oracle_${table} t
                                                       WHERE ST_Dimension(t.shape) = 2 AND ST_Intersects(t.shape, asked.shape)),
                                                     asked.shape), ${EDGE})::geography) FROM asked), 0) AS covered,
              -- Edges are straight in degrees, so long ones are not geodesic lines.
              (SELECT ST_Distance(ST_Segmentize(near.shape, 0.1)::geography, ST_Segmentize(asked.shape, 0.1)::geography)
                 FROM asked, LATERAL (SELECT shape FROM oracle_${table} ORDER BY shape <-> asked.shape LIMIT 20) near
                ORDER BY 1 LIMIT 1) AS nearest`,
      [JSON.stringify(area)],
    );
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    return {
      count,
      sum: rows.reduce((sum, row) => sum + row.area, 0),
      length: rows.reduce((sum, row) => sum + row.length, 0),
      people: rows.reduce((sum, row) => sum + row.people, 0),
      peopled: rows.reduce((sum, row) => sum + row.peopled, 0),
      covered: whole[0]!.covered,
      nearest: count > 0 ? null : whole[0]!.nearest,
      classes: Object.fromEntries(
        rows.map((row) => [row.kind, [row.count, row.area, row.length, row.people]]),
      ),
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function expectNear(what: string, found: number, expected: number): void {
  // Cut edges are in whole units of 1e-7 degrees, which is about 1 cm.
  expect(Math.abs(found - expected), what).toBeLessThanOrEqual(PRECISION * expected + 1);
}

if ('missing' in postgres) it.skip(`the analysis: not tested, because ${postgres.missing}`);
else
  describe(`the analysis of ${AREAS} areas (daily 20, nightly 200)`, { timeout: TIMEOUT }, () => {
    let cluster: Cluster;
    let oracle: Oracle;
    const stores: { readonly name: string; readonly store: Store }[] = [];
    const closes: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      cluster = await startCluster(postgres.bin);
      oracle = new Oracle(cluster.databaseUrl);
      await oracle.open();
      const [sqlite] = TEST_STORES;
      const embedded = await sqlite!.open();
      closes.push(embedded.close);
      const postgis = await openStore({ databaseUrl: cluster.databaseUrl });
      closes.push(() => postgis.close());
      stores.push({ name: 'SQLite', store: embedded.store }, { name: 'PostGIS', store: postgis });
      for (const { store } of stores)
        for (const { set, features } of SETS) {
          const input = { kind: 'features', digest: 'first', features } as const;
          await loadDataset(set, input, LEVELS, store);
        }
    }, TIMEOUT);
    afterAll(async () => {
      for (const close of closes) await close();
      await oracle?.close();
      await cluster?.stop();
    }, TIMEOUT);

    it.each(['SQLite', 'PostGIS'])(
      'equals ST_Area(geography) of PostGIS in %s: counts exactly, areas within a ten-thousandth',
      async (name) => {
        const { store } = stores.find((one) => one.name === name)!;
        let nearest = 0;
        for (const geometry of [...makeAreas(AREAS), ...makeRectangles(AREAS / 5)])
          for (const one of SETS) {
            const { set } = one;
            const classes = 'classes' in one ? one.classes : null;
            const sums = 'sums' in one ? one.sums : [];
            const query = packQuery(geometry);
            const request = {
              dataset: set.id,
              field: classes,
              sums,
              geometry: query,
              timeout: 60_000,
            };
            const found = await store.analyse(request);
            const expected = await oracle.ask(set.id, geometry);
            expect([set.id, found.count]).toEqual([set.id, expected.count]);
            if (expected.nearest !== null) {
              nearest++;
              expect(Math.abs(found.nearest!.metres - expected.nearest)).toBeLessThan(
                0.01 * expected.nearest,
              );
              const named = await store.feature({ dataset: set.id, fields: [] }, found.nearest!.id);
              expect(named).not.toBeNull();
            } else expect(found.nearest).toBeNull();
            expectNear(`length of ${set.id}`, found.length, expected.length);
            if (sums.length > 0 && found.count > 0)
              expect(found.sums).toEqual([{ value: expected.people, counted: expected.peopled }]);
            if (classes === null) continue;
            expectNear(`sum of ${set.id}`, found.area, expected.sum);
            expectNear(`land of ${set.id}`, found.covered, expected.covered);
            expect(found.values).toHaveLength(Object.keys(expected.classes).length);
            for (const { value, count, area, length, sums: added } of found.values) {
              const [times, size, metres, people] = expected.classes[String(value ?? '')]!;
              expect(count).toBe(times);
              expect(added.map((sum) => sum.value)).toEqual(sums.map(() => people));
              expectNear(`class of ${set.id}`, area, size);
              expectNear(`length of a class of ${set.id}`, length, metres);
            }
          }
        expect(nearest).toBeGreaterThan(0);
      },
    );

    it('counts overlapping land once in the share, and for each feature in the sum', async () => {
      const ring = [
        [19, -1],
        [20, -1],
        [20, 0],
        [19, 0],
        [19, -1],
      ];
      const geometry = packQuery({ type: 'Polygon', coordinates: [ring] });
      for (const { store } of stores) {
        const request = { dataset: 'claims', field: null, sums: [], geometry, timeout: 60_000 };
        const { area, covered } = await store.analyse(request);
        expect(area / covered).toBeGreaterThan(1.5);
      }
    });

    it('leaves out neighbours that only touch the edge, also in the list of what is inside', async () => {
      const square = (west: number, south: number, size = 1): Polygon => ({
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [west + size, south],
            [west + size, south + size],
            [west, south + size],
            [west, south],
          ],
        ],
      });
      const set = dataset('concessions', 'polygon', [field('name', 'text')], { feeds: FEEDS });
      const shapes = [14, 15, 16].flatMap((west) => [1, 2, 3].map((south) => square(west, south)));
      // One reaches 100 m over the edge, and a small one is inside.
      const all = [...shapes, square(16 - 0.001, 2.4, 0.2), square(15.5, 2.5, 0.001)];
      const features = all.map((geometry, i): Feature => ({
        type: 'Feature',
        geometry,
        properties: { name: `${i}` },
      }));
      const geometry = packQuery(square(15, 2));
      for (const { store } of stores) {
        const input = { kind: 'features', digest: 'neighbours', features } as const;
        await loadDataset(set, input, LEVELS, store);
        const request = { dataset: set.id, geometry, timeout: 60_000 };
        const { count, nearest } = await store.analyse({ ...request, field: null, sums: [] });
        const listed = { ...request, fields: ['name'], limit: 20 };
        const inside = await store.intersects({ ...listed, inside: true });
        expect([count, nearest]).toEqual([3, null]);
        const names = inside.map(({ properties }) => Number(properties['name']));
        expect(names.sort((a, b) => a - b)).toEqual([4, 9, 10]);
        expect(await store.intersects(listed)).toHaveLength(11);
        // Without any inside, the neighbour is the nearest outside.
        const hole = packQuery(square(16, 4));
        const outside = await store.analyse({ ...request, geometry: hole, field: null, sums: [] });
        expect(outside).toMatchObject({ count: 0, nearest: { metres: 0 } });
      }
    });

    it.each(['SQLite', 'PostGIS'])(
      `answers within its time limit with ${MANY} polygons and ${MANY} points in %s (daily 1 000, nightly 100 000)`,
      async (name) => {
        const { store } = stores.find((one) => one.name === name)!;
        const geometry = packQuery(circleAround(POLYGON_REGION));
        const sets = [
          { set: { ...PARCELS, id: 'tenure', feeds: FEEDS }, features: makeTenure(MANY) },
          {
            set: dataset('spots', 'point', [field('name', 'text')], { feeds: FEEDS }),
            features: makePoints(MANY),
          },
        ];
        for (const { set, features } of sets) {
          const input = { kind: 'features', digest: 'first', features } as const;
          await loadDataset(set, input, LEVELS, store);
          const request = { dataset: set.id, field: null, sums: [], geometry, timeout: LIMIT };
          const { count, area, covered } = await store.analyse(request);
          expect(count).toBeGreaterThan(0.8 * MANY);
          if (set.geometry !== 'polygon') continue;
          // Each is 4 % larger than its share of the land.
          expect(area / covered).toBeGreaterThan(1.03);
          expect(area / covered).toBeLessThan(1.05);
        }
      },
    );
  });
