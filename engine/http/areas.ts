/** `GET /api/areas` and `GET /api/areas/outline`. */
import type { MultiPolygon, Polygon } from 'geojson';
import { bounds } from './common.ts';
import * as shape from './shape.ts';
import { described, list, nullable, object, optional, text } from './shape.ts';

const namedArea = object({
  dataset: optional(described(text, 'The dataset of the area. Without it, the area is a project.')),
  id: described(shape.either(text, shape.integer), 'The id of a feature or a project.'),
  title: text,
  context: described(nullable(text), 'What the area is, such as “Province of Gabon”.'),
  bbox: bounds,
});

export const areasAnswer = object({ areas: list(namedArea) });

export const outlineAnswer = object({
  title: described(text, 'The name of the area; empty without a name that the visitor may see.'),
  geometry: described(
    shape.anything as shape.Shape<Polygon | MultiPolygon>,
    'GeoJSON polygons in degrees.',
  ),
  simplified: described(
    shape.boolean,
    'Whether the outline has fewer vertices than the area, because of `vertices`.',
  ),
});

export type NamedArea = shape.ValueOf<typeof namedArea>;
export type AreasAnswer = shape.ValueOf<typeof areasAnswer>;
export type OutlineAnswer = shape.ValueOf<typeof outlineAnswer>;
