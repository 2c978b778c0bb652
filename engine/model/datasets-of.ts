import type { Dataset, Sublayer } from './model.ts';

/** Returns the dataset of a sublayer; undefined for other sources. */
export function datasetOf({ source }: Pick<Sublayer, 'source'>): Dataset | undefined {
  return source.kind === 'dataset' ? source.dataset : undefined;
}

/** Returns the datasets of sublayers, each once, in their order. */
export function datasetsOf(sublayers: readonly Sublayer[]): readonly Dataset[] {
  return [...new Set(sublayers.flatMap((sublayer) => datasetOf(sublayer) ?? []))];
}
