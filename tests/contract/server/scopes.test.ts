import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../size.ts';
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
import { IN, SCOPES, START, startScopeSite, type ScopeSite } from './scope-site.ts';

const TIMEOUT = 180_000;

type Headers = Readonly<Record<string, string>>;

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

const CASES = (['warden', 'elder'] as const).flatMap((level) =>
  (['project', 'area', 'dataset'] as const).map((scope) => ({ level, scope })),
);

const RULES = sample(['clip', 'whole'] as const, 2);

describe.sequential.each(RULES)('scopes with the rule %s', (border) => {
  let one: ScopeSite;
  let other: ScopeSite;
  let asked: (string | Posted)[];

  beforeAll(async () => {
    [one, other] = [await startScopeSite(1, { border }), await startScopeSite(2, { border })];
    const targets = await gatherTargets([one, other]);
    const all = [
      ...addressesOf(one.routes, { ...targets, words: ['canary', 'canarywarden'] }),
      ...(await postsOf(one.app, one.routes, targets)),
    ];
    asked = [...DOORS, ...sample(all, 40)];
  }, TIMEOUT);
  afterAll(async () => {
    await one?.close();
    await other?.close();
  });

  it.each(CASES)(
    'give $level in one $scope nothing above, and nothing that depends on the rest',
    async ({ level, scope }) => {
      const grants = [{ level, scope: SCOPES[scope] }];
      const name = `${level}-${scope}`;
      const answers = await crawl(one.app, asked, { headers: await one.logIn(name, grants) });
      const above = level === 'warden' ? /canaryelder\w*/gi : /(?!)/g;
      expect(await canariesIn(answers, above)).toEqual([]);
      const outside =
        scope === 'dataset'
          ? /canary\w+(?:in|out)(?:tracks|wells|graves)\w*/gi
          : /canary\w+out\w*/gi;
      expect(await canariesIn(answers, outside)).toEqual([]);
      if (scope === 'dataset') return;
      const others = await crawl(other.app, asked, { headers: await other.logIn(name, grants) });
      expect(differences(answers, others)).toEqual([]);
      for (const [address, { headers, body }] of answers)
        if (body.includes('canary'))
          expect([address, headers]).toEqual([address, expect.stringContaining('no-store')]);
    },
    TIMEOUT,
  );

  it('open every door inside', async () => {
    const headers: Headers = await one.logIn('insider', [{ level: 'warden', scope: SCOPES.area }]);
    const answers = await crawl(one.app, DOORS, { headers });
    // The analysis has no names, but counts.
    const found = await canariesIn(answers, /canarywardenin\w+|"dataset":"lands".*"count":2,/g);
    const closed = [...answers.keys()].filter(
      (address) => !found.some((line) => line.startsWith(address)),
    );
    expect(closed).toEqual([]);
  });

  it('end within five seconds of their last moment', async () => {
    const until = START + 60_000;
    const grants = [{ level: 'warden', scope: SCOPES.project, until }];
    const headers = await one.logIn('guest', grants);
    const get = (url: string) => one.app.inject({ url, headers });
    const profile = await get('/api/users/profile/');
    expect(profile.json()).toMatchObject({
      groups: [],
      grants: [{ level: 'warden', project: 'valley', until: new Date(until).toISOString() }],
    });
    one.setTime(until);
    expect((await get('/api/features/lands/1')).statusCode).toBe(200);
    one.setTime(until + 1);
    const start = performance.now();
    await one.until(async () => (await get('/api/features/lands/1')).statusCode === 403);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect((await get('/api/geodata/near?lng=10.3&lat=0.3')).statusCode).toBe(403);
    one.setTime(START);
  });
});
