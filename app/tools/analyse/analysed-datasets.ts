import type { AnalysedDataset, MeasuredDataset } from 'atlas-engine/http';

/** Separates the datasets that were measured from those that were too slow. */
export function bySpeed(datasets: readonly AnalysedDataset[]): {
  readonly measured: readonly MeasuredDataset[];
  readonly slow: readonly AnalysedDataset[];
} {
  return {
    measured: datasets.filter((one): one is MeasuredDataset => !('state' in one)),
    slow: datasets.filter((one) => 'state' in one),
  };
}

/** Returns the name of a dataset in a language. */
export function titleOf({ name }: AnalysedDataset, locale: string): string {
  return name[locale] ?? '';
}
