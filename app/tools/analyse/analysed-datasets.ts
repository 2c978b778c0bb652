import type { AnalysedDataset, MeasuredCells, MeasuredDataset } from 'atlas-engine/http';

/** Separates datasets of features, rasters, and those that were too slow. */
export function bySpeed(datasets: readonly AnalysedDataset[]): {
  readonly measured: readonly MeasuredDataset[];
  readonly cells: readonly MeasuredCells[];
  readonly slow: readonly AnalysedDataset[];
} {
  return {
    measured: datasets.filter(isMeasured),
    cells: datasets.filter(isCells),
    slow: datasets.filter((one) => 'state' in one),
  };
}

function isMeasured(one: AnalysedDataset): one is MeasuredDataset {
  return !('state' in one) && one.geometry !== 'raster';
}

/** Returns whether a dataset is a measured raster. */
export function isCells(one: AnalysedDataset): one is MeasuredCells {
  return !('state' in one) && one.geometry === 'raster';
}

/** Returns the name of a dataset in a language. */
export function titleOf({ name }: AnalysedDataset, locale: string): string {
  return name[locale] ?? '';
}
