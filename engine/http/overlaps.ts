/** `GET /api/geodata/overlaps/`. */
import { bounds, texts } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, number, object, optional, text } from './shape.ts';

/** A feature; its name is that of its popup, in all languages of the atlas. */
const feature = { dataset: text, id: integer, name: optional(texts), bounds } as const;

const square = (sentence: string) => optional(described(number, sentence));

const overlap = object({
  ...feature,
  area: square('The area of the feature in m², if both layers have areas.'),
  covered: square('Its part in m² that the other layer covers; land counts once.'),
  others: described(
    list(
      object({
        ...feature,
        area: square('The area of this feature in m², if both layers have areas.'),
        shared: square('The land in m² that both features share.'),
      }),
    ),
    'The features of the other layer that it overlaps: first those that share most land with it.',
  ),
  more: optional(described(shape.yes, 'It overlaps more features than those in `others`.')),
});

export const comparableAnswer = object({
  layers: described(
    list(object({ group: text, name: texts, geometry: shape.words('point', 'line', 'polygon') })),
    'The layers that can be compared: those that the visitor may analyse.',
  ),
});

export type ComparableAnswer = shape.ValueOf<typeof comparableAnswer>;

export const overlapsAnswer = object({
  count: described(integer, 'The number of features of the layer.'),
  compared: described(integer, 'The number of features that this answer is about.'),
  slow: described(integer, 'How many of them could not be compared within the time limit.'),
  found: described(list(overlap), 'Those that overlap features of the other layer.'),
  next: optional(
    described(text, 'The value of `after` with which the next features are compared.'),
  ),
});

export type OverlapsAnswer = shape.ValueOf<typeof overlapsAnswer>;
export type Overlap = shape.ValueOf<typeof overlap>;

/** Without layers in the request, the layers; else their comparison. */
export const overlapsAnswers = shape.either(comparableAnswer, overlapsAnswer);
