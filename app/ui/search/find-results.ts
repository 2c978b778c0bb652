import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import { parseCoordinates } from '../../coordinates/parse-coordinates.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { SearchResult, SearchScope, SearchStore } from '../../stores/page/search-store.ts';
import { translator, type Bounds } from 'atlas-engine/runtime';
import { contains } from '../../stores/places/area.ts';
import { findHere } from './find-here.ts';
import { goToPlace, openFound } from './open-found.ts';
import type { Found, SearchAnswer } from 'atlas-engine/http';
import { requestPlaces, requestResults, type KnownPlace } from './request-results.ts';

/** The places of the base map by language, once they are loaded. */
const knownPlaces = new Map<string, readonly KnownPlace[]>();

/** The languages in which the places are being loaded. */
const asked = new Set<string>();

/** Loads the places of the base map, for searches without a connection. */
export async function loadPlaces({ bundles, network }: AtlasStore): Promise<void> {
  const { locale } = bundles.index;
  if (knownPlaces.has(locale) || asked.has(locale)) return;
  asked.add(locale);
  const places = await requestPlaces(network, locale);
  asked.delete(locale);
  if (places) knownPlaces.set(locale, places);
}

/** The most by which the bounds of the same place differ, in degrees: the places are rounded. */
const SAME = 0.0002;

/** Returns the name of the place of the base map with these bounds, once the places are loaded. */
export function placeNamed(bounds: Bounds, locale: string): string | undefined {
  return knownPlaces
    .get(locale)
    ?.find((place) => place.bounds.every((side, i) => Math.abs(side - bounds[i]!) < SAME))?.title;
}

/**
 * Shows the results for the text of the search box: those of the server, or of the page itself when
 * the server does not answer. Does nothing once the signal is aborted.
 */
export async function findResults(atlas: AtlasStore, signal: AbortSignal): Promise<void> {
  const { bundles, network, search } = atlas;
  const { locale } = bundles.index;
  const { scope, results: before } = search;
  const text = search.text.trim();
  const answer = await requestResults(network, { text, locale, scope, signal });
  if (signal.aborted) return;
  if (typeof answer === 'string') {
    const found = findHere(text, {
      bundles,
      keywords: search.keywords,
      places: knownPlaces.get(locale) ?? [],
    });
    search.show([...coordinatesIn(text, atlas), ...grouped(found).map(toResult(atlas))], 'offline');
    return;
  }
  const found = answer.results.map(toResult(atlas));
  if (scope) {
    const listed =
      scope.offset === 0 ? [backOf(search)] : before.filter(({ lists }) => lists !== 'more');
    search.show([...listed, ...found, ...moreOf(scope, { search, answer })], 'done');
    return;
  }
  const results = [...coordinatesIn(text, atlas), ...withAll(answer, { found, search })];
  search.show(results, answer.similar && results.length === found.length ? 'similar' : 'done');
}

/** Adds a row after the features of each dataset that has more of them. */
function withAll(
  { results, more = [] }: SearchAnswer,
  { found, search }: { readonly found: readonly SearchResult[]; readonly search: SearchStore },
): SearchResult[] {
  return results.flatMap(({ dataset, context, kind }, index) => {
    const result = found[index]!;
    const isLast = results[index + 1]?.dataset !== dataset;
    if (dataset === undefined || !isLast || !more.includes(dataset)) return [result];
    const name = context ?? '';
    const run = (): void => search.list({ dataset, name, offset: 0 });
    return [result, { kind, key: `all ${dataset}`, title: name, lists: 'whole', run }];
  });
}

function backOf(search: SearchStore): SearchResult {
  return { kind: 'feature', key: 'back', title: '', lists: 'back', run: () => search.list(null) };
}

function moreOf(
  scope: SearchScope,
  {
    search,
    answer: { results, more },
  }: { readonly search: SearchStore; readonly answer: SearchAnswer },
): SearchResult[] {
  if (!more?.includes(scope.dataset)) return [];
  const offset = scope.offset + results.length;
  const run = (): void => search.list({ ...scope, offset });
  return [{ kind: results[0]!.kind, key: 'more', title: scope.name, lists: 'more', run }];
}

/** Offers the place when the text is coordinates. */
function coordinatesIn(text: string, atlas: AtlasStore): SearchResult[] {
  const parsed = parseCoordinates(text);
  if (!parsed.ok) return [];
  const { bundles, coordinates, ui } = atlas;
  const [lng, lat] = parsed.place;
  const title = formatCoordinates(parsed.place, coordinates.format, bundles.index);
  const run = (): void => {
    goToPlace(atlas, parsed.place);
    if (!contains(bundles.index.region.bounds, { lng, lat, zoom: 0 }))
      ui.say({ text: 'coordinates.outside' });
  };
  return [{ kind: 'go', key: 'go', title, run }];
}

/** Puts what the page finds of a kind together, the kind with the best result first. */
function grouped(found: readonly Found[]): Found[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => found.filter((one) => one.kind === kind));
}

function toResult(atlas: AtlasStore): (found: Found) => SearchResult {
  const t = translator(atlas.bundles.index);
  return (found) => {
    const { kind, id, dataset = '', title, context, within, locked, filter, at, overlaps } = found;
    const isPair = overlaps !== undefined;
    const about = [context, isPair ? undefined : within].filter(Boolean).join(' · ');
    return {
      kind,
      key: [kind, dataset, id, filter?.field, filter?.value, at?.id, overlaps].join(' '),
      title: isPair ? t('search.overlaps', { layer: title, name: within ?? '' }) : title,
      ...(about !== '' && { context: about }),
      ...(locked && { locked }),
      run: () => void openFound(atlas, found),
    };
  };
}
