import {
  fits,
  placesAnswer,
  searchAnswer,
  type ListedPlace,
  type PlacesAnswer,
  type SearchAnswer,
} from 'atlas-engine/http';
import type { Bounds } from 'atlas-engine/runtime';
import type { FailureKind, Network } from '../../net/http-client.ts';
import type { SearchScope } from '../../stores/page/search-store.ts';

/** A place that the page itself finds. */
export interface KnownPlace {
  readonly title: string;
  readonly context: string;
  readonly bounds: Bounds;
  readonly names: readonly string[];
}

const LIMIT = 24;
/** Maximum number of features of a layer among the results of everything. */
const EACH = 5;
/** Maximum number of features that one answer adds when only those of a dataset are listed. */
const PAGE = 50;
const TIMEOUT_MS = 10_000;

interface Question {
  readonly text: string;
  readonly locale: string;
  /** The dataset whose features alone are asked for; null for everything. */
  readonly scope: SearchScope | null;
}

/** Asks the server for results; a request that fails returns its reason. */
export async function requestResults(
  { json }: Network,
  { text, locale, scope, signal }: Question & { readonly signal: AbortSignal },
): Promise<SearchAnswer | FailureKind> {
  const query = new URLSearchParams({
    q: text.slice(0, 200),
    locale,
    ...(scope
      ? { dataset: scope.dataset, offset: String(scope.offset), limit: String(PAGE) }
      : { limit: String(LIMIT), each: String(EACH) }),
  });
  const outcome = await json(`/api/search?${query}`, {
    signal,
    timeout: TIMEOUT_MS,
    reader: async () => isSearch,
  });
  return outcome.ok ? outcome.value : outcome.failure.kind;
}

/** Fetches the places of the base map; none when that fails. */
export async function requestPlaces(
  { json }: Network,
  locale: string,
): Promise<readonly KnownPlace[] | null> {
  const outcome = await json(`/api/places?locale=${locale}`, { reader: async () => isPlaces });
  return outcome.ok ? outcome.value.places.map(toPlace) : null;
}

function toPlace([
  title,
  context,
  [west = 0, south = 0, east = west, north = south],
  ...others
]: ListedPlace): KnownPlace {
  return { title, context, bounds: [west, south, east, north], names: [title, ...others] };
}

function isSearch(value: unknown): value is SearchAnswer {
  return fits(searchAnswer, value);
}

function isPlaces(value: unknown): value is PlacesAnswer {
  return fits(placesAnswer, value);
}
