/** `POST /api/geodata/analysis/`. */
import type { MultiPolygon, Polygon } from 'geojson';
import { texts } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, number, object, optional, record, text } from './shape.ts';

/** What an answer says about a dataset itself. Texts are in all languages of the atlas. */
const about = {
  dataset: text,
  group: optional(described(text, 'The group that shows the dataset.')),
  name: described(texts, 'The title of the dataset on the map.'),
  provider: optional(texts),
  date: optional(described(text, 'The date of the data: a year, a month or a day.')),
  first: optional(described(shape.yes, 'True for the communities, which come first.')),
  geometry: shape.words('point', 'line', 'polygon'),
} as const;

const sum = object({
  field: text,
  label: texts,
  unit: optional(texts),
  value: number,
  counted: described(integer, 'The number of features with a value.'),
});

const classFound = object({
  label: texts,
  color: optional(text),
  count: integer,
  area: optional(number),
  length: optional(number),
  sums: optional(described(record(number), 'By field.')),
});

const measured = object({
  ...about,
  count: integer,
  covered: optional(described(number, 'The land that polygons cover, counted once.')),
  share: optional(described(number, 'The covered share of the area, 0 to 1.')),
  sum: optional(described(number, 'The land of all polygons; overlaps count for each.')),
  length: optional(described(number, 'The length of the parts of lines inside the area.')),
  sums: optional(list(sum)),
  classes: optional(list(classFound)),
  nearest: optional(described(number, 'Without features inside: metres to the nearest one.')),
  nearestName: optional(texts),
  nearestId: optional(described(integer, 'The numeric id of the nearest one.')),
});

const tooSlow = object({ ...about, state: shape.words('too-slow') });

/** Areas are in m², lengths and distances in m. */
export const analysisAnswer = object({
  area: described(number, 'The size of the area in m².'),
  datasets: list(shape.either(tooSlow, measured)),
});

/** A line of an answer in lines: the size of the area and the number of datasets, then each of them. */
export const analysisLine = shape.either(
  object({ area: number, count: integer }),
  object({
    at: described(integer, 'Its place among the datasets of the answer in one document, from 0.'),
    dataset: shape.either(tooSlow, measured),
  }),
);

export const analysisRequest = object({
  geometry: described(
    shape.anything as shape.Shape<Polygon | MultiPolygon>,
    'A GeoJSON polygon in degrees.',
  ),
  feature: described(text, 'The source of the area: `drawn`, `import`, or the id of a dataset.'),
});

export type AnalysisRequest = shape.ValueOf<typeof analysisRequest>;
export type AnalysisAnswer = shape.ValueOf<typeof analysisAnswer>;
export type AnalysisLine = shape.ValueOf<typeof analysisLine>;
export type MeasuredDataset = shape.ValueOf<typeof measured>;
export type TooSlowDataset = shape.ValueOf<typeof tooSlow>;
export type AnalysedDataset = MeasuredDataset | TooSlowDataset;
export type AnalysedSum = shape.ValueOf<typeof sum>;
export type AnalysedClass = shape.ValueOf<typeof classFound>;
