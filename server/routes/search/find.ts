/** Finds groups, projects, places and features by their names. */
import type { Found, SearchAnswer } from 'atlas-engine/http';
import {
  differenceOf,
  fitOf,
  groupBy,
  present,
  type Fit,
  type Searched,
} from 'atlas-engine/runtime';
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
import type { DatasetCut, DatasetStore, SearchHit } from '../../store/store.ts';
import { findOfKind, findPartly, importantWords, type Candidate } from './find-partly.ts';
import { findAtPlaces, findPairs, findValues, isLinked } from './find-values.ts';
import { knownPlaces, provinceAt, type KnownPlace } from './known-places.ts';
import { placeOf } from './place-of.ts';

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
 * Returns groups and projects, then places, then features by dataset, each the best first. Values of
 * groups follow the groups. A pair of groups comes before a group that has all words by its keywords
 * only. When nothing has all words in its names, the answer has groups at a place,
 * pairs of groups, and what has the words together with what it is, else groups, projects and places with similar names
 * or some of the words.
 */
export async function find(question: Question, context: SearchContext): Promise<SearchAnswer> {
  const { words, limit } = question;
  if (words.length === 0) return { results: [] };
  const listed = question.dataset === undefined ? entriesFor(question, context) : [];
  const { features, more } = await findFeatures(question, context);
  const fitting = [...listed, ...features];
  // The keywords of one group may have all words of two: “community forests in concessions”.
  const pairs =
    isLinked(words) && listed.length > 0 && fitting.every(({ fit }) => fit === 3)
      ? findPairs(words, entriesOf(context.snapshot, context.visitor, question.locale))
      : [];
  const results = [...pairs, ...byKind(fitting)].slice(0, limit);
  if (results.length > 0 || question.dataset !== undefined)
    return present({ results, more: more.length > 0 ? more : undefined });
  const important = importantWords(words);
  const entries = entriesOf(context.snapshot, context.visitor, question.locale);
  const places = await knownPlaces(context.snapshot, { ...context, locale: question.locale });
  const known = candidates(entries, places, context);
  const ofKind = [
    ...findOfKind(important, known),
    ...findAtPlaces(words, entries, places),
    ...findPairs(words, entries),
    ...(await findInLayers({ ...question, words: important }, context)),
  ];
  if (ofKind.length > 0) return { results: ofKind.slice(0, limit) };
  const similar = findSimilar(important, known);
  const offered = similar.length > 0 ? similar : findPartly(important, known);
  return offered.length > 0 ? { results: offered.slice(0, limit), similar: true } : { results: [] };
}

/** A result, and how well its names match. */
interface Fitting {
  readonly fit: Fit;
  readonly found: Found;
}

/**
 * Returns results with those of a kind together: projects, groups, places and features, but kinds
 * that have the whole search as a name or keyword before the others.
 */
function byKind(fitting: readonly Fitting[]): readonly Found[] {
  const kinds = KINDS.map((kind) => fitting.filter(({ found }) => found.kind === kind));
  const isExact = (of: readonly Fitting[]): boolean => of.some(({ fit }) => fit <= 1);
  const isWhole = (of: readonly Fitting[]): boolean => of.some(({ fit }) => fit === 0);
  const listed = kinds.slice(0, 2).some(isExact);
  return kinds
    .map((of, place) => ({ of, isFirst: place < 2 ? isExact(of) : !listed && isWhole(of) }))
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .flatMap(({ of }) => of.map(({ found }) => found));
}

const KINDS = ['project', 'group', 'place', 'feature'] as const;

function entriesFor(
  { words, locale }: Question,
  { snapshot, visitor }: SearchContext,
): readonly Fitting[] {
  const entries = entriesOf(snapshot, visitor, locale);
  const whole = entries
    .flatMap((entry) => {
      const fit = fitOf(entry.searched, words);
      return fit === null ? [] : [{ fit, found: ofEntry(entry) }];
    })
    .sort((a, b) => a.fit - b.fit);
  // Values are no reason to show groups before places and features with that name.
  return [...whole, ...findValues(words, entries).map((found) => ({ fit: 3 as const, found }))];
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
  context: SearchContext,
): Promise<{ readonly features: readonly Fitting[]; readonly more: string[] }> {
  const { snapshot, visitor, store } = context;
  const cuts = searchedCuts(snapshot, visitor).filter(
    ({ dataset }) => only === undefined || dataset === only,
  );
  if (cuts.length === 0) return { features: [], more: [] };
  const most = Math.min(each, limit);
  // One more than is shown tells whether there are more.
  const hits = await fromStore(() =>
    storeUnder(store, snapshot, 'view').search({ cuts, words, limit: most + 1, offset }),
  );
  const byDataset = groupBy(hits, ({ dataset }) => dataset);
  const shown = [...byDataset.values()].flatMap((those) => those.slice(0, most));
  const found = await ofHits(shown, { ...context, locale });
  const more = [...byDataset].flatMap(([dataset, { length }]) => (length > most ? [dataset] : []));
  return { features: found.map((one, i) => ({ fit: shown[i]!.fit, found: one })), more };
}

/**
 * Returns features that have some of the words in their names, if a group that draws them has the
 * other words: “école Bandasi”.
 */
async function findInLayers(
  { words, each, limit, locale }: Question,
  context: SearchContext,
): Promise<readonly Found[]> {
  const { snapshot, visitor, store } = context;
  const entries = new Map(
    entriesOf(snapshot, visitor, locale).flatMap((entry) =>
      entry.kind === 'group' ? [[entry.id, entry.searched] as const] : [],
    ),
  );
  const restOf = ({ dataset }: DatasetCut): readonly string[] => {
    const kinds = snapshot.search.datasets.get(dataset)!.groups.map((id) => entries.get(id));
    return words.filter((word) => !kinds.some((kind) => kind && fitOf(kind, [word]) !== null));
  };
  const cuts = searchedCuts(snapshot, visitor).map((cut) => ({ cut, rest: restOf(cut) }));
  const asked = cuts.filter(({ rest }) => rest.length > 0 && rest.length < words.length);
  const hits: SearchHit[] = [];
  for (const those of groupBy(asked, ({ rest }) => rest.join(' ')).values())
    hits.push(
      ...(await fromStore(() =>
        storeUnder(store, snapshot, 'view').search({
          cuts: those.map(({ cut }) => cut),
          words: those[0]!.rest,
          limit: Math.min(each, limit),
        }),
      )),
    );
  return ofHits(hits, { ...context, locale });
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

/** Returns the groups, projects and places that a search may mean. */
function candidates(
  entries: readonly CatalogueEntry[],
  places: readonly KnownPlace[],
  reader: Pick<SearchContext, 'snapshot' | 'visitor'>,
): readonly Candidate[] {
  return [
    ...entries.map((entry) => ({
      searched: entry.searched,
      kind: NOTHING,
      found: () => ofEntry(entry),
    })),
    ...places.map((place) => ({
      searched: place.searched,
      // What a drawn one is, is found by its group.
      kind: place.isDrawn ? NOTHING : place.kind,
      found: () => ofPlace(place, reader),
    })),
  ];
}

const NOTHING: Searched = { names: [], keywords: [] };

/** Returns the candidates whose names differ by a few letters, the nearest first. */
function findSimilar(words: readonly string[], known: readonly Candidate[]): readonly Found[] {
  return known
    .flatMap(({ searched, found }) => {
      const difference = differenceOf(searched, words);
      return difference === null ? [] : [{ difference, found }];
    })
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_SIMILAR)
    .map(({ found }) => found());
}

function ofPlace(
  { dataset, id, listed }: KnownPlace,
  reader: Pick<SearchContext, 'snapshot' | 'visitor'>,
): Found {
  const [title, context, [west = 0, south = 0, east = west, north = south]] = listed;
  const groups = shownGroups(dataset, reader);
  return present({
    kind: isPlace(dataset, groups, reader) ? 'place' : 'feature',
    id,
    title,
    context,
    ...placeOf([west, south, east, north]),
    open: { groups },
    dataset,
    demo: reader.snapshot.datasets.get(dataset)?.demo ? true : undefined,
  });
}

/**
 * Returns whether features are places, such as towns and countries: those that no group draws, and those
 * that the search calls by a name of their own.
 */
function isPlace(
  dataset: string,
  groups: readonly string[],
  { snapshot }: Pick<SearchContext, 'snapshot'>,
): boolean {
  return groups.length === 0 || snapshot.search.datasets.get(dataset)!.label !== null;
}

/** Returns the groups that draw a dataset and that the visitor may open. */
function shownGroups(
  dataset: string,
  { snapshot: { search }, visitor }: Pick<SearchContext, 'snapshot' | 'visitor'>,
): readonly string[] {
  const { groups } = search.datasets.get(dataset)!;
  return groups.filter((group) => search.open[visitor.rank]?.has(group));
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

/** Returns hits as results, with the provinces that contain them. */
async function ofHits(
  hits: readonly SearchHit[],
  { store, ...reading }: Reading & Pick<SearchContext, 'store'>,
): Promise<readonly Found[]> {
  const { snapshot, locale } = reading;
  const places = hits.length > 0 ? await knownPlaces(snapshot, { store, locale }) : [];
  return hits.map((hit) => ofHit(hit, { ...reading, places }));
}

function ofHit(
  hit: SearchHit,
  { places, ...reading }: Reading & { readonly places: readonly KnownPlace[] },
): Found {
  const { dataset, id, bounds } = hit;
  const { snapshot, visitor } = reading;
  const served = snapshot.datasets.get(dataset)!;
  const shown = shownGroups(dataset, { snapshot, visitor });
  const kind = isPlace(dataset, shown, { snapshot }) ? 'place' : 'feature';
  return present({
    kind,
    id,
    ...titledHit(hit, reading),
    within: kind === 'feature' ? provinceAt(places, bounds) : undefined,
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
