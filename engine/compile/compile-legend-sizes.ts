import type { LegendRow, LegendSymbol } from '../bundle/bundle.ts';
import type { Field } from '../model/model.ts';
import { formatBound } from '../runtime/format-number.ts';
import type { CompileOptions } from './compile-options.ts';
import { roundValues } from './round-values.ts';
import type { SizeScale } from './size-scale.ts';

/**
 * Returns the legend rows of dots with a scale: their true sizes for a few round values that the
 * data contain or enclose. Before the data are loaded, the values are the ends of the scale.
 */
export function sizeRows(
  scales: readonly SizeScale[],
  symbol: LegendSymbol,
  { locale, range }: Pick<CompileOptions, 'locale' | 'range'>,
): readonly LegendRow[] {
  const [scale] = scales;
  if (symbol.type !== 'circle' || !scale) return [];
  const ranges = scales.flatMap(({ dataset, field }) =>
    [range?.(dataset, field.name) ?? []].flat(),
  );
  const values = valuesOf(scale, ranges);
  const radii = values.map((value) => radiusAt(scale, value));
  return values.map((value, index) => ({
    label: labelOf(scale.field, value, locale),
    symbol: { ...symbol, radius: radii[index]!, room: Math.max(...radii) },
  }));
}

function valuesOf({ stops }: SizeScale, found: readonly number[]): readonly number[] {
  const [first, last] = [stops[0]![0], stops.at(-1)![0]];
  if (found.length === 0) return [first, last];
  const [least, greatest] = [Math.min(...found), Math.max(...found)];
  // Beyond the scale, all dots have the same size.
  const [from, to] = [Math.max(least, first), Math.min(greatest, last)];
  return from <= to ? roundValues(from, to) : roundValues(least, greatest);
}

function radiusAt({ stops }: SizeScale, value: number): number {
  const after = stops.findIndex(([stop]) => stop >= value);
  const [high, to] = stops[after] ?? stops.at(-1)!;
  const [low, from] = stops[after - 1] ?? [high, to];
  const radius = high === low ? to : from + ((to - from) * (value - low)) / (high - low);
  return Math.round(radius * 10) / 10;
}

/** Returns a value with its unit and the label of its field: "1,000 people (Population)". */
function labelOf({ label, unit }: Field, value: number, locale: string): string {
  const number = formatBound(value, locale);
  const words = unit?.[locale] === undefined ? number : `${number}\u00a0${unit[locale]}`;
  return `${words} (${label[locale]})`;
}
