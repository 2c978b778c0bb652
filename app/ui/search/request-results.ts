import type { Bounds } from 'atlas-engine/runtime';
import type { FailureKind, Network } from '../../net/request-json.ts';
import type { Place } from '../../stores/place.ts';

/** A result of `/api/search`. */
export interface Found {
  readonly kind: 'group' | 'project' | 'feature' | 'place';
  readonly id: string | number;
  readonly title: string;
  readonly context: string | null;
  readonly bbox: Bounds | null;
  readonly center: Place | null;
  readonly open: { readonly groups: readonly string[]; readonly project?: string };
  readonly dataset?: string;
  readonly locked?: true;
}

/** A place of `/api/places`: its title, its context, its bounds or its point, its other names. */
type Listed = readonly [
  title: string,
  context: string,
  bounds: readonly number[],
  ...others: readonly string[],
];

/** A place that the page itself finds. */
export interface KnownPlace {
  readonly title: string;
  readonly context: string;
  readonly bounds: Bounds;
  readonly names: readonly string[];
}

const LIMIT = 24;
const TIMEOUT_MS = 10_000;

/** Asks the server for results; a request that fails returns its reason. */
export async function requestResults(
  { json }: Network,
  { text, locale, signal }: { text: string; locale: string; signal: AbortSignal },
): Promise<readonly Found[] | FailureKind> {
  const query = new URLSearchParams({ q: text.slice(0, 200), locale, limit: String(LIMIT) });
  const outcome = await json<{ readonly results: readonly Found[] }>(`/api/search?${query}`, {
    signal,
    timeout: TIMEOUT_MS,
    keys: ['results'],
  });
  return outcome.ok ? outcome.value.results : outcome.failure;
}

/** Fetches the places of the base map; none when that fails. */
export async function requestPlaces(
  { json }: Network,
  locale: string,
): Promise<readonly KnownPlace[] | null> {
  const outcome = await json<{ readonly places: readonly Listed[] }>(
    `/api/places?locale=${locale}`,
    { keys: ['places'] },
  );
  return outcome.ok ? outcome.value.places.map(toPlace) : null;
}

function toPlace([
  title,
  context,
  [west = 0, south = 0, east = west, north = south],
  ...others
]: Listed): KnownPlace {
  return { title, context, bounds: [west, south, east, north], names: [title, ...others] };
}
