import { datasetOf } from '../model/datasets-of.ts';
import type { Field, StyleValue, Sublayer } from '../model/model.ts';
import { childrenOf, kindIn } from '../values/value-tree.ts';

/** The radius of dots by the value of a field of a dataset. */
export interface SizeScale {
  readonly dataset: string;
  readonly field: Field;
  /** Radius in px by value; linear between two values. */
  readonly stops: readonly (readonly [value: number, radius: number])[];
}

/**
 * Returns the sizes of the dots of a sublayer; null if the radius does not depend on a field. If it
 * also depends on the zoom, they are those of the closest zoom.
 */
export function scaleOf(sublayer: Sublayer): SizeScale | null {
  const radius = sublayer.paint['circle-radius'];
  const by = radius && kindIn('by-value', radius).at(-1);
  const dataset = datasetOf(sublayer);
  const field = by && dataset?.fields.get(by.field);
  if (!dataset || !field || by.stops.length < 2) return null;
  return {
    dataset: dataset.id,
    field,
    stops: by.stops.map(([value, out]) => [value, radiusOf(out)] as const),
  };
}

/** Returns the largest number in a value; 0 without one. */
function radiusOf(value: StyleValue): number {
  if (value.kind === 'literal') return typeof value.value === 'number' ? value.value : 0;
  return Math.max(0, ...childrenOf(value).map(radiusOf));
}
