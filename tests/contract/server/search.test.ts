import fc from 'fast-check';
import type { ClassEntry } from 'atlas-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 300;
let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const ask = (query: string, level?: string) =>
  server.app.inject({
    url: `/api/search?${query}`,
    headers: level === undefined ? {} : { 'x-atlas-level': level },
  });

interface Found {
  readonly kind: string;
  readonly id: string | number;
  readonly title: string;
  readonly dataset?: string;
}

const find = async (q: string, { level, more = '' }: { level?: string; more?: string } = {}) => {
  const answer = await ask(`q=${encodeURIComponent(q)}${more}`, level);
  expect(answer.statusCode).toBe(200);
  return (JSON.parse(answer.body) as { results: Found[] }).results;
};

/** The values of a field of elders in the store. */
const valuesOf = async (dataset: string, place: number) => {
  const field = [...server.model.datasets.get(dataset)!.fields.keys()][place]!;
  const page = await server.store.page({ dataset, fields: [field], limit: 100 });
  return page.map(({ properties }) => properties[field]).filter((value) => value !== null);
};

describe('a search', () => {
  it('finds features with their position and the groups that show them', async () => {
    expect(await find('WÉLL 12')).toEqual([
      {
        kind: 'feature',
        id: 12,
        title: 'Well 12',
        context: 'Wells',
        bbox: [12.75, 11 / 6, 12.75, 11 / 6].map((degrees) => expect.closeTo(degrees, 6)),
        center: [12.75, 11 / 6].map((degrees) => expect.closeTo(degrees, 6)),
        open: { groups: ['wells'] },
        dataset: 'wells',
        demo: true,
      },
    ]);
  });

  it('finds groups and projects in any language, and shows them in that of the reader', async () => {
    const [wells] = await find('well');
    expect(wells).toEqual({
      kind: 'group',
      id: 'wells',
      title: 'Wells',
      context: 'Water',
      bbox: expect.any(Array),
      center: expect.any(Array),
      open: { groups: ['wells'] },
    });
    expect((await find('wells', { more: '&locale=fr' }))[0]).toMatchObject({ title: 'Puits' });
    expect((await find('puits', { more: '&locale=xx' }))[0]).toMatchObject({ title: 'Wells' });
    expect((await find('coast'))[0]).toEqual({
      kind: 'project',
      id: 'coast',
      title: 'Coast',
      context: null,
      bbox: [10, -2, 16, 4],
      center: [13, 1],
      open: { groups: [], project: 'coast' },
    });
  });

  it('sorts by match and then by rank, up to the limit', async () => {
    const titles = async (more: string) => (await find('well', { more })).map(({ title }) => title);
    expect((await titles('&limit=3')).slice(1)).toEqual(['Well 12', 'Well 11']);
    expect(await titles('')).toHaveLength(10);
    expect(await titles('&limit=50')).toHaveLength(13);
    expect((await find('well 1')).map(({ title }) => title)).toEqual([
      'Well 1',
      'Well 12',
      'Well 11',
      'Well 10',
    ]);
  });

  it('finds the name and the lock of a locked group, and nothing in it', async () => {
    const graves = (found: Found[]) => found.filter(({ kind }) => kind === 'group');
    expect(graves(await find('graves'))).toEqual([
      {
        kind: 'group',
        id: 'graves',
        title: 'Graves',
        context: 'People',
        bbox: null,
        center: null,
        open: { groups: ['graves'] },
        locked: true,
      },
    ]);
    expect(graves(await find('graves', { level: 'elder' }))[0]).not.toHaveProperty('locked');
    const [name] = (await valuesOf('graves', 1)) as string[];
    for (const level of [undefined, 'member', 'warden'])
      expect(await find(name!, { ...(level && { level }) })).toEqual([]);
    expect(await find(name!, { level: 'elder' })).toMatchObject([{ dataset: 'graves' }]);
  });

  it('finds groups by keywords in any language, those with a lock too', async () => {
    for (const q of ['tomb', 'Tombs', 'sépultures', 'the burials'])
      expect([q, await find(q)]).toMatchObject([
        q,
        [{ kind: 'group', id: 'graves', locked: true }],
      ]);
    expect(await find('ur')).toEqual([]);
  });

  it('has the keywords of the groups that a visitor sees in the list', async () => {
    const keywords = async (query: string) =>
      (await server.app.inject({ url: `/api/keywords${query}` })).json<unknown>();
    expect(await keywords('')).toEqual({
      keywords: [{ group: 'graves', words: 'burial, tomb' }],
    });
    expect(await keywords('?locale=fr')).toEqual({
      keywords: [{ group: 'graves', words: 'sépulture, tombe' }],
    });
  });

  it('finds groups with a value by its labels in any language, and returns the filter', async () => {
    const dry = {
      kind: 'group',
      id: 'wells',
      title: 'Dry shaft',
      context: 'Wells',
      open: { groups: ['wells'] },
      filter: { field: 'state', value: 'dry' },
    };
    for (const q of ['dry', 'dry shafts', 'à sec', 'conduit sec'])
      expect([q, await find(q)]).toMatchObject([q, [dry]]);
    expect(await find('shaft')).toMatchObject([dry, { filter: { value: 'deep' } }]);
    expect((await find('dry', { more: '&locale=fr' }))[0]).toMatchObject({
      title: 'Conduit à sec',
      context: 'Puits',
    });
    const [group, value] = await find('dry well');
    expect([group!.title, value]).toMatchObject(['Wells', dry]);
    // A word that the group has does not list its values.
    expect((await find('wells')).filter((found) => 'filter' in found)).toEqual([]);
    expect((await find('dr')).filter((found) => 'filter' in found)).toEqual([]);
  });

  it('finds the labels of values of a restricted dataset only for those who may see it', async () => {
    const [clan] = server.model.datasets.get('graves')!.fields.values();
    const [
      {
        label,
        values: [value],
      },
    ] = clan!.classes!.entries as [ClassEntry];
    for (const level of [undefined, 'member', 'warden'])
      expect(await find(label!['en']!, { ...(level && { level }) })).toEqual([]);
    expect(await find(label!['en']!, { level: 'elder' })).toMatchObject([
      { kind: 'group', id: 'graves', title: label!['en'], filter: { value } },
    ]);
  });

  it('lists a few features of each dataset, and the datasets that have more', async () => {
    const answer = async (more: string) =>
      (await ask(`q=well&${more}`)).json() as { results: Found[]; more?: string[] };
    const few = await answer('limit=50&each=5');
    expect(few.results.map(({ kind }) => kind)).toEqual(['group', ...Array(5).fill('feature')]);
    expect(few.more).toEqual(['wells']);
    const ids = async (more: string) =>
      (await answer(`dataset=wells&${more}`)).results.map(({ id }) => id);
    const all = await ids('limit=50');
    expect(all).toHaveLength(12);
    expect([...(await ids('limit=7')), ...(await ids('limit=7&offset=7'))]).toEqual(all);
    expect((await answer('dataset=wells&limit=50')).more).toBeUndefined();
    expect((await answer('dataset=wells&limit=11')).more).toEqual(['wells']);
    expect((await answer('dataset=graves&limit=50')).results).toEqual([]);
    expect((await answer('dataset=nothing')).results).toEqual([]);
  });

  it('offers similar names when nothing has the name, and marks them', async () => {
    const answer = async (q: string) =>
      (await ask(`q=${q}`)).json() as { results: Found[]; similar?: true };
    expect(await answer('gravse')).toMatchObject({
      similar: true,
      results: [{ kind: 'project' }, { kind: 'group', id: 'graves', locked: true }],
    });
    expect(await answer('graves')).not.toHaveProperty('similar');
    expect(await answer('greivse')).toEqual({ results: [] });
    expect(await answer('gravse&dataset=wells')).toEqual({ results: [] });
  });

  it('finds features by their name and the name or a keyword of their group', async () => {
    const answer = async (q: string, level?: string) =>
      (await ask(`q=${encodeURIComponent(q)}`, level)).json() as { results: Found[] };
    expect(await answer('puits 12')).toMatchObject({ results: [{ dataset: 'wells', id: 12 }] });
    const [name] = (await valuesOf('graves', 1)) as string[];
    const unknown = await answer('tomb xyzzy');
    expect(unknown).toMatchObject({ similar: true, results: [{ kind: 'group', id: 'graves' }] });
    for (const level of [undefined, 'member', 'warden'])
      expect(await answer(`tomb ${name}`, level)).toEqual(unknown);
    expect(await answer(`tomb ${name}`, 'elder')).toMatchObject({
      results: [{ dataset: 'graves' }],
    });
  });

  it('searches a field only for those who may see it', async () => {
    const [owner] = (await valuesOf('wells', 3)) as string[];
    for (const level of [undefined, 'member'])
      expect(await find(owner!, { ...(level && { level }) })).toEqual([]);
    expect(await find(owner!, { level: 'warden' })).toMatchObject([
      { dataset: 'wells', title: expect.stringMatching(/^Well \d+$/) },
    ]);
  });

  it('reveals nothing hidden', async () => {
    const [shrines, , group] = server.atlas.hiddenNames;
    const [saint] = (await valuesOf(shrines!, 0)) as string[];
    const name = server.model.groups.find(({ id }) => id === group)!.name['en']!;
    for (const word of [saint!, name]) {
      expect(await find(word, { level: 'warden' })).toEqual([]);
      expect(await find(word, { level: 'elder' })).not.toEqual([]);
    }
  });

  it('is not cached when the result is restricted', async () => {
    expect((await ask('q=well')).headers['cache-control']).toBe('private, no-cache');
    expect((await ask('q=well', 'member')).headers['cache-control']).toBe('private, no-store');
  });

  it('answers 200 for any short text and 400 for an invalid request', async () => {
    for (const q of [
      '',
      '%20',
      'w',
      '%27%22%25',
      '%F0%9F%90%98',
      '%E2%80%AE%D9%85',
      '%00',
      'a%0D%0A',
    ])
      expect([q, (await ask(`q=${q}`)).statusCode]).toEqual([q, 200]);
    for (const query of [
      '',
      `q=${'a'.repeat(10_000)}`,
      'q=a&limit=0',
      'q=a&limit=x',
      'q=a&q=b&q=c',
    ])
      expect([query.slice(0, 20), (await ask(query)).statusCode]).toEqual([
        query.slice(0, 20),
        400,
      ]);
    for (const q of ['', '%20', '%27%22%25'])
      expect((await ask(`q=${q}`)).json()).toEqual({ results: [] });
  });

  it('finds data that no group draws, but does not list all of them for those who may not download', async () => {
    const found = await find('3', { more: '&limit=50' });
    expect(found.filter(({ dataset }) => dataset === 'mounds')).not.toEqual([]);
    const { places } = (await server.app.inject('/api/places')).json<{ places: unknown[] }>();
    expect(places).toEqual([]);
  });

  it('never fails, for any text', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).map((some) => some.toWellFormed()),
      fc.mixedCase(fc.constantFrom('well or', 'near(well, 1)', '"well', 'well*', 'w:*&!x', '|')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('', '&locale=fr', '&limit=1'), async (q, more) => {
        const { statusCode } = await ask(`q=${encodeURIComponent(q)}${more}`, 'elder');
        expect([200, 400]).toContain(statusCode);
        if ([...q].length <= 200) expect(statusCode).toBe(200);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  it('is described for programs', async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const names = paths['/api/search'].get.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['q', 'locale', 'limit', 'each', 'dataset', 'offset']);
  });
});

describe('many searches at once', () => {
  it('leave the store free for tiles: one at a time, and none for disconnected clients', async () => {
    const { store, app } = server;
    const search = store.search.bind(store);
    let [running, most, all] = [0, 0, 0];
    store.search = async (request) => {
      all += 1;
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return search(request);
    };
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask('q=w')));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect([most, all]).toEqual([1, 16]);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    let arrived = 0;
    app.server.on('request', () => (arrived += 1));
    const gone = new AbortController();
    const left = Array.from({ length: 10 }, () =>
      fetch(`${url}/api/search?q=w`, { signal: gone.signal }).catch(() => null),
    );
    while (arrived < left.length) await new Promise((resolve) => setTimeout(resolve, 1));
    gone.abort();
    await Promise.all(left);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await ask('q=w');
    store.search = search;
    expect(all).toBeLessThan(16 + left.length);
  });
});
