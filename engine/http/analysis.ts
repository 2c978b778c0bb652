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
  geometry: shape.words('point', 'line', 'polygon'),
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

const measuredCells = object({
  ...about,
  geometry: shape.words('raster'),
  covered: described(number, 'The land inside the area that has data.'),
  share: described(number, 'The share of the area that has data, 0 to 1.'),
  cell: described(number, 'The height of a cell of the raster, in m.'),
  classes: optional(
    described(
      list(object({ label: texts, color: optional(text), area: number })),
      'The land of each class of the legend, largest first.',
    ),
  ),
  mean: optional(described(number, 'The mean of the values, weighted by land.')),
  least: optional(number),
  most: optional(number),
  unit: optional(texts),
});

const tooSlow = object({
  ...about,
  geometry: shape.words('point', 'line', 'polygon', 'raster'),
  state: shape.words('too-slow'),
});

/** Areas are in m², lengths and distances in m. */
export const analysisAnswer = object({
  area: described(number, 'The size of the area in m².'),
  datasets: list(shape.either(tooSlow, measured, measuredCells)),
});

/** A line of an answer in lines: the size of the area and the number of datasets, then each of them. */
export const analysisLine = shape.either(
  object({ area: number, count: integer }),
  object({
    at: described(integer, 'Its place among the datasets of the answer in one document, from 0.'),
    dataset: shape.either(tooSlow, measured, measuredCells),
  }),
);

export const analysisRequest = object({
  geometry: described(
    shape.anything as shape.Shape<Polygon | MultiPolygon>,
    'A GeoJSON polygon in degrees.',
  ),
  feature: described(text, 'The source of the area: `drawn`, `import`, or the id of a dataset.'),
  objects: optional(described(text, 'The id of a dataset whose features are listed.')),
});

/** The features of a dataset inside an area. */
export const objectsAnswer = object({
  objects: list(object({ id: integer, name: optional(texts) })),
  more: optional(described(shape.yes, 'True if there are more than those in the list.')),
});

/** What a request without and with `objects` answers. */
export const analysisAnswers = shape.either(analysisAnswer, objectsAnswer);

export type ObjectsAnswer = shape.ValueOf<typeof objectsAnswer>;

export type AnalysisRequest = shape.ValueOf<typeof analysisRequest>;
export type AnalysisAnswer = shape.ValueOf<typeof analysisAnswer>;
export type AnalysisLine = shape.ValueOf<typeof analysisLine>;
export type MeasuredDataset = shape.ValueOf<typeof measured>;
export type TooSlowDataset = shape.ValueOf<typeof tooSlow>;
export type MeasuredCells = shape.ValueOf<typeof measuredCells>;
export type AnalysedDataset = MeasuredDataset | MeasuredCells | TooSlowDataset;
export type AnalysedSum = shape.ValueOf<typeof sum>;
export type AnalysedClass = shape.ValueOf<typeof classFound>;
