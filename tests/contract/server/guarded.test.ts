/**
 * Takes over 30 s of processor time: it loads five servers, and requests every route for every
 * dataset and level about twenty times.
 */
import type { BundleIndex } from 'atlas-engine/runtime';
import type { LightMyRequestResponse } from 'fastify';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressesOf,
  crawl,
  differences,
  gatherTargets,
  postsOf,
  readable,
  type Crawl,
  type CrawlOptions,
  type Posted,
  type Targets,
} from './crawl.ts';
import { findAbove } from './find-above.ts';
import { logIn, logInNew } from './log-in.ts';
import { LEVELS } from './secrets.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

/**
 * The server that the other servers are compared with. It uses the engine, the load and the
 * embedded store of the product.
 */
let one: GuardedServer;
/** Servers like `one`. In each, all data above the level in its name are different. */
let unlike: Record<'everyone' | 'member' | 'warden', GuardedServer>;
let targets: Targets;
let addresses: string[];
let posts: Posted[];

/** Timeout in milliseconds. Each crawl sends about a thousand requests. */
const TIMEOUT = 120_000;
const PAIRS = NIGHTLY ? 10_000 : 1_000;
const VARIANTS = NIGHTLY ? 20 : 0;

/** The crawls of `one` so far, by level. */
const crawled = new Map<string | undefined, Promise<Crawl>>();

/** Requests all addresses of `one` and sends all POST requests, once for each level. */
function crawlOf(level?: string): Promise<Crawl> {
  const known = crawled.get(level);
  if (known) return known;
  const visitor = level === undefined ? {} : { level };
  const made = crawl(one.app, [...addresses, ...posts], visitor);
  crawled.set(level, made);
  return made;
}

/** Returns all requests at night, and daily every fourth, from the one at `start`. */
const sample = (asked: readonly (string | Posted)[], start: number): readonly (string | Posted)[] =>
  asked.filter((_, i) => NIGHTLY || i % 4 === start % 4);

beforeAll(async () => {
  one = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  unlike = {
    everyone: await startGuardedServer({ member: 2, warden: 2, elder: 2 }),
    member: await startGuardedServer({ member: 1, warden: 2, elder: 2 }),
    warden: await startGuardedServer({ member: 1, warden: 1, elder: 2 }),
  };
  targets = await gatherTargets([one, ...Object.values(unlike)]);
  addresses = addressesOf(one.routes, targets);
  posts = await postsOf(one.app, one.routes, targets);
}, TIMEOUT);

afterAll(async () => {
  for (const server of [one, ...Object.values(unlike)]) await server.close();
});

describe('the crawl', () => {
  it('includes every route of the server (daily a sample of the ids and versions of other datasets)', () => {
    expect(one.routes.length).toBeGreaterThan(10);
    expect(() => addressesOf([...one.routes, '/new'], targets)).toThrow('/new');
    expect(posts.length).toBeGreaterThan(10);
    expect(addresses.length).toBeGreaterThan(500);
  });
});

describe('a canary', { timeout: TIMEOUT }, () => {
  it.each([...LEVELS.entries()])(
    'above rank %i never reaches %s (daily a sample of the compressed answers)',
    async (rank, level) => {
      const session = await logIn(one, level);
      const all = [...addresses, ...posts];
      const asked = { identity: all, gzip: sample(all, rank), br: sample(all, rank + 1) };
      for (const [encoding, some] of Object.entries(asked)) {
        const headers = { ...session, 'accept-encoding': encoding };
        const answers = await crawl(one.app, some, { headers });
        expect(await findAbove(answers, one.secrets, rank)).toEqual([]);
      }
    },
  );

  it('is found at its own level, which proves that the search works', async () => {
    for (const [rank, level] of LEVELS.entries()) {
      if (rank === 0) continue;
      const texts = await Promise.all([...(await crawlOf(level)).values()].map(readable));
      const everything = texts.join('\n');
      const seen = one.secrets[level].filter((secret) => everything.includes(secret));
      expect([level, seen.length > one.secrets[level].length / 2]).toEqual([level, true]);
    }
  });

  it('is found in a picture at its own level, by its colour', async () => {
    const legend = '/wms?service=WMS&version=1.1.1&request=GetLegendGraphic&layer=hoards';
    const [answer] = [...(await crawl(one.app, [legend], { level: 'warden' })).values()];
    const colors = one.secrets.warden.filter((secret) => secret.startsWith('#'));
    const text = await readable(answer!);
    expect(colors.filter((color) => text.includes(color))).not.toEqual([]);
  });

  it('is in none of the metrics', async () => {
    await crawlOf('elder');
    const text = one.metrics.render().toLowerCase();
    expect(text).toContain('/api/features/:dataset/:id');
    for (const level of LEVELS)
      for (const secret of one.secrets[level]) expect(text).not.toContain(secret.toLowerCase());
  });

  it('is not in the output or the log of the server', async () => {
    for (const server of [one, ...Object.values(unlike)]) {
      const printed = server.output().toLowerCase();
      expect(printed).toContain('loaded in');
      for (const level of LEVELS)
        for (const secret of server.secrets[level])
          expect(printed).not.toContain(secret.toLowerCase());
    }
  });
});

describe('a session that its visitor has left, while the server cannot end it', () => {
  it(
    'gets the answers of everyone at every route (daily a sample)',
    { timeout: TIMEOUT },
    async () => {
      const { sessions } = one.accounts.accounts.store;
      const { remove } = sessions;
      const { cookie } = await logInNew(one, { username: 'left', grants: ['elder'] });
      const token = /csrftoken=([^;]+)/.exec(cookie)![1]!;
      Object.assign(sessions, {
        remove: () => Promise.reject(new Error('The database is locked.')),
      });
      try {
        const asked = sample(sample([...addresses, ...posts], 2), 0);
        const headers = { cookie: `${cookie}; logout=${token}` };
        const everyone = await crawl(one.app, asked, {});
        expect(differences(everyone, await crawl(one.app, asked, { headers }))).toEqual([]);
        // The session is still there.
        const own = await one.app.inject({ url: '/api/users/profile', headers: { cookie } });
        expect(own.statusCode).toBe(200);
      } finally {
        Object.assign(sessions, { remove });
      }
    },
  );
});

describe('restricted data', { timeout: TIMEOUT }, () => {
  it('change nothing for anonymous visitors when they are replaced (daily a sample of compressed answers, of HEAD and of POST to other routes)', async () => {
    const all = [...addresses, ...posts];
    const compressed = {
      'accept-encoding': 'gzip, br',
      'accept-language': 'en',
    };
    const plain = {};
    const ways: readonly (Required<Pick<CrawlOptions, 'headers' | 'methods'>> & {
      readonly asked: readonly (string | Posted)[];
    })[] = [
      { headers: plain, methods: ['GET'], asked: all },
      { headers: plain, methods: ['POST'], asked: sample(addresses, 0) },
      { headers: compressed, methods: ['GET'], asked: sample(all, 1) },
      { headers: compressed, methods: ['HEAD'], asked: sample(all, 0) },
    ];
    for (const { headers, methods, asked } of ways) {
      const isPlain = headers !== compressed && asked === all;
      const first = isPlain ? await crawlOf() : await crawl(one.app, asked, { headers, methods });
      const second = await crawl(unlike.everyone.app, asked, { headers, methods });
      const gets = asked.filter((one) => typeof one === 'string').length;
      expect(first.size).toBe(gets * methods.length + asked.length - gets);
      expect(differences(first, second)).toEqual([]);
    }
  });

  it.each(['member', 'warden'] as const)(
    'above %s change nothing for this level when they are replaced',
    async (level) => {
      const first = await crawlOf(level);
      const second = await crawl(unlike[level].app, [...addresses, ...posts], { level });
      expect(differences(first, second)).toEqual([]);
    },
  );

  it('are in the derived layers of tiles only for those who may see them', async () => {
    const url = '/api/mvt/tile/nests/3/4/3.pbf';
    const tile = await crawl(one.app, [url], { level: 'warden' });
    const text = await readable(tile.get(`GET ${url}`)!);
    for (const layer of ['nests:label-points', 'nests:inner-band-2', 'label-zoom'])
      expect(text).toContain(layer);
    expect(text).not.toContain('keeper');
    const elder = await crawl(one.app, [url], { level: 'elder' });
    // The features, their label points and their bands.
    expect((await readable(elder.get(`GET ${url}`)!)).split('keeper')).toHaveLength(4);
  });

  it('change answers for those who may see them', async () => {
    const kinds = [
      'GET /atlas/session.en.json',
      'GET /api/mvt/tile/graves/3/4/3.pbf',
      'GET /api/mvt/tile/wells/3/4/3.pbf',
      'GET /api/features/wells/1',
      'GET /api/geodata/places/',
      'GET /api/search?q=canary',
      'GET /wms?service=WMS&request=GetCapabilities',
      'GET /wms?service=WMS&version=1.1.1&request=GetFeatureInfo',
    ];
    const asked = addresses.filter((address) =>
      kinds.some((kind) => `GET ${address}`.startsWith(kind)),
    );
    const first = await crawl(one.app, asked, { level: 'elder' });
    const second = await crawl(unlike.everyone.app, asked, { level: 'elder' });
    const changed = differences(first, second);
    const seen = kinds.filter((kind) => changed.some((address) => address.startsWith(kind)));
    expect(seen).toEqual(kinds);
  });

  it.runIf(VARIANTS > 0)(
    VARIANTS > 0
      ? 'change nothing in many variants'
      : 'change nothing in many variants (skipped: nightly only, ATLAS_NIGHTLY=1)',
    async () => {
      const first = await crawlOf();
      for (let seed = 3; seed < 3 + VARIANTS; seed += 1) {
        const variant = await startGuardedServer({ member: seed, warden: seed, elder: seed });
        try {
          expect(differences(first, await crawl(variant.app, [...addresses, ...posts]))).toEqual(
            [],
          );
        } finally {
          await variant.close();
        }
      }
    },
    10 * TIMEOUT,
  );
});

describe('a locked group', () => {
  it('has its symbol, description and provider, and no colours of its classes', async () => {
    const page = await one.app.inject('/?lang=en');
    const [, text] = /<script[^>]*id="atlas-index"[^>]*>([\s\S]*?)<\/script>/.exec(page.body)!;
    const { categories } = JSON.parse(text!) as BundleIndex;
    const locked = categories
      .flatMap(({ groups }) => groups)
      .filter((entry) => entry.locked)
      .sort((a, b) => a.id.localeCompare(b.id));
    expect(
      locked.map(({ id, swatch, info }) => [
        id,
        swatch?.map((one) => 'color' in one && one.color),
        info,
      ]),
    ).toEqual([
      [
        'graves',
        ['#808C82'],
        {
          description: [{ type: 'paragraph', content: [{ text: 'Old graves.' }] }],
          provider: 'Keepers of the coast',
        },
      ],
      ['hoards', undefined, undefined],
      ['ledger', ['#7A6A55'], undefined],
      ['nests', ['#6B7F3A'], undefined],
    ]);
  });
});

describe('a hidden dataset', { timeout: TIMEOUT }, () => {
  it.each([undefined, 'member', 'warden'])(
    'gives %s the same answers as an unknown name',
    async (level) => {
      const visitor = level === undefined ? {} : { level };
      for (const hidden of one.atlas.hiddenNames) {
        const mine = addresses.filter((address) => address.includes(hidden));
        expect(mine.length).toBeGreaterThan(20);
        const unknown = hidden.replace(/[a-z](?=[a-z]{2})/g, 'q');
        const named = await crawl(one.app, mine, { ...visitor, methods: ['GET', 'HEAD', 'POST'] });
        for (const [address, answer] of named) {
          const [method = '', url = ''] = address.split(' ');
          const twin = await crawl(one.app, [url.replaceAll(hidden, unknown)], {
            ...visitor,
            methods: [method as 'GET'],
          });
          const [unknownAnswer] = twin.values();
          expect([address, answer]).toEqual([address, unknownAnswer]);
        }
      }
    },
  );

  it('has no effect on others: without it, all answers are the same', async () => {
    const seeds = { member: 1, warden: 1, elder: 1 };
    const without = await startGuardedServer(seeds, { withHidden: false });
    try {
      for (const level of [undefined, 'member', 'warden']) {
        const visitor = level === undefined ? {} : { level };
        const second = await crawl(without.app, [...addresses, ...posts], visitor);
        expect(differences(await crawlOf(level), second)).toEqual([]);
      }
    } finally {
      await without.close();
    }
  });

  it('exists for those who may see it', async () => {
    const [shrines, map] = one.atlas.hiddenNames;
    const ask = (url: string) => one.app.inject({ url, headers: { 'x-atlas-level': 'elder' } });
    expect((await ask(`/api/mvt/${shrines}.json`)).statusCode).toBe(200);
    expect((await ask(`/wms?request=GetLegendGraphic&layer=${map}`)).statusCode).toBe(200);
  });
});

/** A shared cache (RFC 9111): it keeps `public` answers by address and `Vary` headers. */
class SharedCache {
  hits = 0;
  readonly #kept = new Map<string, Map<string, LightMyRequestResponse>>();

  async get(url: string, headers: Record<string, string>): Promise<LightMyRequestResponse> {
    const kept = this.#kept.get(url);
    for (const [varied, answer] of kept ?? []) {
      if (this.#select(headers, String(answer.headers.vary ?? '')) !== varied) continue;
      this.hits += 1;
      return answer;
    }
    const answer = await one.app.inject({ url, headers });
    const control = String(answer.headers['cache-control']);
    if (/\bpublic\b/.test(control) && !/private|no-store/.test(control)) {
      const varied = this.#select(headers, String(answer.headers.vary ?? ''));
      this.#kept.set(url, new Map([...(kept ?? []), [varied, answer]]));
    }
    return answer;
  }

  #select(headers: Record<string, string>, vary: string): string {
    return vary
      .split(',')
      .map((name) => headers[name.trim().toLowerCase()] ?? '')
      .join('|');
  }
}

describe('a shared cache before the server', { timeout: 10 * TIMEOUT }, () => {
  it('never gives a visitor the answer for another', async () => {
    const cache = new SharedCache();
    const open = await crawlOf();
    // Few addresses, requested often, so that the cache could mix them up.
    const kept = addresses.filter((url) =>
      open.get(`GET ${url}`)!.headers.includes('public, max-age'),
    );
    expect(kept.length).toBeGreaterThan(10);
    const others = ['/', '/atlas/session.en.json', '/api/mvt/wells.json', '/api/features/wells/1'];
    const asked = fc.sample(
      fc.record({
        url: fc.constantFrom(...kept, ...kept.map((url) => url.split('?v=')[0]!), ...others),
        level: fc.constantFrom(...LEVELS),
        encoding: fc.constantFrom('identity', 'gzip', 'br'),
      }),
      { seed: SEED_OF_THE_DAY, numRuns: PAIRS },
    );
    for (const { url, level, encoding } of asked) {
      const headers = { 'x-atlas-level': level, 'accept-encoding': encoding };
      const through = await cache.get(url, headers);
      const direct = await one.app.inject({ url, headers });
      expect([url, level, through.statusCode]).toEqual([url, level, direct.statusCode]);
      expect(through.rawPayload.equals(direct.rawPayload)).toBe(true);
    }
    expect(cache.hits).toBeGreaterThan(PAIRS / 20);
  });
});

describe('caching', { timeout: TIMEOUT }, () => {
  it('never stores restricted answers, and public addresses are the same for everyone', async () => {
    const nobody = await crawlOf();
    for (const [address, answer] of await crawlOf('elder')) {
      const open = nobody.get(address)!;
      const same = open.status === answer.status && open.body.equals(answer.body);
      if (!same)
        expect([address, answer.headers]).toEqual([
          address,
          expect.stringContaining('cache-control: private, no-store'),
        ]);
      // Answers that may be cached are the same for everyone, including all headers.
      if (/cache-control: public/.test(open.headers + answer.headers)) {
        expect([address, answer]).toEqual([address, open]);
      }
    }
  });
});
