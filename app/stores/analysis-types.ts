/** The answer of `POST /api/geodata/analysis/`. Areas are in m², distances in m, shares 0 to 1. */
export interface AnalysisResult {
  readonly area: number;
  readonly datasets: readonly AnalysedDataset[];
}

type Texts = Readonly<Record<string, string>>;

export interface AnalysedDataset {
  readonly dataset: string;
  readonly name: Texts;
  readonly part?: Texts;
  /** Who provides the data. */
  readonly provider?: Texts;
  /** The date of the data: a year, a month or a day (ISO 8601). */
  readonly date?: string;
  readonly first?: true;
  readonly geometry: 'point' | 'line' | 'polygon';
  readonly count: number;
  /** The land that the features cover inside the area, counted once. */
  readonly covered?: number;
  readonly share?: number;
  /** The sum, in which overlapping land counts for each feature. */
  readonly sum?: number;
  readonly classes?: readonly {
    readonly label: Texts;
    readonly color?: string;
    readonly count: number;
    readonly area?: number;
  }[];
  readonly nearest?: number;
}
