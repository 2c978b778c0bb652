/** Which features of a layer overlap those of another, in both stores, compared with PostGIS. */
import type { Feature, Geometry } from 'geojson';
import pg from 'pg';
import type { Access, AnalysisDataset, DatasetAccess } from 'atlas-engine';
import type { Overlap } from 'atlas-engine/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import type { AnalysisContext } from '../../../server/routes/analysis/each-dataset.ts';
import {
  comparableLayers,
  findOverlaps,
  layersOf,
  type LastCompared,
} from '../../../server/routes/analysis/find-overlaps.ts';
import { DeadlineExceeded } from '../../../server/geometry/index.ts';
import type { Store } from '../../../server/store/open-store.ts';
import type {
  DatasetStore,
  Overlaps,
  OverlapsRequest,
  PageRequest,
} from '../../../server/store/store.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { dataset, field, LEVELS } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';
import { TEST_STORES } from './stores.ts';

const TIMEOUT = 120_000;
const PRECISION = 1e-3;

/** Corners are on a grid of this size in degrees, so that many features share edges only. */
const GRID = 0.05;

type Layer = 'forests' | 'plots' | 'villages';

function rounded(degrees: number): number {
  return Number(degrees.toFixed(7));
}

function shapeAt(layer: Layer, random: () => number): Geometry {
  const step = (): number => Math.round(random() * 60) * GRID;
  const [x, y] = [rounded(12 + step()), rounded(1 + step())];
  if (layer === 'villages') return { type: 'Point', coordinates: [x, y] };
  const size = (layer === 'forests' ? 2 : 5) * GRID;
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ].map((place) => place.map(rounded));
  return { type: 'Polygon', coordinates: [corners] };
}

const random = seededRandom(37);

/** Features of each layer; the names are their numbers from 1. */
const FEATURES = new Map<Layer, readonly Feature[]>(
  ([['forests', 150], ['plots', 60], ['villages', 120]] as const).map(([layer, count]) => [
    layer,
    Array.from({ length: count }, (_, i) => ({
      type: 'Feature',
      geometry: shapeAt(layer, random),
      properties: { name: String(i + 1) },
    })),
  ]),
); // prettier-ignore

/** Returns a snapshot in which everyone may analyse the layers, each with a group of its name. */
function snapshotOf(layers: readonly Layer[]): AtlasSnapshot {
  const datasets = layers.map((id): AnalysisDataset => ({
    dataset: id,
    geometry: id === 'villages' ? 'point' : 'polygon',
    group: { id: `group-${id}`, name: { en: id }, rank: 0 },
    provider: null,
    date: null,
    isFirst: false,
    title: { en: ['name'] },
    kind: null,
    labels: {},
    classes: null,
    sums: [],
    cells: null,
  }));
  const rules = layers.map((id): [string, DatasetAccess] => [
    id,
    {
      dataset: id,
      whenDenied: 'lock',
      whole: 'view',
      rank: { view: 0, analyse: 0, download: 0 },
      fields: [{ name: 'name', rank: 0 }],
    },
  ]);
  return {
    access: { datasets: new Map(rules) } as unknown as Access,
    analysis: { timeout: 10_000, datasets },
    datasets: new Map(layers.map((id) => [id, { stored: {} }])),
  } as unknown as AtlasSnapshot;
}

/** Compares two layers, one answer after the other. Also returns the numbers of results of the answers. */
async function compareAll(layer: Layer, other: Layer, context: AnalysisContext) {
  const found: Overlap[] = [];
  const sizes: number[] = [];
  let compared = 0;
  let after: LastCompared | null = null;
  const layers = layersOf(context);
  const asked = { layer: layers.get(`group-${layer}`)!, other: layers.get(`group-${other}`)! };
  for (;;) {
    const answer = await findOverlaps({ ...asked, after }, context);
    found.push(...answer.found);
    sizes.push(answer.found.length);
    compared += answer.compared;
    expect([answer.count, answer.slow]).toEqual([FEATURES.get(layer)!.length, 0]);
    if (answer.next === undefined) return { found, sizes, compared };
    const [dataset = '', id] = answer.next.split(':');
    after = { dataset, id: Number(id) };
  }
}

const postgres = findPostgres();

if ('missing' in postgres) it.skip(`overlaps: not tested, because ${postgres.missing}`);
else
  describe('layers that overlap', { timeout: TIMEOUT }, () => {
    let cluster: Cluster;
    let client: pg.Client;
    const opened: { readonly name: string; readonly store: Store; close(): Promise<void> }[] = [];
    const contextOf = (store: Store): AnalysisContext => ({
      store,
      snapshot: snapshotOf([...FEATURES.keys()]),
      visitor: { rank: 0, scopes: '', account: false },
      gone: new AbortController().signal,
    });

    /** Returns the pairs of names that PostGIS finds. */
    const pairsOf = async (layer: Layer, other: Layer): Promise<string[]> => {
      const areas = layer !== 'villages' && other !== 'villages';
      const test = areas ? "ST_Relate(a.shape, b.shape, 'T********')" : 'ST_Intersects(a.shape, b.shape)'; // prettier-ignore
      const same = layer === other ? 'AND a.name <> b.name' : '';
      const { rows } = await client.query<{ pair: string }>(
        `SELECT a.name || ' ' || b.name AS pair FROM ${layer} a, ${other} b WHERE ${test} ${same}`,
      );
      return rows.map(({ pair }) => pair).sort();
    };

    beforeAll(async () => {
      cluster = await startCluster(postgres.bin);
      client = new pg.Client({ connectionString: cluster.databaseUrl });
      await client.connect();
      await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
      for (const [layer, features] of FEATURES) {
        await client.query(`CREATE TABLE ${layer} (name text, shape geometry)`);
        await client.query(
          `INSERT INTO ${layer} SELECT f->'properties'->>'name', ST_SetSRID(ST_GeomFromGeoJSON(f->>'geometry'), 4326) FROM jsonb_array_elements($1::jsonb) f`,
          [JSON.stringify(features)],
        );
      }
      for (const { name, missing, open } of TEST_STORES) {
        if (missing !== null) continue;
        const { store, close } = await open();
        opened.push({ name, store, close });
        for (const [layer, features] of FEATURES) {
          const kind = layer === 'villages' ? 'point' : 'polygon';
          const set = dataset(layer, kind, [field('name', 'text')]);
          const input = { kind: 'features', digest: 'first', features } as const;
          await loadDataset(set, input, LEVELS, store);
        }
      }
    }, TIMEOUT);

    afterAll(async () => {
      for (const { close } of opened) await close();
      await client?.end();
      await cluster?.stop();
    });

    const PAIRS = [
      ['forests', 'plots'],
      ['villages', 'plots'],
      ['plots', 'villages'],
      ['forests', 'forests'],
    ] as const;

    it.each(PAIRS)('are found as in PostGIS, in both stores: %s and %s', async (layer, other) => {
      const expected = await pairsOf(layer, other);
      expect(expected.length).toBeGreaterThan(50);
      expect(opened.map(({ name }) => name)).toEqual(['SQLite', 'PostGIS']);
      for (const { store } of opened) {
        const { found, compared } = await compareAll(layer, other, contextOf(store));
        expect(compared).toBe(FEATURES.get(layer)!.length);
        // A feature with more of the other layer than are listed has the first ones.
        const listed = found.flatMap(({ name, others }) =>
          others.map((one) => `${name?.['en']} ${one.name?.['en']}`),
        );
        const whole = new Set(found.flatMap(({ name, more }) => (more ? [] : [name?.['en']])));
        expect(listed.every((pair) => expected.includes(pair))).toBe(true);
        const ofWhole = (pair: string): boolean => whole.has(pair.split(' ')[0]);
        expect(listed.filter(ofWhole).sort()).toEqual(expected.filter(ofWhole));
        const asked = new Set(expected.map((pair) => pair.split(' ')[0]));
        expect(new Set(found.map(({ name }) => name?.['en']))).toEqual(asked);
      }
    });

    it('have the part of each area that the other layer covers, as in PostGIS', async () => {
      const { rows } = await client.query<{ name: string; area: number; covered: number }>(
        `SELECT a.name, ST_Area(a.shape::geography) AS area,
                ST_Area(ST_Intersection(a.shape, ST_Union(b.shape))::geography) AS covered
           FROM forests a JOIN plots b ON ST_Relate(a.shape, b.shape, 'T********')
          GROUP BY a.name, a.shape`,
      );
      for (const { store } of opened) {
        const { found } = await compareAll('forests', 'plots', contextOf(store));
        expect(found).toHaveLength(rows.length);
        for (const { name, area, covered } of found) {
          const one = rows.find((row) => row.name === name?.['en'])!;
          expect(Math.abs(area! / one.area - 1)).toBeLessThan(PRECISION);
          expect(Math.abs(covered! / one.covered - 1)).toBeLessThan(PRECISION);
        }
        const villages = await compareAll('villages', 'plots', contextOf(store));
        expect(villages.found.filter((one) => one.covered !== undefined)).toEqual([]);
      }
    });

    it('have the area of each feature and of the land that each two share, as in PostGIS, the largest first', async () => {
      for (const [layer, other] of [
        ['forests', 'plots'],
        ['plots', 'plots'],
      ] as const) {
        const { rows } = await client.query<{ pair: string; area: number; shared: number }>(
          `SELECT a.name || ' ' || b.name AS pair, ST_Area(b.shape::geography) AS area,
                  ST_Area(ST_Intersection(a.shape, b.shape)::geography) AS shared
             FROM ${layer} a JOIN ${other} b ON ST_Relate(a.shape, b.shape, 'T********')`,
        );
        const expected = new Map(rows.map(({ pair, ...areas }) => [pair, areas]));
        for (const { store } of opened) {
          const { found } = await compareAll(layer, other, contextOf(store));
          for (const { name, area, covered, others } of found) {
            const shares = others.map(({ shared }) => shared!);
            expect(shares).toEqual(shares.toSorted((a, b) => b - a));
            for (const one of others) {
              const { area: whole, shared } = expected.get(`${name?.['en']} ${one.name?.['en']}`)!;
              expect(Math.abs(one.area! / whole - 1)).toBeLessThan(PRECISION);
              expect(Math.abs(one.shared! / shared - 1)).toBeLessThan(PRECISION);
            }
            // Land that several cover counts once.
            expect(covered).toBeGreaterThanOrEqual(shares[0]! * (1 - PRECISION));
            expect(covered).toBeLessThanOrEqual(area!);
          }
        }
      }
      for (const { store } of opened) {
        const { found } = await compareAll('plots', 'villages', contextOf(store));
        const areas = found.flatMap((one) => [one, ...one.others]).map(({ area }) => area);
        expect(new Set(areas)).toEqual(new Set([undefined]));
      }
    });

    it('come in answers of about 50 results, each feature once', async () => {
      for (const { store } of opened) {
        const { found, sizes } = await compareAll('forests', 'plots', contextOf(store));
        expect(sizes.length).toBeGreaterThan(1);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(51);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      }
    });

    it('count a feature as slow that is not compared in time, and go on', async () => {
      const [{ store }] = opened as [(typeof opened)[0]];
      const context = contextOf(store);
      const slow = async (request: OverlapsRequest): Promise<Overlaps | null> => {
        const found = await store.overlaps(request);
        // As a thread that needs all of its time.
        if (found?.largest.some(({ properties }) => properties['name'] === '40'))
          throw new DeadlineExceeded();
        return found;
      };
      const fast = await compareAll('plots', 'forests', context);
      const withSlow = {
        status: (id: string) => store.status(id),
        list: (request: PageRequest) => store.list(request),
        overlaps: slow,
      } as DatasetStore;
      const layers = layersOf(context);
      const asked = { layer: layers.get('group-plots')!, other: layers.get('group-forests')! };
      const answer = await findOverlaps({ ...asked, after: null }, { ...context, store: withSlow });
      const isSlow = ({ others }: Overlap): boolean =>
        others.some(({ name }) => name?.['en'] === '40');
      const left = fast.found.filter((one) => !isSlow(one));
      expect(answer.slow).toBe(fast.found.length - left.length);
      expect(answer.slow).toBeGreaterThan(0);
      expect(answer.found).toEqual(left);
    });

    it('are those that the visitor may analyse', () => {
      const context = contextOf(opened[0]!.store);
      const names = comparableLayers(context).map(({ group }) => group);
      expect(names).toEqual(['group-forests', 'group-plots', 'group-villages']);
      const rules = new Map(context.snapshot.access.datasets);
      const plots = rules.get('plots')!;
      rules.set('plots', { ...plots, rank: { ...plots.rank, analyse: 1 } });
      const access = { ...context.snapshot.access, datasets: rules };
      const denied = { ...context, snapshot: { ...context.snapshot, access } };
      expect(comparableLayers(denied).map(({ group }) => group)).toEqual([
        'group-forests',
        'group-villages',
      ]);
    });
  });
