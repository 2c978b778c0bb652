import { datasetOf } from '../model/datasets-of.ts';
import type { ClassList, Dataset, Sublayer } from '../model/model.ts';
import { groupBy } from '../runtime/group-by.ts';
import { meaningOf } from '../values/pixel-values.ts';
import type { ValueList } from './class-pairs.ts';
import { nodeOf, profileOf, type CheckContext, type Drawn } from './context.ts';
import { loadAt, valueAt } from './places.ts';

/**
 * Compares the classes of rasters with the values of their pixels, and the scale of rasters with
 * their files. Several rasters may share a class list; the pixels of all count together.
 * Diagnostics: `class-without-pixels`, `pixels-without-class`, `stops-without-pixels`,
 * `scale-of-file`, `unit-of-dataset`.
 */
export function checkPixels(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) checkStated(dataset, context);
  const drawn = context.drawn.filter(({ sublayer }) => sublayer.rasterClasses !== null);
  for (const [list, its] of groupBy(drawn, ({ sublayer }) => sublayer.rasterClasses!)) {
    if (list.kind === 'values') checkList(list, its, context);
    else for (const { sublayer } of its) checkStops(list, sublayer, context);
  }
}

/** Reports a scale that differs from that of the file. */
function checkStated(dataset: Dataset, context: CheckContext): void {
  const stated = profileOf(dataset, context)?.stated;
  const { id, load, pixels } = dataset;
  if (!stated || load.kind !== 'file') return;
  const { scale = 1, offset = 0 } = pixels ?? {};
  if (isNear(scale, stated.scale) && isNear(offset, stated.offset)) return;
  const node = nodeOf(dataset, context);
  context.report.warn('scale-of-file', loadAt(dataset, context), {
    ...{ dataset: id, file: load.file, usedScale: scale, usedOffset: offset },
    ...{ scale: stated.scale, offset: stated.offset },
    unit: pixels?.unit ? undefined : stated.unit,
    isDeclared: 'scale' in node || 'offset' in node,
  });
}

/** Returns whether two numbers are equal in single precision, in which some programs write them. */
function isNear(one: number, other: number): boolean {
  return Math.fround(one) === Math.fround(other);
}

/** Reports steps and ramps without a pixel between their first and last stop, and a second unit. */
function checkStops(
  list: Exclude<ClassList, ValueList>,
  sublayer: Sublayer,
  context: CheckContext,
): void {
  const dataset = datasetOf(sublayer);
  if (!dataset) return;
  const { id, pixels } = dataset;
  const locale = context.model.locales.default;
  const [own, unit] = [list.unit?.[locale], pixels?.unit?.[locale]];
  if (own && unit && own !== unit) {
    const params = { dataset: id, classes: list.id, found: own, unit };
    context.report.warn('unit-of-dataset', valueAt(list, 'unit', context), params);
  }
  const counted = profileOf(dataset, context)?.pixels ?? [];
  if (counted.length < 2 || pixels?.scale === 0) return;
  const meanings = counted.map(([pixel]) => meaningOf(pixel, pixels));
  const [min, max] = [Math.min(...meanings), Math.max(...meanings)];
  const stops = list.kind === 'ramp' ? list.stops : list.steps;
  const [first, last] = [stops[0]![0], stops.at(-1)![0]];
  if (max > first && min < last) return;
  context.report.warn('stops-without-pixels', valueAt(sublayer, 'classes', context), {
    ...{ classes: list.id, dataset: id, min, max, first, last },
    what: list.kind === 'ramp' ? 'stops' : 'steps',
  });
}

function checkList(list: ValueList, drawn: readonly Drawn[], context: CheckContext): void {
  const rasters = drawn.flatMap(({ sublayer }) => datasetOf(sublayer) ?? []);
  const found = rasters.map((dataset) =>
    profileOf(dataset, context)?.pixels?.map(
      ([pixel, count]) => [meaningOf(pixel, dataset.pixels), count] as const,
    ),
  );
  if (found.length === 0 || found.includes(undefined)) return;
  const pixels = new Map<string, number>();
  for (const [value, count] of found.flatMap((each) => each!))
    pixels.set(String(value), (pixels.get(String(value)) ?? 0) + count);
  const named = new Set(list.entries.flatMap(({ values }) => values.map(String)));
  const unseen = list.entries.filter(
    ({ values }) => !values.some((each) => pixels.has(String(each))),
  );
  const isMeant = list.default !== null || nodeOf(list, context)['default'] === 'none';
  const free = isMeant ? [] : [...pixels.keys()].filter((value) => !named.has(value));
  const params = { classes: list.id, dataset: rasters[0]!.id, free };
  if (unseen.length > 0) {
    const values = unseen.map((entry) => String(entry.values[0]));
    const target = valueAt(unseen[0]!, 'value', context);
    context.report.warn('class-without-pixels', target, { ...params, values });
  } else if (free.length > 0) {
    const all = [...pixels.values()].reduce((sum, count) => sum + count, 0);
    const count = free.reduce((sum, value) => sum + pixels.get(value)!, 0);
    const percent = Math.max(Math.round((count / all) * 1000) / 10, 0.1);
    const target = valueAt(drawn[0]!.sublayer, 'classes', context);
    context.report.warn('pixels-without-class', target, { ...params, percent });
  }
}
