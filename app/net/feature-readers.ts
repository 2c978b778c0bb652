import {
  analysisAnswer,
  comparableAnswer,
  featureAnswer,
  fits,
  nearAnswer,
  objectsAnswer,
  overlapsAnswer,
  type AnalysisAnswer,
  type ComparableAnswer,
  type FeatureAnswer,
  type NearAnswer,
  type ObjectsAnswer,
  type OverlapsAnswer,
} from 'atlas-engine/http';

export function isFeature(value: unknown): value is FeatureAnswer {
  return fits(featureAnswer, value);
}

/** A feature that was requested with its geometry. */
export type WholeFeature = FeatureAnswer & Required<Pick<FeatureAnswer, 'geometry'>>;

export function isWholeFeature(value: unknown): value is WholeFeature {
  return isFeature(value) && value.geometry !== undefined;
}

/** An analysis, or what has come of it, with the number of datasets that it will have. */
export type PartlyAnalysed = AnalysisAnswer & { readonly count?: number };

export function isPartlyAnalysed(value: unknown): value is PartlyAnalysed {
  return fits(analysisAnswer, value);
}

export function isNear(value: unknown): value is NearAnswer {
  return fits(nearAnswer, value);
}

export function isComparable(value: unknown): value is ComparableAnswer {
  return fits(comparableAnswer, value);
}

export function isOverlaps(value: unknown): value is OverlapsAnswer {
  return fits(overlapsAnswer, value);
}

export function isObjects(value: unknown): value is ObjectsAnswer {
  return fits(objectsAnswer, value);
}
