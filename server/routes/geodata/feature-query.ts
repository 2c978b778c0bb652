/** Reads what a request for features asks for: area, fields, and where a page begins. */
import { present } from 'atlas-engine/runtime';
import { HttpError } from '../../http/errors.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { Bounds } from '../../store/store.ts';
import type { FeatureWish } from './ask-features.ts';

/** Most features of one page. */
const MAX_LIMIT = 10_000;

/** Schema of the query parameters that narrow or page features. */
export const FEATURE_PARAMETERS = {
  bbox: {
    type: 'string',
    maxLength: 200,
    description:
      'West, south, east and north in degrees with commas between them, such as `8,-14,32,12`. West above east leads over the 180th meridian; of six numbers the third and the last, heights, make no difference.',
  },
  limit: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,8}$',
    description: `Most features of the answer, 1 to ${MAX_LIMIT}, and more count as that. An answer also ends at 8 MB; the rest is behind the link \`next\`.`,
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

/** How OpenAPI and the standard (OGC 17-069r4, 7.15) write those that are read as text here. */
export const FEATURE_FORMS = {
  bbox: {
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
  },
  limit: { schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT } },
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
  return present({
    cuts: fields === undefined ? cuts : withFields(cuts, fields),
    bbox: bbox === undefined ? undefined : readBbox(bbox),
    after: after === undefined ? undefined : readAfter(after, cuts.length),
    limit: limit === undefined ? null : Math.min(Number(limit), MAX_LIMIT),
  });
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

const NUMBER = /^-?\d{1,6}(?:\.\d{1,20})?$/;

/**
 * Reads `west,south,east,north` in degrees, or the same with heights; west above east leads over the
 * 180th meridian. Throws `HttpError` 400.
 */
export function readBbox(text: string): Bounds {
  const parts = text.split(',');
  const numbers = parts.map(Number);
  const [west, south, east, north] = (
    parts.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers
  ) as [number, number, number, number];
  const sound =
    (parts.length === 4 || parts.length === 6) &&
    parts.every((part) => NUMBER.test(part)) &&
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
