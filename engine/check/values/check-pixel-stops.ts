import type { ClassList, Dataset, Sublayer } from '../../model/model.ts';
import { meaningOf } from '../../values/pixel-values.ts';
import type { ValueList } from './class-pairs.ts';
import { profileOf, type CheckContext } from '../context.ts';
import { keyAt, valueAt } from '../places.ts';

type Range = readonly [min: number, max: number];

/**
 * Compares the steps or the ramp of a raster with the values of its pixels, and their unit with that
 * of the raster. Diagnostics: `stops-in-pixel-numbers`, `stops-without-pixels`, `unit-of-dataset`.
 */
export function checkPixelStops(
  list: Exclude<ClassList, ValueList>,
  sublayer: Sublayer,
  dataset: Dataset,
  context: CheckContext,
): void {
  const { id, pixels } = dataset;
  const locale = context.model.locales.default;
  const [own, unit] = [list.unit?.[locale], pixels?.unit?.[locale]];
  if (own && unit && own !== unit) {
    const params = { dataset: id, classes: list.id, found: own, unit };
    context.report.warn('unit-of-dataset', valueAt(list, 'unit', context), params);
  }
  const counted = profileOf(dataset, context)?.pixels ?? [];
  if (counted.length < 2 || pixels?.scale === 0) return;
  const raw = rangeOf(counted.map(([pixel]) => pixel));
  const values = rangeOf(counted.map(([pixel]) => meaningOf(pixel, pixels)));
  const stops = (list.kind === 'ramp' ? list.stops : list.steps).map(([stop]) => stop);
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const [min, max] = values;
  const what = list.kind === 'ramp' ? 'stops' : 'steps';
  const params = { classes: list.id, dataset: id, min, max, first, last, what } as const;
  if (pixels && areNumbersOfFile([first, last], raw, values)) {
    const target = keyAt(list, list.kind, context);
    context.report.warn('stops-in-pixel-numbers', target, {
      ...params,
      rawMin: raw[0],
      rawMax: raw[1],
      scale: pixels.scale,
      offset: pixels.offset,
      converted: stops.map((stop) => String(meaningOf(stop, pixels))),
    });
  } else if (max <= first || min >= last)
    context.report.warn('stops-without-pixels', valueAt(sublayer, 'classes', context), params);
}

function rangeOf(numbers: readonly number[]): Range {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** Returns whether the range of stops is like that of the numbers in the file, not of the values. */
function areNumbersOfFile(stops: Range, raw: Range, values: Range): boolean {
  const share = overlap(stops, raw);
  return share > 0.25 && share > 4 * overlap(stops, values);
}

/** Returns the part of the joint extent of two ranges that is in both, 0 to 1. */
function overlap(one: Range, other: Range): number {
  const both = Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  return Math.max(0, both) / (Math.max(one[1], other[1]) - Math.min(one[0], other[0]));
}
