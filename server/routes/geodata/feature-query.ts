/** Parses the query parameters of a request for features: area, fields and page. */
import { present } from 'atlas-engine/runtime';
import { HttpError } from '../../http/errors.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { Bounds } from '../../store/store.ts';
import type { FeatureSelection } from './ask-features.ts';

/** Maximum number of features of a page. */
const MAX_LIMIT = 10_000;

/** Schema of the query parameters that select or page features. */
export const FEATURE_PARAMETERS = {
  bbox: {
    type: 'string',
    maxLength: 200,
    description:
      'West, south, east and north in degrees separated by commas, such as `8,-14,32,12`. West greater than east crosses the 180th meridian. Of six numbers, the third and the last are heights and are ignored.',
  },
  limit: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,8}$',
    description: `Maximum number of features, 1 to ${MAX_LIMIT}; larger numbers count as ${MAX_LIMIT}. An answer also ends at 8 MB; the link \`next\` leads to the rest.`,
  },
  after: {
    type: 'string',
    pattern: '^[0-9]{1,3}-[0-9]{1,16}$',
    description: 'Where the page begins; taken from the link `next` of the previous page.',
  },
  fields: {
    type: 'string',
    maxLength: 2_000,
    description: 'Names of the requested attributes, separated by commas; empty for none.',
  },
} as const;

/** The parameters in the form of OpenAPI and the standard (OGC 17-069r4, 7.15); here they are text. */
export const FEATURE_FORMS = {
  bbox: {
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
  },
  limit: { schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT } },
} as const;

/** Maximum length of names of datasets and feeds. */
export const NAME_LENGTH = 200;

/** Schema of the version in the addresses that the map uses. */
export const VERSION_PARAMETER = {
  type: 'string',
  maxLength: 2_000,
  description: 'The version in addresses of the map; leave it out.',
} as const;

export interface FeatureQuery {
  readonly bbox?: string;
  readonly limit?: string;
  readonly after?: string;
  readonly fields?: string;
}

/**
 * Parses the parameters, and checks them against the datasets and fields that the visitor may see.
 * A field above the visitor's level is treated as unknown. Throws `HttpError` 400 with the reason.
 */
export function readFeatureQuery(
  { bbox, limit, after, fields }: FeatureQuery,
  cuts: readonly AllowedCut[],
): Omit<FeatureSelection, 'geometry'> & { readonly limit: number | null } {
  return present({
    cuts: fields === undefined ? cuts : withFields(cuts, fields),
    bbox: bbox === undefined ? undefined : readBbox(bbox),
    after: after === undefined ? undefined : readAfter(after, cuts.length),
    limit: limit === undefined ? null : Math.min(Number(limit), MAX_LIMIT),
  });
}

/** Returns the value of `after` for the page after a feature. */
export function afterOf(cut: number, id: number): string {
  return `${cut}-${id}`;
}

function withFields(cuts: readonly AllowedCut[], text: string): AllowedCut[] {
  const wanted = new Set(text === '' ? [] : text.split(','));
  for (const name of wanted) {
    if (!cuts.some((cut) => cut.fields.includes(name)))
      throw new HttpError('bad-request', {
        detail: '`fields` has an unknown attribute. Leave it out to get all attributes.',
      });
  }
  return cuts.map((cut) => ({ ...cut, fields: cut.fields.filter((name) => wanted.has(name)) }));
}

const NUMBER = /^-?\d{1,6}(?:\.\d{1,20})?$/;

/**
 * Parses `west,south,east,north` in degrees, optionally with heights; west greater than east crosses
 * the 180th meridian. Throws `HttpError` 400.
 */
export function readBbox(text: string): Bounds {
  const parts = text.split(',');
  const numbers = parts.map(Number);
  const [west, south, east, north] = (
    parts.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers
  ) as [number, number, number, number];
  const valid =
    (parts.length === 4 || parts.length === 6) &&
    parts.every((part) => NUMBER.test(part)) &&
    south <= north &&
    [west, east].every((lng) => Math.abs(lng) <= 180) &&
    [south, north].every((lat) => Math.abs(lat) <= 90);
  if (!valid) {
    throw new HttpError('bad-request', {
      detail: '`bbox` must be west,south,east,north in degrees, such as 8,-14,32,12.',
    });
  }
  return [west, south, east, north];
}

function readAfter(text: string, cuts: number): { cut: number; id: number } {
  const [cut, id] = text.split('-').map(Number) as [number, number];
  if (cut >= cuts || !Number.isSafeInteger(id))
    throw new HttpError('bad-request', { detail: '`after` must be taken from a link `next`.' });
  return { cut, id };
}
