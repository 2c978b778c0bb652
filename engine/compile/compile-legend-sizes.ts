import type { LegendSymbol } from '../bundle/bundle.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { Field, StyleValue, Sublayer, Text } from '../model/model.ts';
import { childrenOf, kindIn } from '../values/value-tree.ts';

/** A legend row for a size. */
export interface SizeRow {
  readonly entry: string;
  readonly symbol: LegendSymbol;
  readonly own: Text;
}

/** Radius of the largest dot in the legend in px, and of a dot that would be too small to see. */
const LARGEST_PX = 7;
const SMALLEST_PX = 1.5;

/**
 * Returns the legend rows that say what the size of dots means: the smallest and the largest dot,
 * with the values of the field that sets the radius. Empty if the radius does not depend on a field,
 * or its field has no label.
 */
export function sizeRows(sublayer: Sublayer, symbol: LegendSymbol): readonly SizeRow[] {
  const radius = sublayer.paint['circle-radius'];
  const [by] = radius ? kindIn('by-value', radius) : [];
  const field = by && datasetOf(sublayer)?.fields.get(by.field);
  const [first, last] = [by?.stops[0], by?.stops.at(-1)];
  if (symbol.type !== 'circle' || !field || !first || !last || first === last) return [];
  const largest = radiusOf(last[1]);
  return [first, last].map(([value, out]) => ({
    entry: `size/${value}`,
    symbol: {
      ...symbol,
      radius: roundHalf((LARGEST_PX * radiusOf(out)) / (largest || 1)),
    },
    own: labelOf(field, value),
  }));
}

/** Rounds to half a pixel, and up to the smallest visible radius. */
function roundHalf(radius: number): number {
  return Math.max(SMALLEST_PX, Math.round(radius * 2) / 2);
}

/** Returns the largest number in a value; 0 without one. */
function radiusOf(value: StyleValue): number {
  if (value.kind === 'literal') return typeof value.value === 'number' ? value.value : 0;
  return Math.max(0, ...childrenOf(value).map(radiusOf));
}

/** Returns a value with its unit and the label of its field: "1,000 people (Population)". */
function labelOf({ label, unit }: Field, value: number): Text {
  const texts = Object.entries(label).map(([locale, text]) => {
    const number = new Intl.NumberFormat([locale, 'en']).format(value);
    const words = unit?.[locale] === undefined ? number : `${number}\u00a0${unit[locale]}`;
    return [locale, `${words} (${text})`] as const;
  });
  return Object.fromEntries(texts);
}
