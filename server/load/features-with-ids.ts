import type { Dataset } from 'atlas-engine';
import { hash } from 'node:crypto';
import { encodeGeometry } from '../geometry/packed.ts';
import { partOf } from '../store/data-part.ts';
import { assignIds, type IdSource } from './assign-ids.ts';
import type { Kept } from './gather-features.ts';
import type { ThinFeature } from './thinning/order-features.ts';

/** The features of a dataset by ascending id. */
export interface FeaturesWithIds {
  readonly features: readonly ThinFeature[];
  /** Places in the input of features whose key belongs to another one. */
  readonly duplicateKeys: readonly number[];
}

/** Gives the features of an input their ids. */
export function featuresWithIds(dataset: Dataset, kept: readonly Kept[]): FeaturesWithIds {
  const { ids, duplicateKeys } = assignIds(
    idSources(
      dataset,
      kept.map(({ geometry, feature: { values } }) => ({ geometry, values })),
    ),
  );
  const features = kept.map(({ geometry, feature: { values } }, place): ThinFeature => {
    return { id: ids[place]!, geometry, values };
  });
  return {
    features: features.sort((a, b) => a.id - b.id),
    duplicateKeys: duplicateKeys.map((place) => kept[place]!.index),
  };
}

/** Returns the input of the ids of features. */
export function idSources(
  dataset: Dataset,
  features: readonly Omit<ThinFeature, 'id'>[],
): IdSource[] {
  const fields = [...dataset.fields.values()];
  const rankOf = fields.map(({ permission }) =>
    Math.max(permission.rank, dataset.permission.view.rank),
  );
  const everyone = dataset.permission.view.rank;
  const above = [...new Set(rankOf)].filter((rank) => rank > everyone).sort((a, b) => a - b);
  const { key } = partOf(dataset);
  const keyPlace = fields.findIndex(({ name }) => name === key);
  return features.map(({ geometry, values }) => {
    const textOf = (rank: number): string =>
      JSON.stringify(values.filter((_, place) => rankOf[place] === rank));
    return {
      key: values[keyPlace] ?? null,
      geometry: hash('sha256', encodeGeometry(geometry), 'hex'),
      byRank: [textOf(everyone), ...above.map(textOf)],
    };
  });
}
