import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoWithdrawal, withdraw } from '../../../server/accounts/consents.ts';
import { sample } from '../../size.ts';
import { CANARY, LAST, startConsentSite, type ConsentSite } from './consent-site.ts';
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

const TIMEOUT = 120_000;

/** The same atlas twice. The second has other values in the dataset with a consent. */
let one: ConsentSite;
let other: ConsentSite;
let asked: (string | Posted)[];
let doors: string[];

const LEVELS = [undefined, 'known', 'secret'] as const;

const decider = { by: 'command line', at: LAST - 86_400_000 };

const revision = ({ app }: ConsentSite): string => app.currentSnapshot().revision;

/** Returns the addresses whose answers contain a value of the dataset. */
async function canariesIn(answers: Crawl): Promise<string[]> {
  const found: string[] = [];
  for (const [url, answer] of answers)
    if ((await readable(answer)).includes(`${CANARY} `)) found.push(url);
  return found;
}

/**
 * Expects that no answer of any level has a value of the dataset, and that every answer is the same,
 * byte by byte, as with other values.
 */
async function expectNoTrace(): Promise<void> {
  for (const level of LEVELS) {
    const visitor = level === undefined ? {} : { level };
    const answers = await crawl(one.app, asked, visitor);
    expect(await canariesIn(answers)).toEqual([]);
    expect(differences(answers, await crawl(other.app, asked, visitor))).toEqual([]);
  }
}

/** Waits until a door has another status. Fails after five seconds. */
async function turns(site: ConsentSite, url: string, status: number): Promise<void> {
  const start = performance.now();
  await site.noticed(async () => (await get(site, url)).statusCode === status);
  expect(performance.now() - start).toBeLessThan(5_000);
}

async function endsOf(site: ConsentSite, end: () => Promise<unknown> | void): Promise<void> {
  const before = revision(site);
  await end();
  await site.noticed((now) => revision(now) !== before);
}

beforeAll(async () => {
  one = await startConsentSite(1);
  other = await startConsentSite(2);
  const targets = await gatherTargets([one, other]);
  const [first] = await one.store.page({ dataset: 'springs', fields: [], limit: 1 });
  doors = doorsOf(first!.id);
  const all = [
    ...addressesOf(one.routes, { ...targets, words: ['que', CANARY, 'old'] }),
    ...(await postsOf(one.app, one.routes, targets)),
  ];
  asked = [...doors, `/api/search?q=${CANARY}`, ...sample(all, 12)];
}, TIMEOUT);
afterAll(async () => {
  await one.close();
  await other.close();
});

const get = (site: ConsentSite, url: string) => site.app.inject({ method: 'GET', url });

/** A request through each door. */
const doorsOf = (id: number | string): string[] => [
  '/api/mvt/tile/springs/6/33/31.pbf',
  '/api/mvt/springs.json',
  `/api/features/springs/${id}`,
  `/api/photos/springs/picture/${CANARY}-1.jpg`,
  '/api/geodata/springs/?bbox=9,0,10,1',
  '/ogc/collections/springs/items?bbox=9,0,10,1',
  '/wms?service=WMS&version=1.1.1&request=GetMap&layers=springs&styles=&srs=EPSG:4326&bbox=9,0,10,1&width=64&height=64&format=image/png',
];

describe.sequential('a consent', { timeout: TIMEOUT }, () => {
  it('lets everyone have the data while it holds, also in its last millisecond', async () => {
    const answers = await crawl(one.app, asked);
    const found = await canariesIn(answers);
    for (const door of ['/api/mvt/tile', '/api/features', '/api/geodata', '/ogc', '/api/search'])
      expect(found.join('\n')).toContain(door);
  });

  it('never lets an answer stay in a cache, nor a tile on the disk', async () => {
    const snapshot = one.app.currentSnapshot();
    const version = Object.values(snapshot.datasets.get('springs')!.versions)[0];
    const tile = await get(one, `/api/mvt/tile/springs/6/33/31.pbf?v=${version}`);
    expect(tile.headers['cache-control']).toBe('private, no-cache');
    const open = Object.values(snapshot.datasets.get('paths')!.versions)[0];
    const path = await get(one, `/api/mvt/tile/paths/6/33/31.pbf?v=${open}`);
    expect(path.headers['cache-control']).toContain('immutable');
    for (const url of doors) {
      const caching = String((await get(one, `${url}`)).headers['cache-control']);
      expect([url, caching]).toEqual([url, 'private, no-cache']);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    const folder = join(one.dataDir, 'tiles');
    const kept = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
    const tiles = kept.filter((name) => /6-33-31/.test(name));
    expect(tiles.length).toBe(1);
  });

  it('ends on the day after its last one, for every level, and leaves no trace of its values (daily of one address in twelve)', async () => {
    for (const url of doors) expect([url, (await get(one, url)).statusCode]).toEqual([url, 200]);
    for (const site of [one, other]) await endsOf(site, () => site.setTime(LAST + 1));
    for (const url of doors)
      expect([url, (await get(one, url)).statusCode]).not.toEqual([url, 200]);
    await expectNoTrace();
  });

  it('says in the layer list who had given it and when it ended', () => {
    const index = JSON.parse(one.app.currentSnapshot().pages.get('fr')!.index) as {
      categories: { groups: { id: string; locked?: object; ended?: object }[] }[];
    };
    const entry = index.categories
      .flatMap(({ groups }) => groups)
      .find(({ id }) => id === 'springs');
    expect(entry).toMatchObject({ locked: {}, ended: [{ by: 'le Conseil', on: '2027-03-14' }] });
  });

  it('holds again when the day is put off', async () => {
    for (const site of [one, other]) await endsOf(site, () => site.setTime(LAST));
    expect((await get(one, doors[0]!)).statusCode).toBe(200);
  });

  it('ends within five seconds of a withdrawal by another process, which the audit records', async () => {
    const why = 'the assembly decided so';
    for (const site of [one, other])
      await endsOf(site, async () => {
        await withdraw(site.accounts.accounts.store, { dataset: 'springs', why }, decider);
        await turns(site, doors[0]!, 404);
      });
    await expectNoTrace();
    const [line] = await one.accounts.accounts.store.audit.all();
    expect(line).toMatchObject({
      by: 'command line',
      action: 'withdrew consent',
      detail: `springs: ${why}`,
    });
  });

  it('withholds the data at once, before the atlas is compiled without them', async () => {
    const { store } = one.accounts.accounts;
    const why = 'a mistake';
    await endsOf(one, () => undoWithdrawal(store, { dataset: 'springs', why }, decider));
    const held = revision(one);
    one.app.withhold(new Set(['springs', 'springs@valley']));
    expect(revision(one)).toBe(held);
    for (const url of doors)
      expect([url, (await get(one, url)).statusCode]).not.toEqual([url, 200]);
    const answers = await crawl(one.app, asked);
    expect(await canariesIn(answers)).toEqual([]);
    one.app.withhold(new Set());
    expect((await get(one, doors[0]!)).statusCode).toBe(200);
  });
});

describe('the uses of a consent', { timeout: TIMEOUT }, () => {
  it('close the doors that they do not name, to every level', async () => {
    const site = await startConsentSite(1, { uses: '[view]' });
    try {
      const headers = { 'x-atlas-level': 'secret' };
      const at = async (url: string) =>
        (await site.app.inject({ method: 'GET', url, headers })).statusCode;
      expect(await at('/api/mvt/tile/springs/6/33/31.pbf')).toBe(200);
      expect(await at('/api/geodata/springs/')).toBe(404);
      expect(site.app.currentSnapshot().datasets.get('springs')?.download).toBeNull();
      const analysed = site.app.currentSnapshot().analysis.datasets.map(({ dataset }) => dataset);
      expect(analysed).toEqual(['paths']);
    } finally {
      await site.close();
    }
  });
});
