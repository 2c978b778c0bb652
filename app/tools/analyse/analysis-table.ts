import type {
  AnalysedDataset,
  AnalysedSum,
  AnalysisAnswer,
  MeasuredCells,
  MeasuredDataset,
} from 'atlas-engine/http';
import { isCells, titleOf } from './analysed-datasets.ts';

/**
 * A row of the table: the whole area, a layer, or a class of it. Areas are in km², shares in percent,
 * lengths and distances in km. The sums follow, in the order of `sumsOf`, then the values of rasters:
 * for each of `unitsOf`, those of `VALUES`.
 */
export type TableRow = readonly [
  layer: string,
  part: string,
  count: number | '',
  area: number | '',
  share: number | '',
  length: number | '',
  nearest: string,
  distance: number | '',
  source: string,
  ...figures: (number | '')[],
];

/** The texts of a table in its language. */
export interface TableTexts {
  readonly locale: string;
  /** What was analysed: the first row has it, with the size of the area. */
  readonly title: string;
  /** In place of a class, for a layer that was too slow. */
  readonly slow: string;
}

const SQUARE_METRES_PER_KM2 = 1e6;
const METRES_PER_KM = 1e3;
const NO_NEAREST = ['', ''] as const;

/**
 * Returns the result as rows in a language: the whole area, and each layer with its classes below. A
 * layer that was too slow has no figures.
 */
export function tableOf(
  { area, datasets }: AnalysisAnswer,
  { locale, title, slow }: TableTexts,
): TableRow[] {
  const size = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number((metres / SQUARE_METRES_PER_KM2).toFixed(4));
  const kilometres = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number((metres / METRES_PER_KM).toFixed(3));
  const columns = sumsOf(datasets);
  const units = unitsOf(datasets);
  const noSums = columns.map(() => '' as const);
  const noValues = units.flatMap(() => VALUES.map(() => '' as const));
  const percent = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number(((100 * metres) / area).toFixed(2));
  const ofCells = (one: MeasuredCells, layer: string, source: string): TableRow[] => [
    [
      ...([layer, '', '', size(one.covered), percent(one.covered), ''] as const),
      ...([...NO_NEAREST, source, ...noSums] as const),
      ...units.flatMap((unit) => VALUES.map((key) => (isOf(one, unit) ? (one[key] ?? '') : ''))),
    ],
    ...(one.classes ?? []).map((each): TableRow => [
      ...([layer, each.label[locale] ?? '', '', size(each.area), percent(each.area), ''] as const),
      ...([...NO_NEAREST, source, ...noSums, ...noValues] as const),
    ]),
  ];
  const ofFeatures = (one: MeasuredDataset, layer: string, source: string): TableRow[] => {
    const { count, covered, length, nearest, nearestName, sums = [], classes = [] } = one;
    const own = columns.map((column) => sums.find((sum) => isSame(sum, column)));
    return [
      [
        ...([layer, '', count, size(covered), percent(covered)] as const),
        ...([
          kilometres(length),
          nearestName?.[locale] ?? '',
          kilometres(nearest),
          source,
        ] as const),
        ...own.map((sum) => sum?.value ?? ''),
        ...noValues,
      ],
      ...classes.map((each): TableRow => [
        ...([layer, each.label[locale] ?? '', each.count] as const),
        ...([size(each.area), percent(each.area), kilometres(each.length)] as const),
        ...([...NO_NEAREST, source] as const),
        ...own.map((sum) => (sum && each.sums?.[sum.field]) ?? ''),
        ...noValues,
      ]),
    ];
  };
  const rows = datasets.flatMap((dataset): TableRow[] => {
    const layer = titleOf(dataset, locale);
    const source = sourceOf(dataset, locale);
    if ('state' in dataset)
      return [[layer, slow, '', '', '', '', ...NO_NEAREST, source, ...noSums, ...noValues]];
    if (isCells(dataset)) return ofCells(dataset, layer, source);
    return ofFeatures(dataset, layer, source);
  });
  const whole = ['', '', size(area), 100, ''] as const;
  return [[title, ...whole, ...NO_NEAREST, '', ...noSums, ...noValues], ...rows];
}

/** Returns the sums of the datasets, one for each label and unit: the last columns of the table. */
export function sumsOf(datasets: readonly AnalysedDataset[]): readonly AnalysedSum[] {
  const found: AnalysedSum[] = [];
  for (const dataset of datasets)
    for (const sum of 'state' in dataset || isCells(dataset) ? [] : (dataset.sums ?? []))
      if (!found.some((one) => isSame(one, sum))) found.push(sum);
  return found;
}

/** The values of a raster, as columns. */
export const VALUES = ['mean', 'least', 'most'] as const;

/** Returns the units of the rasters with values, each once; one without a unit is undefined. */
export function unitsOf(datasets: readonly AnalysedDataset[]): readonly MeasuredCells['unit'][] {
  const found = new Map<string | undefined, MeasuredCells['unit']>();
  for (const one of datasets)
    if (isCells(one) && one.mean !== undefined) found.set(JSON.stringify(one.unit), one.unit);
  return [...found.values()];
}

function isOf(one: MeasuredCells, unit: MeasuredCells['unit']): boolean {
  return JSON.stringify(one.unit) === JSON.stringify(unit);
}

function isSame(one: AnalysedSum, other: AnalysedSum): boolean {
  return JSON.stringify([one.label, one.unit]) === JSON.stringify([other.label, other.unit]);
}

/** Returns who provides the data of a layer, and their date. */
function sourceOf({ provider, date }: AnalysedDataset, locale: string): string {
  return [provider?.[locale], date].filter(Boolean).join(', ');
}
