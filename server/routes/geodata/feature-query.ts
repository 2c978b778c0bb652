/** Reads what a request for features asks for: area, fields, and where a page begins. */
import { HttpError } from '../../http/errors.ts';
import type { AllowedCut } from '../../policies.ts';
import type { Bounds } from '../../store/store.ts';
import type { FeatureWish } from './feature-pages.ts';

/** Most features of one page. */
export const MAX_LIMIT = 10_000;

/** Schema of the query parameters that narrow or page features. */
export const FEATURE_PARAMETERS = {
  bbox: {
    type: 'string',
    maxLength: 200,
    description:
      'West, south, east and north in degrees with commas between them, such as `8,-14,32,12`.',
  },
  limit: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,4}$',
    description: `Most features of the answer, 1 to ${MAX_LIMIT}; more are behind the link \`next\`.`,
  },
  after: {
    type: 'string',
    pattern: '^[0-9]{1,3}-[0-9]{1,16}$',
    description: 'Where the page begins; comes from the link `next` of the page before.',
  },
  fields: {
    type: 'string',
    maxLength: 2_000,
    description: 'Names of the attributes wanted, with commas between them; empty for none.',
  },
} as const;

/** Names of datasets and feeds; what is longer is none. */
export const NAME_LENGTH = 200;

/** Schema of the version in the addresses that the map itself asks for. */
export const VERSION_PARAMETER = {
  type: 'string',
  maxLength: 2_000,
  description: 'The version that addresses of the map carry; leave it out.',
} as const;

export interface FeatureQuery {
  readonly bbox?: string;
  readonly limit?: string;
  readonly after?: string;
  readonly fields?: string;
}

/**
 * Reads the parameters against the cuts of the asker. A field above them is as unknown as one that
 * does not exist. Throws `HttpError` 400 with what is wrong.
 */
export function readFeatureQuery(
  { bbox, limit, after, fields }: FeatureQuery,
  cuts: readonly AllowedCut[],
): Omit<FeatureWish, 'geometry'> & { readonly limit: number | null } {
  return {
    cuts: fields === undefined ? cuts : withFields(cuts, fields),
    ...(bbox === undefined ? {} : { bbox: readBbox(bbox) }),
    ...(after === undefined ? {} : { after: readAfter(after, cuts.length) }),
    limit: limit === undefined ? null : readLimit(limit),
  };
}

/** Where the page after a feature begins, as `after` says it. */
export function afterOf(cut: number, id: number): string {
  return `${cut}-${id}`;
}

function withFields(cuts: readonly AllowedCut[], text: string): AllowedCut[] {
  const wanted = new Set(text === '' ? [] : text.split(','));
  for (const name of wanted) {
    if (!cuts.some((cut) => cut.fields.includes(name)))
      throw new HttpError('bad-request', {
        detail: '`fields` names an unknown attribute; without it every attribute there is comes.',
      });
  }
  return cuts.map((cut) => ({ ...cut, fields: cut.fields.filter((name) => wanted.has(name)) }));
}

const NUMBER = /^-?\d{1,3}(?:\.\d{1,15})?$/;

/** Reads `west,south,east,north` in degrees. Throws `HttpError` 400. */
export function readBbox(text: string): Bounds {
  const parts = text.split(',');
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  const sound =
    parts.length === 4 &&
    parts.every((part) => NUMBER.test(part)) &&
    west <= east &&
    south <= north &&
    [west, east].every((lng) => Math.abs(lng) <= 180) &&
    [south, north].every((lat) => Math.abs(lat) <= 90);
  if (!sound) {
    throw new HttpError('bad-request', {
      detail: '`bbox` is west,south,east,north in degrees, such as 8,-14,32,12.',
    });
  }
  return [west, south, east, north];
}

function readAfter(text: string, cuts: number): { cut: number; id: number } {
  const [cut, id] = text.split('-').map(Number) as [number, number];
  if (cut >= cuts || !Number.isSafeInteger(id))
    throw new HttpError('bad-request', { detail: '`after` is taken from a link `next`.' });
  return { cut, id };
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (limit > MAX_LIMIT)
    throw new HttpError('bad-request', { detail: `\`limit\` is 1 to ${MAX_LIMIT}.` });
  return limit;
}
