/** Finds groups, projects, places and features by their names. */
import type { Found, ListedPlace, SearchAnswer } from 'atlas-engine/http';
import { differenceOf, fitOf, groupBy, present } from 'atlas-engine/runtime';
import type { Asker } from '../../access/asker.ts';
import {
  shownTo,
  type AtlasSnapshot,
  type CatalogueEntry,
  type SearchedDataset,
} from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import { fromStore } from '../../http/errors.ts';
import type { Bounds, DatasetCut, DatasetStore, SearchHit } from '../../store/store.ts';
import { knownPlaces } from './known-places.ts';

/** Most results that are offered when nothing has the name. */
const MOST_SIMILAR = 5;

/** A search with its words in the form of `foldWords`. */
export interface Question {
  readonly words: readonly string[];
  readonly locale: string;
  /** Maximum number of results. */
  readonly limit: number;
  /** Maximum number of features of a dataset. */
  readonly each: number;
  /** The dataset whose features are found; undefined for everything. */
  readonly dataset: string | undefined;
  /** The number of the best features of that dataset that are left out. */
  readonly offset: number;
}

/** Where and for which visitor the search is made. */
export interface SearchContext {
  readonly snapshot: AtlasSnapshot;
  readonly visitor: Asker;
  readonly store: DatasetStore;
}

/**
 * Returns groups and projects, then places, then features by dataset, each the best first. When
 * nothing matches, the answer has groups, projects and places with similar names.
 */
export async function find(question: Question, context: SearchContext): Promise<SearchAnswer> {
  const { words, limit } = question;
  if (words.length === 0) return { results: [] };
  const listed = question.dataset === undefined ? entriesFor(question, context) : [];
  const { features, more } = await findFeatures(question, context);
  const results = [...listed, ...features].slice(0, limit);
  if (results.length === 0 && question.dataset === undefined) {
    const similar = await findSimilar(question, context);
    if (similar.length > 0) return { results: similar.slice(0, limit), similar: true };
  }
  return present({ results, more: more.length > 0 ? more : undefined });
}

function entriesFor(
  { words, locale }: Question,
  { snapshot, visitor }: SearchContext,
): readonly Found[] {
  return entriesOf(snapshot, visitor, locale)
    .flatMap((entry) => {
      const fit = fitOf(entry.searched, words);
      return fit === null ? [] : [{ fit, found: ofEntry(entry) }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ found }) => found);
}

/** Returns the groups and projects that a visitor sees in a language. */
export function entriesOf(
  { search }: AtlasSnapshot,
  { rank }: Asker,
  locale: string,
): readonly CatalogueEntry[] {
  return search.entries[rank]?.get(locale) ?? [];
}

/** Returns the features, places first, and the datasets that have more of them. */
async function findFeatures(
  { words, limit, each, dataset: only, offset, locale }: Question,
  { snapshot, visitor, store }: SearchContext,
): Promise<{ readonly features: readonly Found[]; readonly more: string[] }> {
  const cuts = searchedCuts(snapshot, visitor).filter(
    ({ dataset }) => only === undefined || dataset === only,
  );
  if (cuts.length === 0) return { features: [], more: [] };
  const most = Math.min(each, limit);
  // One more than is shown tells whether there are more.
  const hits = await fromStore(() =>
    storeUnder(store, snapshot).search({ cuts, words, limit: most + 1, offset }),
  );
  const byDataset = groupBy(hits, ({ dataset }) => dataset);
  const found = [...byDataset.values()].flatMap((those) =>
    those.slice(0, most).map((hit) => ofHit(hit, { snapshot, visitor, locale })),
  );
  const more = [...byDataset].flatMap(([dataset, { length }]) => (length > most ? [dataset] : []));
  const isPlace = ({ kind }: Found): boolean => kind === 'place';
  return { features: [...found.filter(isPlace), ...found.filter((one) => !isPlace(one))], more };
}

/** Returns the searched datasets and fields that are loaded and that the visitor may see. */
export function searchedCuts(
  { access, search, datasets }: AtlasSnapshot,
  visitor: Asker,
): DatasetCut[] {
  return [...search.datasets].flatMap(([dataset, { fields }]) => {
    const decision = decide(access, visitor, { dataset, use: 'view' });
    if (!decision.allow) return [];
    const seen = decision.fields.filter((field) => fields.includes(field));
    const loaded = Object.keys(datasets.get(dataset)?.stored ?? {}).length > 0;
    return seen.length > 0 && loaded ? [{ dataset, fields: seen }] : [];
  });
}

/** Returns groups, projects and places whose names differ by a few letters, the nearest first. */
async function findSimilar(
  { words, locale }: Question,
  { snapshot, visitor, store }: SearchContext,
): Promise<readonly Found[]> {
  const places = await knownPlaces(snapshot, { store, locale });
  return [
    ...entriesOf(snapshot, visitor, locale).map((entry) => ({
      searched: entry.searched,
      found: () => ofEntry(entry),
    })),
    ...places.map(({ listed, searched }) => ({ searched, found: () => ofPlace(listed) })),
  ]
    .flatMap(({ searched, found }) => {
      const difference = differenceOf(searched, words);
      return difference === null ? [] : [{ difference, found }];
    })
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_SIMILAR)
    .map(({ found }) => found());
}

function ofPlace([title, context, [west = 0, south = 0, east = west, north = south]]: ListedPlace) {
  return {
    kind: 'place',
    id: `${title} ${west} ${south}`,
    title,
    context,
    ...placeOf([west, south, east, north]),
    open: { groups: [] },
  } satisfies Found;
}

function ofEntry({ kind, id, title, context, bounds, locked }: CatalogueEntry): Found {
  return present({
    kind,
    id,
    title,
    context,
    ...placeOf(bounds),
    open: kind === 'group' ? { groups: [id] } : { groups: [], project: id },
    locked: locked || undefined,
  });
}

/** The reader of a hit: the level and the language. */
type Reading = Pick<SearchContext, 'snapshot' | 'visitor'> & { readonly locale: string };

/** Returns the title of a feature, and what it is. */
export function titledHit(
  { dataset, properties }: Pick<SearchHit, 'dataset' | 'properties'>,
  { snapshot, visitor, locale }: Reading,
): Pick<Found, 'title'> & { readonly context: string } {
  const { title, label } = snapshot.search.datasets.get(dataset)!;
  const served = snapshot.datasets.get(dataset)!;
  return {
    title: titleOf(title[locale]!, properties),
    context: label?.[locale] ?? shownTo(served, visitor.rank).title[locale]!,
  };
}

function ofHit(hit: SearchHit, reading: Reading): Found {
  const { dataset, id, bounds } = hit;
  const { snapshot, visitor } = reading;
  const { groups } = snapshot.search.datasets.get(dataset)!;
  const served = snapshot.datasets.get(dataset)!;
  const shown = groups.filter((group) => snapshot.search.open[visitor.rank]?.has(group));
  return present({
    kind: shown.length > 0 ? 'feature' : 'place',
    id,
    ...titledHit(hit, reading),
    ...placeOf(bounds),
    open: { groups: shown },
    dataset,
    demo: served.demo ? true : undefined,
  });
}

/** Returns the first field that has a value and that the visitor may see. */
function titleOf(
  fields: SearchedDataset['title'][string],
  properties: SearchHit['properties'],
): string {
  const value = fields.map((field) => properties[field] ?? null).find((one) => one !== null);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function placeOf(bounds: Bounds | null): Pick<Found, 'bbox' | 'center'> {
  if (bounds === null) return { bbox: null, center: null };
  const [west, south, east, north] = bounds;
  // Returns the middle of two coordinates, rounded to the precision of the store.
  const middle = (a: number, b: number): number => Number(((a + b) / 2).toFixed(7));
  return { bbox: bounds, center: [middle(west, east), middle(south, north)] };
}
