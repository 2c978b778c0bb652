import type { ChosenArea } from '../../stores/places/area-store.ts';
import { areaText } from '../download/area-text.ts';

/** Longest address in characters; proxies refuse longer ones. A longer geometry is sent by POST. */
const LONGEST_ADDRESS = 6_000;

/** A page of features of a dataset. */
export interface PageQuestion {
  readonly dataset: string;
  /** Only features that touch this area; null for all. */
  readonly area: ChosenArea['geometry'] | null;
  readonly limit: number;
  /** `after` of the previous page; null for the first page. */
  readonly after: string | null;
}

/** The address of a page, with a body if it must be sent by POST. */
export interface PageRequest {
  readonly address: string;
  readonly body?: { readonly intersects: string };
}

/** Returns the request for a page. The first page of an area has the number of all features. */
export function requestOf({ dataset, area, limit, after }: PageQuestion): PageRequest {
  const path = `/api/geodata/${encodeURIComponent(dataset)}/`;
  const query = new URLSearchParams({ limit: String(limit) });
  if (after !== null) query.set('after', after);
  if (area === null) return { address: `${path}?${query}` };
  if (after === null) query.set('count', 'true');
  const intersects = areaText(area);
  const address = `${path}?${new URLSearchParams({ intersects })}&${query}`;
  if (address.length <= LONGEST_ADDRESS) return { address };
  return { address: `${path}?${query}`, body: { intersects } };
}
