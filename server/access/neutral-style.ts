import type { AllowedCut } from './policies.ts';
import type { FeatureStyle, Mark, Rgba } from './atlas-snapshot.ts';

/**
 * The colour for datasets that no group shows, and for visitors who may not see the field of the
 * colours.
 */
const NEUTRAL: Rgba = [80, 80, 80, 255];

const NEUTRAL_MARKS: Readonly<Record<FeatureStyle['shape'], Mark>> = {
  point: { fill: NEUTRAL, stroke: null, width: 0, radius: 4 },
  line: { fill: null, stroke: NEUTRAL, width: 1.5, radius: 0 },
  polygon: { fill: [80, 80, 80, 128], stroke: NEUTRAL, width: 1, radius: 0 },
};

/** Returns the style that draws all features in one neutral colour. */
export function neutralStyle(shape: FeatureStyle['shape']): FeatureStyle {
  const mark = NEUTRAL_MARKS[shape];
  return {
    kind: 'features',
    shape,
    fields: [],
    mark: () => mark,
    reach: () => reachOf(mark),
  };
}

/** Returns the style a visitor may see: fields above the visitor's level have no effect. */
export function openStyle(
  { fields }: Pick<AllowedCut, 'fields'>,
  style: FeatureStyle,
): FeatureStyle {
  return style.fields.every((field) => fields.includes(field)) ? style : neutralStyle(style.shape);
}

/** Pixels from a feature to the edge of its mark. */
export function reachOf({ stroke, width, radius }: Mark): number {
  return radius > 0 ? radius + (stroke ? width : 0) : width / 2;
}
