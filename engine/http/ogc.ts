/** The documents of OGC API Features. */
import { bounds } from './common.ts';
import { link } from './features.ts';
import * as shape from './shape.ts';
import { list, object, optional, text } from './shape.ts';

export const landingPage = object({ title: text, links: list(link) });

export const conformance = object({ conformsTo: list(text) });

export const collectionAnswer = object({
  id: text,
  title: text,
  itemType: text,
  crs: list(text),
  extent: optional(object({ spatial: object({ bbox: list(bounds), crs: text }) })),
  links: list(link),
});

export const collectionsAnswer = object({
  links: list(link),
  collections: list(collectionAnswer),
});

export type LandingPage = shape.ValueOf<typeof landingPage>;
export type Conformance = shape.ValueOf<typeof conformance>;
export type CollectionAnswer = shape.ValueOf<typeof collectionAnswer>;
export type CollectionsAnswer = shape.ValueOf<typeof collectionsAnswer>;
