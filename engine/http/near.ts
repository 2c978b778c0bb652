/** `GET` and `POST /api/geodata/near/`. */
import { bounds, geometry, texts } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, number, object, optional, text } from './shape.ts';

type Place = readonly [longitude: number, latitude: number];

/** A feature; its name is that of its popup, in all languages of the atlas. */
const feature = { dataset: text, id: integer, name: optional(texts) } as const;

/** A feature in the list. */
const listed = {
  ...feature,
  kind: optional(
    described(
      texts,
      'What it is: the label of the first field of its popup, unless that is its name.',
    ),
  ),
} as const;

const nearFeature = object({
  ...listed,
  distance: described(number, 'In metres, on the ellipsoid, between the nearest places of both.'),
  bearing: described(
    number,
    'The direction of that line in degrees, from the north over the east, 0 to 360.',
  ),
  place: described(shape.numbers<Place>(2), 'The end of that line, on the feature.'),
});

/** What an answer says about a layer. Texts are in all languages of the atlas. */
const about = {
  group: optional(described(text, 'The group of the layer list.')),
  name: texts,
  geometry: shape.words('point', 'line', 'polygon'),
  sources: described(
    list(object({ dataset: text, provider: optional(texts), date: optional(text) })),
    'The datasets of the layer, such as one for each country.',
  ),
} as const;

const nearLayer = object({
  ...about,
  count: described(integer, 'The number of features that touch what was asked about.'),
  inside: described(list(object(listed)), 'The first of these features.'),
  nearest: described(list(nearFeature), 'The nearest of the others, the nearest first.'),
  within: described(
    list(object({ metres: integer, count: integer })),
    'The number of the others within distances in metres. 1 000 may be more.',
  ),
});

const slowLayer = object({ ...about, state: shape.words('too-slow') });

/** The body of a question about a geometry of the visitor. */
export const nearRequest = object({ geometry });

export type NearRequestBody = shape.ValueOf<typeof nearRequest>;

export const nearAnswer = object({
  of: optional(
    described(
      object({
        dataset: optional(text),
        id: optional(integer),
        name: feature.name,
        bounds,
        geometry: about.geometry,
      }),
      'The feature, if the request names one, or the geometry that it sends.',
    ),
  ),
  layers: list(shape.either(slowLayer, nearLayer)),
});

export type NearAnswer = shape.ValueOf<typeof nearAnswer>;
export type NearLayer = shape.ValueOf<typeof nearLayer>;
export type SlowLayer = shape.ValueOf<typeof slowLayer>;
export type NearFeature = shape.ValueOf<typeof nearFeature>;
export type InsideFeature = NearLayer['inside'][number];
