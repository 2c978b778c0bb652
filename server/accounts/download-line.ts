/** The line of the audit about a fetch of restricted data. */

export interface FetchedData {
  /** Ids of datasets. */
  readonly datasets: readonly string[];
  /** Square kilometres. */
  readonly area: number;
  readonly formats: readonly string[];
}

/** Returns a text such as `tenure, wells (12.5 km²; geojson, csv)`. */
export function fetchedLine({ datasets, area, formats }: FetchedData): string {
  return `${datasets.join(', ')} (${area.toFixed(1)} km²; ${formats.join(', ')})`;
}

const LINE = /^(.+) \((\d+(?:\.\d+)?) km²; (.+)\)$/;

/** Reads a text of `fetchedLine`; null for any other. */
export function readFetchedLine(text: string): FetchedData | null {
  const [, datasets, area, formats] = LINE.exec(text) ?? [];
  if (datasets === undefined || formats === undefined) return null;
  return { datasets: datasets.split(', '), area: Number(area), formats: formats.split(', ') };
}
