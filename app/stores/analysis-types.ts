/** The answer of `POST /api/geodata/analysis/`. Areas are in m², lengths and distances in m, shares 0 to 1. */
export interface AnalysisResult {
  readonly area: number;
  readonly datasets: readonly AnalysedDataset[];
}

type Texts = Readonly<Record<string, string>>;

interface AboutDataset {
  readonly dataset: string;
  readonly name: Texts;
  readonly part?: Texts;
  /** Who provides the data. */
  readonly provider?: Texts;
  /** The date of the data: a year, a month or a day (ISO 8601). */
  readonly date?: string;
  readonly first?: true;
  readonly geometry: 'point' | 'line' | 'polygon';
}

/** A dataset that was not analysed within the time limit: nothing is known about it. */
interface TooSlowDataset extends AboutDataset {
  readonly state: 'too-slow';
}

/** The sum of a field. */
export interface AnalysedSum {
  readonly field: string;
  readonly label: Texts;
  readonly unit?: Texts;
  readonly value: number;
  readonly counted: number;
}

export interface MeasuredDataset extends AboutDataset {
  readonly state?: undefined;
  readonly count: number;
  /** The land that the features cover inside the area, counted once. */
  readonly covered?: number;
  readonly share?: number;
  /** The sum, in which overlapping land counts for each feature. */
  readonly sum?: number;
  /** The length of the parts of lines inside the area. */
  readonly length?: number;
  /** The sums of fields, and how many features have a value. */
  readonly sums?: readonly AnalysedSum[];
  readonly classes?: readonly {
    readonly label: Texts;
    readonly color?: string;
    readonly count: number;
    readonly area?: number;
    readonly length?: number;
    /** By field. */
    readonly sums?: Readonly<Record<string, number>>;
  }[];
  /** The distance to the nearest feature, if none is inside, and its name. */
  readonly nearest?: number;
  readonly nearestName?: Texts;
}

export type AnalysedDataset = MeasuredDataset | TooSlowDataset;

/** Separates the datasets that were measured from those that were too slow. */
export function bySpeed(datasets: readonly AnalysedDataset[]): {
  readonly measured: readonly MeasuredDataset[];
  readonly slow: readonly AnalysedDataset[];
} {
  return {
    measured: datasets.filter((one) => one.state === undefined),
    slow: datasets.filter((one) => one.state !== undefined),
  };
}

/** Returns the name of a dataset in a language, with its part. */
export function titleOf({ name, part }: AnalysedDataset, locale: string): string {
  return [name[locale], part?.[locale]].filter(Boolean).join(' · ');
}
