import type { Polygon } from 'geojson';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { makePolygons, POLYGON_REGION, seededRandom } from '../../bench/geometry/polygons.ts';
import { dataset, field, LEVELS, PARCELS } from './datasets.ts';
import { makeLines, makePoints } from './make-features.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';
import { TEST_STORES } from './stores.ts';

const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';
const AREAS = NIGHTLY ? 200 : 20;
const FEATURES = NIGHTLY ? 4_000 : 800;
const TIMEOUT = 120_000;
/** The largest difference of areas, as a share. */
const PRECISION = 1e-4;
const UNITS = 1e7;

const FEEDS = { ...PARCELS.feeds, analysis: true };
const SETS = [
  { set: { ...PARCELS, feeds: FEEDS }, features: makePolygons(FEATURES), classes: 'kind' },
  {
    // Overlapping land, which a share counts once.
    set: dataset('claims', 'polygon', [field('code', 'text'), field('kind', 'text')], {
      feeds: FEEDS,
    }),
    features: [...makePolygons(FEATURES / 8, 2), ...makePolygons(FEATURES / 16, 3)],
    classes: 'kind',
  },
  { set: dataset('places', 'point', [field('name', 'text')]), features: makePoints(FEATURES) },
  { set: dataset('roads', 'line', [field('name', 'text')]), features: makeLines(FEATURES) },
] as const;

/** Makes stars with a seed, from some km to some hundred km wide; every second has a hole. */
function makeAreas(count: number): Polygon[] {
  const random = seededRandom(1717);
  const [west, south, east, north] = POLYGON_REGION;
  return Array.from({ length: count }, (_, i) => {
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

const postgres = findPostgres();

/** What PostGIS computes from the coordinates of the files, without the atlas. */
interface Expected {
  readonly count: number;
  readonly sum: number;
  readonly covered: number;
  readonly nearest: number | null;
  readonly classes: Readonly<Record<string, readonly [count: number, area: number]>>;
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
      await this.#client.query(`CREATE TABLE oracle_${set.id} (shape geometry, kind text)`);
      await this.#client.query(
        `INSERT INTO oracle_${set.id} SELECT ST_SnapToGrid(ST_SetSRID(ST_GeomFromGeoJSON(f->>'geometry'), 4326), 1e-7), f->'properties'->>'kind'
           FROM jsonb_array_elements($1::jsonb) f`,
        [JSON.stringify(features)],
      );
      await this.#client.query(`CREATE INDEX ON oracle_${set.id} USING gist (shape)`);
    }
  }

  async ask(table: string, area: Polygon): Promise<Expected> {
    const { rows } = await this.#client.query<{ kind: string; count: number; area: number }>(
      `WITH asked AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS shape)
       SELECT coalesce(kind, '') AS kind, count(*)::int AS count,
              sum(ST_Area(ST_Intersection(t.shape, asked.shape)::geography)) AS area
         FROM asked JOIN oracle_${table} t ON ST_Intersects(t.shape, asked.shape) GROUP BY kind`,
      [JSON.stringify(area)],
    );
    const { rows: whole } = await this.#client.query<{ covered: number; nearest: number | null }>(
      `WITH asked AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS shape)
       SELECT coalesce((SELECT ST_Area(ST_Union(ST_CollectionExtract(ST_Intersection(t.shape, asked.shape), 3))::geography)
                 FROM asked JOIN oracle_${table} t ON ST_Intersects(t.shape, asked.shape)), 0) AS covered,
              (SELECT ST_Distance(near.shape::geography, asked.shape::geography)
                 FROM asked, LATERAL (SELECT shape FROM oracle_${table} ORDER BY shape <-> asked.shape LIMIT 20) near
                ORDER BY 1 LIMIT 1) AS nearest`,
      [JSON.stringify(area)],
    );
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    return {
      count,
      sum: rows.reduce((sum, row) => sum + row.area, 0),
      covered: whole[0]!.covered,
      nearest: count > 0 ? null : whole[0]!.nearest,
      classes: Object.fromEntries(rows.map((row) => [row.kind, [row.count, row.area]])),
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function expectNear(found: number, expected: number): void {
  // Cut edges are in whole units of 1e-7 degrees, which is about 1 cm.
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(PRECISION * expected + 1);
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
      'equals ST_Area(geography) of PostGIS in %s: counts exactly, areas within 0.01 %%',
      async (name) => {
        const { store } = stores.find((one) => one.name === name)!;
        let nearest = 0;
        for (const geometry of makeAreas(AREAS))
          for (const one of SETS) {
            const { set } = one;
            const classes = 'classes' in one ? one.classes : null;
            const request = { dataset: set.id, field: classes, geometry, timeout: 60_000 };
            const found = await store.analyse(request);
            const expected = await oracle.ask(set.id, geometry);
            expect([set.id, found.count]).toEqual([set.id, expected.count]);
            if (expected.nearest !== null) {
              nearest++;
              expect(Math.abs(found.nearest! - expected.nearest)).toBeLessThan(
                0.01 * expected.nearest,
              );
            } else expect(found.nearest).toBeNull();
            if (classes === null) continue;
            expectNear(found.area, expected.sum);
            expectNear(found.covered, expected.covered);
            expect(found.values).toHaveLength(Object.keys(expected.classes).length);
            for (const { value, count, area } of found.values) {
              const [times, size] = expected.classes[String(value ?? '')]!;
              expect(count).toBe(times);
              expectNear(area, size);
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
      const geometry: Polygon = { type: 'Polygon', coordinates: [ring] };
      for (const { store } of stores) {
        const request = { dataset: 'claims', field: null, geometry, timeout: 60_000 };
        const { area, covered } = await store.analyse(request);
        expect(area / covered).toBeGreaterThan(1.5);
      }
    });
  });
