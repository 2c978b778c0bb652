/**
 * Takes over 30 s: every rank analyses in both stores, and again after everything above it was
 * emptied.
 */
import type { Polygon } from 'geojson';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnalysisAnswer, AnalysisLine, NearAnswer, NearLayer } from 'atlas-engine/http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Asker } from '../../../server/access/asker.ts';
import { DeadlineExceeded } from '../../../server/geometry/index.ts';
import { DEFAULT_LIMITS } from '../../../server/http/limits.ts';
import { analyseDatasets } from '../../../server/routes/analysis/analyse-datasets.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { Analysed, AnalyseRequest } from '../../../server/store/store.ts';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { logIn } from './log-in.ts';
import { largeRing, polygonText, watchMainThread } from './main-thread.ts';
import { LEVELS, type LevelId } from './secrets.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
const LINES = { accept: 'application/x-ndjson' };
const MOST = DEFAULT_LIMITS.analysesPerAddress;
const SEEDS = { member: 1, warden: 1, elder: 1 };

/** The file of each restricted dataset, and the rank that may analyse it. */
const RESTRICTED = { ledger: 1, nests: 2, graves: 3, shrines: 3 } as const;

/** An address of the database or nothing, for the two stores. */
type Place = { readonly databaseUrl: string } | undefined;

/** Starts the guarded atlas, with the datasets above a rank emptied. */
function startEmptied(rank: number, place: Place): Promise<GuardedServer> {
  return startGuardedServer(SEEDS, {
    ...(place && { place }),
    change: ({ configDir }) => {
      const above = Object.entries(RESTRICTED).filter(([, needed]) => needed > rank);
      for (const [name] of above)
        writeFileSync(
          join(configDir, `data/${name}.geojson`),
          '{"type":"FeatureCollection","features":[]}',
        );
      allowEmpty(configDir);
    },
  });
}

/** Without it, the check rejects empty datasets. */
function allowEmpty(configDir: string): void {
  for (const file of ['wells.yaml', 'locked.yaml', 'hidden.yaml']) {
    const path = join(configDir, file);
    const part = JSON.parse(readFileSync(path, 'utf8')) as { datasets: object[] };
    const datasets = part.datasets.map((one) =>
      'geometry' in one && one.geometry !== 'raster' ? { ...one, 'allow-empty': true } : one,
    );
    writeFileSync(path, JSON.stringify({ ...part, datasets }));
  }
}

type Box = readonly [west: number, south: number, east: number, north: number];

const EVERYWHERE: Box = [8, -4, 20, 6];

function bodyOf([west, south, east, north]: Box): {
  readonly geometry: Polygon;
  readonly feature: string;
} {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { geometry: { type: 'Polygon', coordinates: [ring] }, feature: 'drawn' };
}

/** Returns boxes around a place, each half as wide as the one before, down to 1 m. */
function shrinking([x, y]: readonly [number, number]): Box[] {
  return Array.from({ length: 18 }, (_, step) => {
    const half = 2 / 2 ** step;
    return [x - half, y - half, x + half, y + half];
  });
}

/** Returns the status, the headers except the date, and the body. */
async function analyse(
  { app }: GuardedServer,
  box: Box,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [number, object, string]> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/geodata/analysis/',
    payload: bodyOf(box),
    headers,
  });
  const { date: _, ...rest } = answer.headers;
  return [answer.statusCode, rest, answer.body];
}

/** Returns what is near, as `analyse` does. */
async function near(
  { app }: GuardedServer,
  query: Readonly<Record<string, string | number>>,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [number, object, string]> {
  const asked = new URLSearchParams(Object.entries(query).map(([key, one]) => [key, String(one)]));
  const answer = await app.inject({ url: `/api/geodata/near/?${asked}`, headers });
  const { date: _, ...rest } = answer.headers;
  return [answer.statusCode, rest, answer.body];
}

/** Returns a page of the features of a name in a box, as `analyse` does. */
async function listIn(
  { app }: GuardedServer,
  { name, box: [west, south, east, north] }: { readonly name: string; readonly box: Box },
  headers: Readonly<Record<string, string>>,
): Promise<readonly [number, object, string]> {
  const corners = [west, east, east, west, west].map(
    (x, i) => `${x} ${[south, south, north, north, south][i]}`,
  );
  const query = new URLSearchParams({ intersects: `POLYGON((${corners.join()}))` });
  const url = `/api/geodata/${name}/?${query}&limit=5&count=true`;
  const answer = await app.inject({ url, headers });
  const { date: _, ...rest } = answer.headers;
  return [answer.statusCode, rest, answer.body];
}

/** Returns a place of a feature of a restricted dataset. */
async function placeIn({ store }: GuardedServer, prefix: string): Promise<[number, number]> {
  const [feature] = await store.page({ dataset: prefix, fields: [], limit: 1 });
  const { geometry } = feature!;
  if (geometry.type === 'Point') return [geometry.coordinates[0]!, geometry.coordinates[1]!];
  if (geometry.type !== 'Polygon') throw new Error(`${geometry.type} has no first corner`);
  const [x, y] = geometry.coordinates[0]![0]!;
  return [x!, y!];
}

const postgres = findPostgres();
const STORES = [
  { name: 'SQLite', missing: null },
  { name: 'PostGIS', missing: 'missing' in postgres ? postgres.missing : null },
];

for (const { name, missing } of STORES) {
  if (missing !== null) {
    it.skip(`an analysis in ${name}: not tested, because ${missing}`);
    continue;
  }
  // Permissions do not depend on the store, so one rank is enough daily in the second.
  const ranks = NIGHTLY || name === 'SQLite' ? [0, 1, 2] : [0];
  describe(`an analysis in ${name}`, { timeout: TIMEOUT }, () => {
    const clusters: Cluster[] = [];
    let full: GuardedServer;
    const emptied: GuardedServer[] = [];
    const headers = new Map<string, Readonly<Record<string, string>>>();
    const headersOf = async (server: GuardedServer, level: LevelId) => {
      const key = `${emptied.indexOf(server)} ${level}`;
      const known = headers.get(key) ?? (await logIn(server, level));
      headers.set(key, known);
      return known;
    };

    beforeAll(async () => {
      const placeOf = async (): Promise<Place> => {
        if (name === 'SQLite' || 'missing' in postgres) return undefined;
        const cluster = await startCluster(postgres.bin);
        clusters.push(cluster);
        return { databaseUrl: cluster.databaseUrl };
      };
      full = await startEmptied(LEVELS.length, await placeOf());
      for (const rank of ranks) emptied.push(await startEmptied(rank, await placeOf()));
    }, TIMEOUT);
    afterAll(async () => {
      for (const server of [full, ...emptied]) await server?.close();
      for (const cluster of clusters) await cluster.stop();
    }, TIMEOUT);

    it.each(ranks)(
      'has the same bytes for rank %i when the datasets above it are empty (PostGIS daily rank 0)',
      async (rank) => {
        const level = LEVELS[rank]!;
        const other = emptied[rank]!;
        const [mine, others] = [await headersOf(full, level), await headersOf(other, level)];
        const hidden = full.atlas.hiddenNames[0]!;
        const above = Object.entries(RESTRICTED).filter(([, needed]) => needed > rank);
        for (const [dataset] of above) {
          const place = await placeIn(full, dataset === 'shrines' ? hidden : dataset);
          for (const box of [EVERYWHERE, ...shrinking(place)]) {
            const answer = await analyse(full, box, mine);
            expect(answer[0]).toBe(200);
            expect(answer).toEqual(await analyse(other, box, others));
            const inLines = await analyse(full, box, { ...mine, ...LINES });
            expect(inLines).toEqual(await analyse(other, box, { ...others, ...LINES }));
          }
          // At a restricted feature, 1 m and 100 km from it, and of the feature itself.
          for (const away of [0, 1e-5, 1]) {
            const query = { lng: place[0] + away, lat: place[1] };
            const answer = await near(full, query, mine);
            expect(answer[0]).toBe(200);
            expect(answer).toEqual(await near(other, query, others));
          }
          const query = { dataset: dataset === 'shrines' ? hidden : dataset, id: 1 };
          expect(await near(full, query, mine)).toEqual(await near(other, query, others));
        }
      },
    );

    it('comes in lines with the results of the answer in one document, and in its order', async () => {
      for (const level of ['everyone', 'elder'] as const) {
        const session = await headersOf(full, level);
        const [status, sent, body] = await analyse(full, EVERYWHERE, { ...session, ...LINES });
        expect([status, sent]).toMatchObject([200, { 'content-type': LINES.accept }]);
        const [head, ...rest] = body.trimEnd().split('\n').map((line) => JSON.parse(line) as AnalysisLine); // prettier-ignore
        const whole = JSON.parse((await analyse(full, EVERYWHERE, session))[2]) as AnalysisAnswer;
        const { area, datasets } = whole;
        expect(head).toEqual({ area, count: datasets.length });
        expect(rest).toEqual(datasets.map((dataset, at) => ({ at, dataset })));
      }
      expect((await analyse(full, [9, 0, 9, 0], LINES))[0]).toBe(400);
    });

    it.each(ranks)(
      'has the same bytes in a list of what touches an area for rank %i (PostGIS daily rank 0)',
      async (rank) => {
        const level = LEVELS[rank]!;
        const other = emptied[rank]!;
        const [mine, others] = [await headersOf(full, level), await headersOf(other, level)];
        const hidden = full.atlas.hiddenNames[0]!;
        const above = Object.entries(RESTRICTED).filter(([, needed]) => needed > rank);
        const names = [...full.snapshot.access.geojson.keys()];
        for (const [dataset] of above) {
          const boxes = shrinking(await placeIn(full, dataset === 'shrines' ? hidden : dataset));
          for (const [step, box] of [EVERYWHERE, ...boxes].entries()) {
            // Each box is asked of one name, and the largest of all.
            for (const name of step === 0 ? names : [names[step % names.length]!]) {
              const answer = await listIn(full, { name, box }, mine);
              expect(answer).toEqual(await listIn(other, { name, box }, others));
            }
          }
        }
      },
    );

    it('lists what touches an area for those who may view it, with its number', async () => {
      const listed = async (level: LevelId) => {
        const headers = await headersOf(full, level);
        const answers = await Promise.all(
          ['posts', 'nests', 'places'].map((name) =>
            listIn(full, { name, box: EVERYWHERE }, headers),
          ),
        );
        return answers.map(([status, , body]) => {
          const { numberMatched, numberReturned } = JSON.parse(body) as Record<string, number>;
          return status === 200 ? [numberMatched, numberReturned] : status;
        });
      };
      const all = await Promise.all(LEVELS.map(listed));
      // The posts need a permission to download when the area contains all of them.
      expect(all.map(([posts]) => posts)).toEqual([401, [12, 5], [12, 5], [12, 5]]);
      expect(all.map(([, nests]) => Array.isArray(nests))).toEqual([false, false, true, true]);
      const places = all.map(([, , counts]) => (counts as number[])[0]!);
      expect(places[3]).toBeGreaterThan(places[2]!);
    });

    it('counts restricted features for those who may analyse them', async () => {
      const counted = async (server: GuardedServer, level: LevelId): Promise<string[]> => {
        const [, , body] = await analyse(server, EVERYWHERE, await headersOf(server, level));
        const { datasets } = JSON.parse(body) as { datasets: { dataset: string; count: number }[] };
        return datasets.flatMap((one) => (one.count > 0 ? [one.dataset] : [])).sort();
      };
      const open = ['cairns', 'posts', 'wells'];
      const { hiddenNames } = full.atlas;
      expect(await counted(full, 'everyone')).toEqual(open);
      expect(await counted(full, 'member')).toEqual([...open, 'ledger'].sort());
      expect(await counted(full, 'warden')).toEqual([...open, 'ledger', 'nests'].sort());
      expect(await counted(full, 'elder')).toEqual(
        [...open, 'ledger', 'nests', 'graves', hiddenNames[0]!].sort(),
      );
    });

    it('finds what is near in the layers that each level may analyse, the nearest first', async () => {
      const { hiddenNames } = full.atlas;
      const found = async (level: LevelId) => {
        const headers = await headersOf(full, level);
        const [, , body] = await near(full, { lng: 13, lat: 1 }, headers);
        const { layers } = JSON.parse(body) as NearAnswer;
        const measured = layers.flatMap((one) => ('state' in one ? [] : [one]));
        expect(measured).toHaveLength(layers.length);
        const first = measured.map(({ inside, nearest }) =>
          inside.length > 0 ? 0 : nearest[0]!.distance,
        );
        expect(first).toEqual(first.toSorted((a, b) => a - b));
        for (const { nearest } of measured) {
          const distances = nearest.map(({ distance }) => distance);
          expect(distances).toEqual(distances.toSorted((a, b) => a - b));
        }
        return layers.flatMap(({ sources }) => sources.map(({ dataset }) => dataset)).sort();
      };
      const open = ['cairns', 'posts', 'wells'];
      expect(await found('everyone')).toEqual(open);
      expect(await found('member')).toEqual([...open, 'ledger'].sort());
      expect(await found('warden')).toEqual([...open, 'ledger', 'nests'].sort());
      expect(await found('elder')).toEqual(
        [...open, 'ledger', 'nests', 'graves', hiddenNames[0]!].sort(),
      );
    });

    it('leaves out the feature whose surroundings are asked for, names it, and answers as for an unknown one below its level', async () => {
      const [well] = await full.store.page({ dataset: 'wells', fields: ['name'], limit: 1 });
      const [status, , body] = await near(full, { dataset: 'wells', id: well!.id }, {});
      const { of, layers } = JSON.parse(body) as NearAnswer;
      expect([status, of?.name?.['en'], of?.bounds.length]).toEqual([200, well!.properties['name'], 4]); // prettier-ignore
      const wells = layers.find(({ group }) => group === 'wells') as NearLayer;
      expect([...wells.inside, ...wells.nearest].map(({ id }) => id)).not.toContain(well!.id);
      expect(wells.nearest.length).toBeGreaterThan(0);
      const asked = ['wells', 'graves', full.atlas.hiddenNames[0]!, 'no-such'];
      const answers = await Promise.all(
        asked.map((dataset) => near(full, { dataset, id: 99_999 }, {})),
      );
      expect(answers.map(([one]) => one)).toEqual([404, 401, 404, 404]);
      expect(answers[2]).toEqual(answers[3]);
    });

    it('says what is wrong with a question about what is near', async () => {
      const wrong = [{}, { lng: 1 }, { lng: 181, lat: 1 }, { lng: 1, lat: 1, id: 1 }, { lng: 'x', lat: 1 }]; // prettier-ignore
      for (const query of wrong) {
        const [status, , body] = await near(full, query as Record<string, number>, {});
        expect([status, body]).toEqual([400, expect.stringMatching(/`lng`/)]);
      }
    });

    it('accepts an area with 5 000 corners, and names the fault of one that crosses itself', async () => {
      const corners = Array.from({ length: 5_000 }, (_, i) => {
        const angle = (2 * Math.PI * i) / 5_000;
        return [12 + 2 * Math.cos(angle), 1 + 2 * Math.sin(angle)];
      });
      const post = (ring: number[][]) =>
        full.app.inject({
          method: 'POST',
          url: '/api/geodata/analysis/',
          payload: { geometry: { type: 'Polygon', coordinates: [ring] }, feature: 'import' },
        });
      const answer = await post([...corners, corners[0]!]);
      expect(answer.statusCode).toBe(200);
      const crossing = await post([
        [10, 0],
        [11, 1],
        [11, 0],
        [10, 1],
        [10, 0],
      ]);
      expect(crossing.statusCode).toBe(400);
      expect(crossing.body).toContain('polygon');
    });

    it('is described in OpenAPI with an example that works', async () => {
      const { paths } = (await full.app.inject('/api/openapi.json')).json();
      const { content } = paths['/api/geodata/analysis'].post.requestBody;
      expect(Object.keys(content)).toEqual(['application/json']);
      const payload = content['application/json'].example;
      const answer = await full.app.inject({
        method: 'POST',
        url: '/api/geodata/analysis',
        payload,
      });
      expect([answer.statusCode, answer.json().area > 0]).toEqual([200, true]);
    });

    it('names the nearest feature where there is none inside', async () => {
      const box: Box = [20, 8, 20.1, 8.1];
      const [, , body] = await analyse(full, box, {});
      const { datasets } = JSON.parse(body) as {
        datasets: { dataset: string; nearest?: number; nearestName?: Record<string, string> }[];
      };
      const wells = datasets.find(({ dataset }) => dataset === 'wells')!;
      const posts = datasets.find(({ dataset }) => dataset === 'posts')!;
      const all = await full.app.inject({ url: '/api/geodata/wells/' });
      const { features } = all.json() as {
        features: { id: number; properties: { name: string } }[];
      };
      const name = wells.nearestName?.['en'];
      expect(wells.nearestName).toEqual({ en: name, fr: name });
      expect(features.map(({ properties }) => properties.name)).toContain(name);
      // Its group has no title.
      expect([typeof posts.nearest, posts.nearestName]).toEqual(['number', undefined]);
    });

    it('names datasets that are too slow, and keeps the results of the others', async () => {
      const { store, snapshot } = full;
      const slow = ['wells', 'posts', 'cairns'];
      const limits: number[] = [];
      const asSlow = (request: AnalyseRequest): Promise<Analysed> => {
        const { dataset, timeout } = request;
        if (!slow.includes(dataset)) return store.analyse(request);
        limits.push(timeout);
        // As a thread that needs all of its time.
        return sleep(timeout).then(() => Promise.reject(new DeadlineExceeded()));
      };
      const { geometry } = bodyOf(EVERYWHERE);
      const about = {
        snapshot,
        visitor: { rank: LEVELS.length - 1, scopes: '' } as Asker,
        area: { geometry: packQuery(geometry), size: 0xe8d4a51000 },
        gone: new AbortController().signal,
      };
      const cells = store.cells.bind(store);
      const limit = 2_000;
      const timed = { ...snapshot, analysis: { ...snapshot.analysis, timeout: limit } };
      const expected = await analyseDatasets({ ...about, store });
      const found = await analyseDatasets({
        ...about,
        snapshot: timed,
        store: Object.assign(Object.create(store) as typeof store, { analyse: asSlow, cells }),
      });
      expect(found.map(({ dataset }) => dataset)).toEqual(expected.map(({ dataset }) => dataset));
      for (const [i, one] of found.entries())
        if (slow.includes(one.dataset)) {
          expect(one).toMatchObject({ state: 'too-slow' });
          expect(one).not.toHaveProperty('count');
        } else expect(one).toEqual(expected[i]);
      // Each has a part of the time, so that the others are done, and then all the rest.
      expect(Math.max(...limits.slice(0, 3))).toBeLessThan(limit / 4);
      expect(Math.max(...limits)).toBeGreaterThan(limit / 2);

      const analyses = vi.spyOn(store, 'analyse').mockRejectedValueOnce(new DeadlineExceeded());
      const [status, , body] = await analyse(full, EVERYWHERE, {});
      analyses.mockRestore();
      // It was asked again, and was not too slow then.
      expect([status, body.includes('too-slow')]).toEqual([200, false]);
    });

    it('reads, measures and packs a large area outside of the main thread', async () => {
      const ring = largeRing([12, 1]);
      const geometry = { type: 'Polygon', coordinates: [ring] };
      const payload = JSON.stringify({ geometry, feature: 'import' });
      const text = polygonText(ring);
      const post = (path: string, content: string, type: string) =>
        full.app.inject({
          method: 'POST',
          url: `/api/geodata/${path}`,
          payload: content,
          headers: { 'content-type': type },
        });
      const both = async (): Promise<number[]> => [
        (await post('analysis/', payload, 'application/json')).statusCode,
        (await post('wells/?limit=5&count=true', text, 'text/plain')).statusCode,
      ];
      // The threads that read geometries start with the first ones.
      await expect.poll(both).toEqual([200, 200]);
      const end = watchMainThread();
      const statuses = await both();
      const work = end();
      expect(statuses).toEqual([200, 200]);
      expect(work).toMatchObject({ packed: 0, written: 0, measured: 0 });
      expect(work.longestJson).toBeLessThan(20_000);
    });

    it('refuses analyses above the limit of an address with 429, and answers another one', async () => {
      const post = (remoteAddress: string) =>
        full.app.inject({
          method: 'POST',
          url: '/api/geodata/analysis/',
          remoteAddress,
          payload: bodyOf([12, 1, 12.1, 1.1]),
        });
      const flood = Array.from({ length: MOST + 5 }, () => post('198.51.100.7'));
      const other = await post('198.51.100.8');
      const answers = await Promise.all(flood);
      const refused = answers.filter(({ statusCode }) => statusCode === 429);
      expect(other.statusCode).toBe(200);
      expect(refused).toHaveLength(5);
      expect(refused[0]!.headers['retry-after']).toBe('5');
      expect(refused[0]!.body).toContain(`${MOST} of these requests`);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MOST);
      // Those that ended make room again.
      expect((await post('198.51.100.7')).statusCode).toBe(200);
    });

    it('asks for the permission at each request', async () => {
      const { store } = full.accounts.accounts;
      const session = await headersOf(full, 'elder');
      const before = await analyse(full, EVERYWHERE, session);
      const account = await store.accounts.byUsername('visitor-elder');
      await store.grants.remove(account!.id, 'elder');
      // The server notices a change in the database within a second.
      await expect
        .poll(async () => (await analyse(full, EVERYWHERE, session))[2], { timeout: 5_000 })
        .not.toContain('graves');
      const after = await analyse(full, EVERYWHERE, session);
      expect(before[2]).toContain('graves');
      expect(after).toEqual(await analyse(full, EVERYWHERE, await headersOf(full, 'member')));
    });
  });
}
