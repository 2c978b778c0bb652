/** Features: `GET /api/features/…`, the pages of `/api/geodata/…`, and items of `/ogc`. */
import type { Json } from '../basics/values.ts';
import { geometry } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, object, optional, text } from './shape.ts';

const json = shape.anything as shape.Shape<Json>;
const properties = shape.record(json);

export const featureAnswer = object({
  id: integer,
  properties,
  demo: optional(described(shape.yes, 'True for invented data.')),
  geometry: optional(geometry),
});

/** A link between documents. */
export const link = object({
  rel: text,
  href: text,
  type: optional(text),
  title: optional(text),
});

/** A feature of a dataset. Its id is that of the feature in tiles. */
const featureKeys = {
  type: shape.words('Feature'),
  id: shape.either(text, integer),
  properties,
  geometry,
  demo: optional(described(shape.yes, 'True for invented data.')),
} as const;

const feature = object(featureKeys);

const collection = {
  type: shape.words('FeatureCollection'),
  features: list(feature),
  numberMatched: optional(integer),
  numberReturned: optional(integer),
  timeStamp: optional(text),
} as const;

/** A GeoJSON collection; with `limit`, it is a page. */
export const featureCollection = object({ ...collection, links: optional(list(link)) });

/** A page of features, with the address of the next page. */
export const pageAnswer = object({ ...collection, links: list(link) });

/** One item of a collection of `/ogc`. */
export const itemAnswer = object({ ...featureKeys, links: optional(list(link)) });

export type FeatureAnswer = shape.ValueOf<typeof featureAnswer>;
export type PagedFeature = shape.ValueOf<typeof feature>;
export type PageAnswer = shape.ValueOf<typeof pageAnswer>;
