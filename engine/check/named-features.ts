import type { DataFacts, NamedFeature } from '../model/profile.ts';

/** The parameters of a message that name features. */
export interface FeatureParams {
  /** Each has its place in the file and, after a space, its key or name: `12 BN-03`. */
  readonly features: readonly string[];
  /** The unit of the places: lines from 1, or features from 0. */
  readonly placed: 'line' | 'feature';
}

/**
 * Returns the features that the facts name for a message. The message is given by its code and
 * field.
 */
export function namedIn({ named = {} }: DataFacts, code: string, field?: string): FeatureParams {
  return nameFeatures(named[field === undefined ? code : `${code} ${field}`] ?? []);
}

/** Formats features for a message. */
export function nameFeatures(features: readonly NamedFeature[]): FeatureParams {
  return {
    features: features.map(({ index, line, name }) =>
      [line ?? index, name].filter((part) => part !== undefined).join(' '),
    ),
    placed: features.some(({ line }) => line !== undefined) ? 'line' : 'feature',
  };
}
