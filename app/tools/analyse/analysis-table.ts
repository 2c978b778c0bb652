import type { AnalysedDataset, AnalysedSum, AnalysisAnswer } from 'atlas-engine/http';
import { titleOf } from './analysed-datasets.ts';

/**
 * A row of the table: the whole area, a layer, or a class of it. Areas are in km², shares in percent,
 * lengths and distances in km. The sums follow, in the order of `sumsOf`.
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
  ...sums: (number | '')[],
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
  const none = columns.map(() => '' as const);
  const percent = (metres: number | undefined): number | '' =>
    metres === undefined ? '' : Number(((100 * metres) / area).toFixed(2));
  const rows = datasets.flatMap((dataset): TableRow[] => {
    const layer = titleOf(dataset, locale);
    const source = sourceOf(dataset, locale);
    if ('state' in dataset) return [[layer, slow, '', '', '', '', ...NO_NEAREST, source, ...none]];
    const { count, covered, length, nearest, nearestName, sums = [], classes = [] } = dataset;
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
      ],
      ...classes.map((one): TableRow => [
        ...([layer, one.label[locale] ?? '', one.count] as const),
        ...([size(one.area), percent(one.area), kilometres(one.length)] as const),
        ...([...NO_NEAREST, source] as const),
        ...own.map((sum) => (sum && one.sums?.[sum.field]) ?? ''),
      ]),
    ];
  });
  return [[title, '', '', size(area), 100, '', ...NO_NEAREST, '', ...none], ...rows];
}

/** Returns the sums of the datasets, one for each label and unit: the last columns of the table. */
export function sumsOf(datasets: readonly AnalysedDataset[]): readonly AnalysedSum[] {
  const found: AnalysedSum[] = [];
  for (const dataset of datasets)
    for (const sum of 'state' in dataset ? [] : (dataset.sums ?? []))
      if (!found.some((one) => isSame(one, sum))) found.push(sum);
  return found;
}

function isSame(one: AnalysedSum, other: AnalysedSum): boolean {
  return JSON.stringify([one.label, one.unit]) === JSON.stringify([other.label, other.unit]);
}

/** Returns who provides the data of a layer, and their date. */
function sourceOf({ provider, date }: AnalysedDataset, locale: string): string {
  return [provider?.[locale], date].filter(Boolean).join(', ');
}
