/** A dataset has one title in all answers to a reader, in the words of the layer list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileAtlas } from 'atlas-engine';
import type {
  AnalysisAnswer,
  CollectionsAnswer,
  DownloadOffer,
  SearchAnswer,
} from 'atlas-engine/http';
import { readXml, type XmlElement } from './read-xml.ts';
import { openDisagreeing, openShipped, type TitledSite } from './titles-sites.ts';

const TIMEOUT = 120_000;

/** A title that an answer gives a dataset. */
interface Given {
  readonly route: string;
  readonly dataset: string;
  readonly locale: string;
  readonly title: string;
}

const inEach = (
  route: string,
  dataset: string,
  titles: Readonly<Record<string, string>>,
): Given[] => Object.entries(titles).map(([locale, title]) => ({ route, dataset, locale, title }));

type Ask = <Answer>(url: string, payload?: object) => Promise<Answer>;

/** Returns a function that sends requests of a visitor; answers are JSON, else text. */
function askerOf({ app, visitors }: TitledSite, level: string): Ask {
  const headers = visitors.get(level)!;
  return async <Answer>(url: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET';
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    const isJson = String(answer.headers['content-type']).includes('json');
    return (isJson ? answer.json() : answer.body) as Answer;
  };
}

async function analysed(ask: Ask, { model }: TitledSite): Promise<Given[]> {
  const [west, south, east, north] = model.home;
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const corner = (x: number, y: number) => [middle[0] + x / 100, middle[1] + y / 100];
  const coordinates = [[corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)]];
  const geometry = { type: 'Polygon', coordinates };
  const answer = await ask<AnalysisAnswer>('/api/geodata/analysis/', {
    geometry,
    feature: 'drawn',
  });
  return answer.datasets.flatMap(({ dataset, name }) => inEach('analysis', dataset, name));
}

async function offered(ask: Ask): Promise<Given[]> {
  const { datasets } = await ask<DownloadOffer>('/api/geodata/prepared-dataset/');
  return datasets.flatMap(({ id, title }) => inEach('download', id, title));
}

async function collected(ask: Ask, { model }: TitledSite): Promise<Given[]> {
  const { collections } = await ask<CollectionsAnswer>('/ogc/collections');
  const locale = model.locales.fallback;
  return collections.map(({ id, title }) => ({ route: 'OGC', dataset: id, locale, title: title! }));
}

async function drawn(ask: Ask, { model }: TitledSite, locale: string): Promise<Given[]> {
  const query = `service=WMS&request=GetCapabilities&version=1.3.0&language=${locale}`;
  const all = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(all)];
  return all(readXml(await ask<string>(`/wms?${query}`))).flatMap((layer): Given[] => {
    const textOf = (name: string) => layer.children.find((child) => child.name === name)?.text;
    const dataset = layer.name === 'Layer' ? textOf('Name') : undefined;
    if (dataset === undefined || !model.datasets.has(dataset)) return [];
    return [{ route: 'WMS', dataset, locale, title: textOf('Title')! }];
  });
}

async function searched(ask: Ask, { snapshot }: TitledSite, locale: string): Promise<Given[]> {
  const found: Given[] = [];
  for (const letter of 'abcdefghijklmnopqrstuvw') {
    const { results } = await ask<SearchAnswer>(
      `/api/search?q=${letter}&locale=${locale}&limit=50`,
    );
    for (const { dataset, context } of results)
      // Other datasets have a label of their own.
      if (dataset !== undefined && snapshot.search.datasets.get(dataset)!.label === null)
        found.push({ route: 'search', dataset, locale, title: context! });
  }
  return found;
}

/** Returns the titles in all answers to the visitors of a level. */
async function titlesFor(site: TitledSite, level: string): Promise<Given[]> {
  const ask = askerOf(site, level);
  const { available } = site.model.locales;
  const isLoggedIn = Object.keys(site.visitors.get(level)!).length > 0;
  const byLocale = available.flatMap((locale) => [
    drawn(ask, site, locale),
    searched(ask, site, locale),
  ]);
  const lists = [analysed(ask, site), collected(ask, site), ...(isLoggedIn ? [offered(ask)] : [])];
  return (await Promise.all([...lists, ...byLocale])).flat();
}

/** Returns the distinct titles of each dataset and language, with one route for each. */
function distinct(given: readonly Given[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const titles = new Map<string, Map<string, string>>();
  for (const { dataset, locale, title, route } of given) {
    const key = `${dataset} ${locale}`;
    titles.set(key, (titles.get(key) ?? new Map<string, string>()).set(title, route));
  }
  return titles;
}

/** The English titles of some datasets for a level; null: no answer names the dataset. */
type Expected = Readonly<Record<string, string | null>>;

const FIELDS = { 'farming-points': 'Fields – Field marked by a point' };
const WAYS = { plots: 'Plots', tracks: 'Ways – Tracks', paths: 'Ways – Paths' };

const SITES: readonly (readonly [
  atlas: string,
  open: () => Promise<TitledSite>,
  levels: readonly (readonly [level: string, expected: Expected])[],
])[] = [
  [
    'the shipped atlas',
    openShipped,
    [
      ['level-0', { 'farming-points': null, tenure: null }],
      ['signed-in', { 'farming-points': 'Fields', tenure: 'Community land tenure' }],
      ['level-1', { ...FIELDS, tenure: 'Community land tenure' }],
      ['level-2', { ...FIELDS, tenure: 'Community land tenure' }],
    ],
  ],
  [
    'an atlas of many names',
    openDisagreeing,
    [
      ['everyone', { ...WAYS, springs: 'springs', shrines: null }],
      ['member', { ...WAYS, springs: 'springs', shrines: 'shrines' }],
      ['warden', { ...WAYS, springs: 'Guarded springs', shrines: 'shrines' }],
      ['elder', { ...WAYS, springs: 'Guarded springs', shrines: 'Hidden shrines' }],
    ],
  ],
];

describe.each(SITES)('a dataset of %s', { timeout: TIMEOUT }, (_name, open, levels) => {
  let site: TitledSite;
  beforeAll(async () => {
    site = await open();
  }, TIMEOUT);
  afterAll(() => site?.close());

  it.each(levels)('has one title for %s, as in the layer list', async (level, expected) => {
    const given = await titlesFor(site, level);
    const routes = new Set(given.map(({ route }) => route));
    const isLoggedIn = level !== site.model.levels[0]!.id;
    expect([...routes].sort()).toEqual([
      'OGC',
      'WMS',
      'analysis',
      ...(isLoggedIn ? ['download'] : []),
      'search',
    ]);
    const titles = distinct(given);
    expect([...titles].filter(([, several]) => several.size > 1)).toEqual([]);
    const found = Object.keys(expected).map((dataset) => {
      const [title = null] = titles.get(`${dataset} en`)?.keys() ?? [];
      return [dataset, title] as const;
    });
    expect(Object.fromEntries(found)).toEqual(expected);
    for (const locale of site.model.locales.available) {
      const { categories } = compileAtlas(site.model, { level, locale });
      const listed = categories.flatMap(({ groups }) => groups.map(({ name }) => name));
      for (const { dataset, title } of given.filter((one) => one.locale === locale)) {
        const [name] = title.split(' – ');
        expect([...listed, dataset]).toContain(name);
      }
    }
  });
});
