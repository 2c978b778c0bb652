/** Parts of several answers. */
import type { Geometry } from 'geojson';
import type { Bounds } from '../basics/values.ts';
import {
  anything,
  boolean,
  described,
  either,
  list,
  nullable,
  numbers,
  object,
  optional,
  record,
  text,
  words,
  type Shape,
  type ValueOf,
} from './shape.ts';

/** Texts by language. */
export const texts = record(text);

/** West, south, east and north in degrees. */
export const bounds: Shape<Bounds> = numbers<Bounds>(4);

/** A moment, such as `2026-11-26T12:00:00.000Z`. */
export const time = described(text, 'ISO 8601, in UTC.');

/** A GeoJSON geometry; its coordinates are not checked. */
export const geometry = described(anything as Shape<Geometry>, 'A GeoJSON geometry in degrees.');

/** The answers of a form whose fields the configuration declares, by the name of the field. */
export const formAnswers = record(either(text, boolean, list(text)));

/** Where a level is granted; without any of these, everywhere. At most one is given. */
export const place = {
  project: optional(described(text, 'The id of a project, in whose area the level is valid.')),
  dataset: optional(described(text, 'The id of a dataset, for which the level is valid.')),
  area: optional(
    described(text, 'The polygon in which the level is valid, as GeoJSON or well-known text.'),
  ),
};

/** A level or role of an account. */
export const heldLevel = object({
  level: described(text, 'The id of a level or role.'),
  until: described(nullable(time), 'Null without an end.'),
  ...place,
  key: optional(
    described(text, 'Of a place: the layers that are open only in places name them by these keys.'),
  ),
});

/** The state of a request for access. */
export const requestState = words('open', 'granted', 'refused');

export type FormAnswers = ValueOf<typeof formAnswers>;
export type HeldAnswer = ValueOf<typeof heldLevel>;
