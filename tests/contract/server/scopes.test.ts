/**
 * Grants in places, while the consent to a dataset ends. Takes over 30 s: two servers start, and compile
 * what the accounts see again each time the consent changes.
 */
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoWithdrawal, withdraw } from '../../../server/accounts/consents.ts';
import { NIGHTLY, sample, TODAY } from '../../size.ts';
import { findPostgres, startCluster, type Cluster } from '../store/postgis.ts';
import {
  addressesOf,
  crawl,
  differences,
  gatherTargets,
  postsOf,
  readable,
  type Crawl,
  type Posted,
} from './crawl.ts';
import {
  IN,
  LAST,
  SCOPES,
  START,
  startScopeSite,
  type Given,
  type Headers,
  type ScopeSite,
} from './scope-site.ts';

const TIMEOUT = 180_000;

/** Each account requests every door, and of all other addresses one in this number, others each. */
const STEP = NIGHTLY ? 8 : 48;

/** A request through each door, in the rectangle of the scopes. */
const DOORS: readonly (string | Posted)[] = [
  '/api/mvt/tile/places/6/33/31.pbf',
  '/api/features/lands/1',
  '/api/features/wells/1',
  '/api/photos/lands/views/canarywardeninlands1.jpg',
  '/api/geodata/lands/',
  '/api/geodata/tracks/',
  `/api/geodata/wells/?bbox=${IN.join(',')}`,
  '/ogc/collections/lands/items',
  '/wms?service=WMS&version=1.1.1&request=GetFeatureInfo&layers=lands&query_layers=lands&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=64&height=64&x=8&y=53&info_format=application/json',
  '/api/search?q=canary&limit=50',
  '/api/areas?q=canary',
  '/api/geodata/near?lng=10.3&lat=0.3',
  {
    url: '/api/geodata/near/',
    body: JSON.stringify({ geometry: { type: 'Point', coordinates: [10.3, 0.3] } }),
    type: 'application/json',
  },
  '/api/geodata/overlaps/',
  '/api/geodata/overlaps/?layer=lands&with=wells',
  '/api/geodata/overlaps/?layer=wells&with=lands',
  {
    url: '/api/geodata/analysis/',
    body: JSON.stringify({ geometry: square(8, -4, 20, 6), feature: 'drawn' }),
    type: 'application/json',
  },
];

function square(west: number, south: number, east: number, north: number): object {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Returns the canaries in answers that match, as `address: canary`. */
async function canariesIn(answers: Crawl, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const [address, answer] of answers)
    for (const canary of (await readable(answer)).match(pattern) ?? [])
      found.push(`${address}: ${canary}`);
  return found;
}

/** What has become of the consent to `lands`. */
const STATES = ['valid', 'expired', 'withdrawn'] as const;
type State = (typeof STATES)[number];

const GRANTS = (['everyone', 'member', 'warden', 'elder'] as const).flatMap((level) =>
  (['project', 'area', 'dataset'] as const).map((scope) => ({ level, scope })),
);
type Row = (typeof GRANTS)[number] & { readonly state: State; readonly place: number };

/** Every grant with every state. A sample has all states, with different scopes. */
const ROWS: readonly Row[] = STATES.flatMap((state, turn) =>
  GRANTS.map((_, i) => {
    const place = turn * GRANTS.length + i;
    return { ...GRANTS[(i + turn) % GRANTS.length]!, state, place };
  }),
);
const ASKED = sample(ROWS, 6);

const SITES = (['clip', 'whole'] as const).flatMap((border) =>
  (['SQLite', 'PostGIS'] as const).map((store) => ({ border, store })),
);

const nameOf = ({ level, scope }: Pick<Row, 'level' | 'scope'>): string => `${level}-${scope}`;

const rowsOf = (state: State): readonly Row[] => ASKED.filter((row) => row.state === state);

/** Returns what an account may not receive. */
function closedTo({ level, scope, state }: Row): readonly RegExp[] {
  // Levels that every account holds are worth nothing in a place.
  if (level === 'everyone' || level === 'member') return [/canary\w+/gi];
  const outside =
    scope === 'dataset' ? /canary\w+(?:in|out)(?:tracks|wells|graves)\w*/gi : /canary\w+out\w*/gi;
  return [
    outside,
    ...(scope === 'project' ? [] : [/canarywardenvalley/gi]),
    ...(level === 'warden' ? [/canaryelder\w*/gi] : []),
    ...(state === 'valid' ? [] : [/canary\w+(?:in|out)lands\w*/gi]),
  ];
}

const postgres = findPostgres();

/** Starts two servers whose atlases differ outside of the scopes only. */
async function startPair({ border, store }: (typeof SITES)[number]) {
  let cluster: Cluster | undefined;
  const startIn = async (variant: number): Promise<ScopeSite> =>
    startScopeSite(variant, {
      border,
      ...(cluster && { place: await databaseIn(cluster, `atlas${variant}`) }),
    });
  if (store === 'PostGIS' && 'bin' in postgres) cluster = await startCluster(postgres.bin);
  const sites = await Promise.all([startIn(1), startIn(2)]);
  const close = async (): Promise<void> => {
    for (const site of sites) await site.close();
    await cluster?.stop();
  };
  return { sites, close };
}

async function databaseIn({ databaseUrl }: Cluster, name: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return { databaseUrl: databaseUrl.replace(/postgres$/, name) };
}

/** Ends the consent, or lets it hold again, without waiting until the servers notice. */
async function turnTo(state: State, { setTime, accounts: { accounts } }: ScopeSite): Promise<void> {
  const decider = { by: 'command line', at: START };
  const withdrawal = { dataset: 'lands', why: 'the assembly decided so' };
  setTime(state === 'expired' ? LAST + 1 : START);
  if (state === 'withdrawn') await withdraw(accounts.store, withdrawal, decider);
  else await undoWithdrawal(accounts.store, withdrawal, decider);
}

const DOWNLOADS = '/api/geodata/prepared-dataset/';

/** Requests a file of the lands; returns the address of its job. */
async function orderLands({ app }: ScopeSite, headers: Headers): Promise<string> {
  const payload = {
    area: 'POLYGON((9 -1,18 -1,18 4,9 4,9 -1))',
    datasets: ['lands'],
    formats: ['geojson'],
    agreement: '2026-03-09',
  };
  const ordered = await app.inject({ method: 'POST', url: DOWNLOADS, headers, payload });
  if (ordered.statusCode !== 201) throw new Error(`${ordered.statusCode} ${ordered.body}`);
  return `${DOWNLOADS}${ordered.json<{ id: string }>().id}/`;
}

/** Requests a file of the lands and waits for its end; returns its address. */
async function downloadLands(site: ScopeSite, headers: Headers): Promise<string> {
  const url = await orderLands(site, headers);
  await site.until(async () => (await site.app.inject({ url, headers })).json().state === 'done');
  return `${url}file/`;
}

/** Returns the text of the files of a download, or the status of the answer without them. */
async function filesAt(
  url: string,
  { app }: ScopeSite,
  headers: Headers,
): Promise<string | number> {
  const answer = await app.inject({ url, headers });
  if (answer.statusCode !== 200) return answer.statusCode;
  const files = Object.values(unzipSync(answer.rawPayload));
  return files.map((bytes) => new TextDecoder().decode(bytes)).join();
}

describe.sequential.each(sample(SITES, SITES.length))(
  'grants in places with the rule $border in $store',
  { timeout: TIMEOUT },
  (of) => {
    if (of.store === 'PostGIS' && 'missing' in postgres) {
      it.skip(`not tested, because ${postgres.missing}`);
      return;
    }
    let pair: Awaited<ReturnType<typeof startPair>>;
    let one: ScopeSite;
    let people: Readonly<Record<string, Headers>>[];
    let others: (string | Posted)[];
    let file: string;

    beforeAll(async () => {
      pair = await startPair(of);
      one = pair.sites[0]!;
      const targets = await gatherTargets(pair.sites);
      others = [
        ...addressesOf(one.routes, { ...targets, words: ['canary', 'canarywarden'] }),
        ...(await postsOf(one.app, one.routes, targets)),
      ];
      const insider = { level: 'warden', scope: SCOPES.area };
      const given: Record<string, Given> = { insider };
      for (const { level, scope } of ASKED)
        given[nameOf({ level, scope })] = { level, scope: SCOPES[scope] };
      people = await Promise.all(pair.sites.map((site) => site.logIn(given)));
    }, TIMEOUT);
    afterAll(() => pair?.close());

    const insider = (at = 0): Headers => people[at]!['insider']!;
    const statusOf = async (site: ScopeSite, headers: Headers): Promise<number> =>
      (await site.app.inject({ url: '/api/features/lands/1', headers })).statusCode;

    /** Turns all servers to a state, in which the door of an account must have a status in time. */
    const turnAll = (state: State, status: number): Promise<void[]> =>
      Promise.all(
        pair.sites.map(async (site, at) => {
          const before = site.app.currentSnapshot().revision;
          await turnTo(state, site);
          const start = performance.now();
          const isTurned = async () => (await statusOf(site, insider(at))) === status;
          await site.until(isTurned);
          if (state !== 'valid') expect(performance.now() - start).toBeLessThan(5_000);
          await site.until(
            async () =>
              site.app.currentSnapshot().revision !== before &&
              (await site.isScoped(insider(at))) &&
              isTurned(),
          );
        }),
      );

    /** Expects that an account receives nothing that it may not see, nor what depends on it. */
    const expectClosed = async (row: Row): Promise<void> => {
      const asked = [...DOORS, ...others.filter((_, i) => (i + row.place + TODAY) % STEP === 0)];
      const [answers, same] = await Promise.all(
        pair.sites.map(({ app }, at) => crawl(app, asked, { headers: people[at]![nameOf(row)]! })),
      );
      for (const pattern of closedTo(row)) expect(await canariesIn(answers!, pattern)).toEqual([]);
      for (const [address, { headers, body }] of answers!)
        if (body.includes('canary'))
          expect([address, headers]).toEqual([address, expect.stringContaining('no-store')]);
      // A dataset has its features everywhere.
      const isPlace = row.scope !== 'dataset' || row.state !== 'valid';
      if (isPlace) expect(differences(answers!, same!)).toEqual([]);
    };
    const give = 'give $level in one $scope nothing above, and nothing that depends on the rest';

    describe('while the consent is valid', () => {
      it.each(rowsOf('valid'))(give, expectClosed, TIMEOUT);

      it('open every door inside', async () => {
        const answers = await crawl(one.app, DOORS, { headers: insider() });
        // The analysis has no names, but counts.
        const pattern = /canarywardenin\w+|"dataset":"lands".*"count":2,/g;
        const found = await canariesIn(answers, pattern);
        const closed = [...answers.keys()].filter(
          (address) => !found.some((line) => line.startsWith(address)),
        );
        expect(closed).toEqual([]);
      });

      it('give the outline of a restricted project only with its name', async () => {
        const [inProject] = Object.values(
          await one.logIn({ framed: { level: 'warden', scope: SCOPES.project } }),
        );
        const projectsOf = async (headers: Headers) => {
          const { body } = await one.app.inject({ url: '/atlas/session.en.json', headers });
          return (
            (JSON.parse(body) as { projects?: { id: string; frame?: string }[] }).projects ?? []
          );
        };
        const project = (await projectsOf(inProject!)).find(({ id }) => id === 'valley');
        const url = project?.frame ?? 'no frame';
        const asked = async (headers: Headers) => {
          const outline = { url: '/api/areas/outline?project=valley', headers };
          return [
            (await one.app.inject({ url, headers })).statusCode,
            (await one.app.inject(outline)).statusCode,
          ];
        };
        expect(await asked(inProject!)).toEqual([200, 200]);
        for (const other of [{}, insider()]) expect(await asked(other)).toEqual([404, 404]);
      });

      it('give a file of what is inside', async () => {
        file = await downloadLands(one, insider());
        const text = await filesAt(file, one, insider());
        expect(text).toContain('canarywardeninlands');
        expect(text).not.toContain('canarywardenoutlands');
      });

      it('end within five seconds of their last moment', async () => {
        const until = START + 60_000;
        const grant = { level: 'warden', scope: SCOPES.project, until };
        const { guest: headers } = await one.logIn({ guest: grant });
        const profile = await one.app.inject({ url: '/api/users/profile/', headers });
        expect(profile.json()).toMatchObject({
          groups: [],
          grants: [{ level: 'warden', project: 'valley', until: new Date(until).toISOString() }],
        });
        // The project requires the level, which another account holds for an area only.
        const session = { url: '/atlas/session.en.json' };
        const listed = async (who: Headers) =>
          (await one.app.inject({ ...session, headers: who })).body.includes('canarywardenvalley');
        expect([await listed(headers), await listed(insider())]).toEqual([true, false]);
        const own = await downloadLands(one, headers);
        const late = await orderLands(one, headers);
        one.setTime(until);
        expect(await statusOf(one, headers)).toBe(200);
        expect(await filesAt(own, one, headers)).toContain('canarywardeninlands');
        one.setTime(until + 1);
        const start = performance.now();
        await one.until(async () => (await statusOf(one, headers)) === 403);
        expect(performance.now() - start).toBeLessThan(5_000);
        const near = await one.app.inject({ url: '/api/geodata/near?lng=10.3&lat=0.3', headers });
        expect(near.statusCode).toBe(403);
        expect(await filesAt(own, one, headers)).toBe(403);
        // Neither is a file given that was being made at that moment.
        const stateOf = async (): Promise<string> =>
          (await one.app.inject({ url: late, headers })).json<{ state: string }>().state;
        await one.until(async () => /^(?:done|failed)$/.test(await stateOf()));
        expect([403, 404, 409]).toContain(await filesAt(`${late}file/`, one, headers));
        one.setTime(START);
      });
    });

    describe('after the last day of the consent', () => {
      beforeAll(() => turnAll('expired', 404), TIMEOUT);
      it.each(rowsOf('expired'))(give, expectClosed, TIMEOUT);

      it('give no file that was prepared before', async () => {
        expect(await filesAt(file, one, insider())).toBe(403);
      });
    });

    describe('after the consent was withdrawn', () => {
      beforeAll(async () => {
        await turnAll('valid', 200);
        await turnAll('withdrawn', 404);
      }, TIMEOUT);
      it.each(rowsOf('withdrawn'))(give, expectClosed, TIMEOUT);

      it('give no file that was prepared before', async () => {
        expect(await filesAt(file, one, insider())).toBe(403);
      });

      it('leave no copy of the data in the store', async () => {
        for (const { store } of pair.sites) {
          const kept = (await store.statuses()).map(({ dataset }) => dataset);
          expect(kept.filter((id) => id.startsWith('lands@@'))).toEqual([]);
          expect(kept.some((id) => id.startsWith('tracks@@'))).toBe(true);
        }
      });
    });
  },
);
