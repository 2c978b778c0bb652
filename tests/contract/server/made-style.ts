/** Makes styles of features for tests of the WMS. */
import type { FeatureStyle, Mark, Rgba } from '../../../server/access/atlas-snapshot.ts';
import { reachOf } from '../../../server/access/neutral-style.ts';

/** Returns the mark of a shape in one colour: `size` is a radius, or the width of lines. */
export function markOf(shape: FeatureStyle['shape'], color: Rgba, size: number): Mark {
  if (shape === 'point') return { fill: color, stroke: null, width: 0, radius: size };
  return { fill: shape === 'line' ? null : color, stroke: color, width: size, radius: 0 };
}

/**
 * Returns a style that draws all features with the same colour, or with a colour by the value of
 * one field. Features with null in that field are not drawn.
 */
export function madeStyle(
  shape: FeatureStyle['shape'],
  drawn: Mark | null | { readonly field: string; readonly of: (value: unknown) => Mark | null },
): FeatureStyle {
  const byField = drawn !== null && 'field' in drawn ? drawn : { field: null, of: () => drawn };
  const mark: FeatureStyle['mark'] = (_zoom, attributes) =>
    byField.of(attributes[byField.field ?? '']) as Mark | null;
  const size = mark(0, {}) ?? markOf(shape, [0, 0, 0, 0], shape === 'point' ? 4 : 0);
  return {
    kind: 'features',
    shape,
    mark,
    fields: byField.field === null ? [] : [byField.field],
    reach: () => reachOf(size),
  };
}
