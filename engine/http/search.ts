/** `GET /api/search`, `GET /api/keywords` and `GET /api/places`. */
import { bounds } from './common.ts';
import * as shape from './shape.ts';
import { described, list, nullable, object, optional, text } from './shape.ts';

/** A place of a point: longitude and latitude. */
type Center = readonly [longitude: number, latitude: number];

const found = object({
  kind: described(
    shape.words('group', 'project', 'feature', 'place'),
    '`place` is a feature that no group draws, such as a town of the base map.',
  ),
  id: shape.either(text, shape.integer),
  title: text,
  context: described(nullable(text), 'A category, the name of a group, or a word such as “Town”.'),
  within: optional(
    described(text, 'The area of the base map that contains a feature, or the place in `at`.'),
  ),
  bbox: nullable(bounds),
  center: nullable(shape.numbers<Center>(2)),
  open: object({ groups: list(text), project: optional(text) }),
  dataset: optional(text),
  filter: optional(
    described(
      object({ field: text, value: text }),
      'The filter of the group with which it shows only what was searched.',
    ),
  ),
  at: optional(
    described(
      object({ dataset: text, id: shape.integer }),
      'The place, named by `within`, around which the group is searched; `bbox` and `center` are those of the place.',
    ),
  ),
  overlaps: optional(
    described(
      text,
      'Another group, named by `within`: the result is which features of the group overlap its features.',
    ),
  ),
  locked: optional(shape.yes),
  demo: optional(shape.yes),
});

export const searchAnswer = object({
  results: list(found),
  more: optional(described(list(text), 'The datasets with more features than the results have.')),
  similar: optional(
    described(
      shape.yes,
      'Nothing has the name; the results have similar names, or some of the words.',
    ),
  ),
});

export type Found = shape.ValueOf<typeof found>;
export type SearchAnswer = shape.ValueOf<typeof searchAnswer>;

/**
 * A place: its title, what it is or where it is, its bounds in degrees (two numbers for a point), and
 * its names in other languages.
 */
export type ListedPlace = readonly [
  title: string,
  context: string,
  bounds: readonly number[],
  ...others: readonly string[],
];

const listedPlace = described(
  {
    type: 'array',
    minItems: 3,
    items: shape.either(text, list(shape.number)),
  } as shape.Shape<ListedPlace>,
  'The title, what or where it is, its bounds (two numbers for a point), and its other names.',
);

export const placesAnswer = object({ places: list(listedPlace) });

export type PlacesAnswer = shape.ValueOf<typeof placesAnswer>;

export const keywordsAnswer = object({
  keywords: list(
    object({
      group: text,
      words: described(text, 'The words by which people look for the group, separated by commas.'),
    }),
  ),
});

export type KeywordsAnswer = shape.ValueOf<typeof keywordsAnswer>;
