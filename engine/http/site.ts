/** What the server answers about itself and its tiles: health, events and TileJSON. */
import { bounds } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, nullable, object, optional, record, text } from './shape.ts';

const service = object({
  datasets: described(integer, 'The number of public datasets that are loaded from it.'),
  failing: described(record(text), 'Datasets whose last request failed, with the reason.'),
});

/** `GET /health`. It is the same for everyone. */
export const healthAnswer = object({
  status: shape.words('ok'),
  revision: text,
  counts: described(object({ datasets: integer, features: integer }), 'Of public content.'),
  disk: described(
    nullable(shape.words('ok', 'full')),
    'Whether the disk of the data has space; null if the server does not check it.',
  ),
  configuration: optional(
    described(
      shape.words('errors', 'gone', 'empty', 'unreadable', 'being-written'),
      'Why the configuration on disk is not served.',
    ),
  ),
  services: optional(described(record(service), 'The outside services that are on, by id.')),
});

/** The data of an event: it changes exactly when the bundle of the listener changes. */
export const revisions = object({
  revision: described(text, 'Of the public bundle.'),
  own: described(nullable(text), 'Of what the level of the listener adds; null for everyone.'),
});

/** The data of an event `session`: why the session of the listener has changed. */
export const sessionChange = object({
  reason: described(
    shape.words('granted', 'lost', 'ended'),
    'A higher level, a lower one, or the end of the session.',
  ),
});

/** A place in a file of the configuration: the path in its folder, and line and column from 1. */
const place = { file: text, line: integer, column: integer };

/** The data of an event `errors`, which only the author receives. */
export const configErrors = list(
  object({ ...place, text: described(text, 'The message with its code frame.') }),
);

/** `POST /dev/open`. */
export const placeRequest = object(place);

const vectorLayer = object({
  id: text,
  minzoom: integer,
  maxzoom: integer,
  fields: described(record(text), 'The types of fields: `Number`, `Boolean` or `String`.'),
});

/** `GET /api/mvt/….json`, in the form of TileJSON 3.0. */
export const tileJson = object({
  tilejson: shape.words('3.0.0'),
  name: text,
  tiles: list(text),
  minzoom: integer,
  maxzoom: integer,
  bounds: optional(bounds),
  vector_layers: list(vectorLayer),
});

export type ServiceState = shape.ValueOf<typeof service>;
export type HealthAnswer = shape.ValueOf<typeof healthAnswer>;
export type Revisions = shape.ValueOf<typeof revisions>;
export type SessionChange = shape.ValueOf<typeof sessionChange>;
export type ConfigError = shape.ValueOf<typeof configErrors>[number];
export type PlaceRequest = shape.ValueOf<typeof placeRequest>;
export type VectorLayer = shape.ValueOf<typeof vectorLayer>;
export type TileJson = shape.ValueOf<typeof tileJson>;
