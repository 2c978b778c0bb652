import { stepsFrom } from '../../diagnostics/meant.ts';
import { datasetOf } from '../../model/datasets-of.ts';
import type { ClassEntry, Dataset } from '../../model/model.ts';
import type { PixelValues } from '../../model/pixel-values.ts';
import { groupBy } from '../../basics/group-by.ts';
import { present } from '../../basics/present.ts';
import { MAX_PIXEL, meaningOf } from '../../values/pixel-values.ts';
import { checkPixelStops } from './check-pixel-stops.ts';
import type { ValueList } from './class-pairs.ts';
import { nodeOf, profileOf, type CheckContext, type Drawn } from '../context.ts';
import { loadAt, valueAt } from '../places.ts';

/**
 * Compares the classes of rasters with the values of their pixels, and the scale of rasters with
 * their files. Several rasters may share a class list; the pixels of all count together.
 * Diagnostics: `class-value-no-pixel`, `class-without-pixels`, `pixels-without-class`,
 * `raster-without-values`, `scale-of-file`, those of `checkPixelStops`.
 */
export function checkPixels(context: CheckContext): void {
  const datasets = [...context.model.datasets.values()];
  for (const dataset of datasets) checkSome(dataset, context);
  const misread = new Set(datasets.filter((dataset) => checkStated(dataset, context)));
  const drawn = context.drawn.filter(({ sublayer }) => sublayer.rasterClasses !== null);
  for (const [list, its] of groupBy(drawn, ({ sublayer }) => sublayer.rasterClasses!)) {
    if (list.kind === 'values') checkList(list, its, context);
    else
      for (const { sublayer } of its) {
        const dataset = datasetOf(sublayer);
        if (dataset && !misread.has(dataset)) checkPixelStops(list, sublayer, dataset, context);
      }
  }
}

/** Reports a raster whose pixels all are no data. */
function checkSome(dataset: Dataset, context: CheckContext): void {
  const { load } = dataset;
  if (profileOf(dataset, context)?.pixels?.length !== 0 || load.kind !== 'file') return;
  context.report.warn('raster-without-values', loadAt(dataset, context), { file: load.file });
}

/** Reports a scale that differs from that of the file. Returns whether it does. */
function checkStated(dataset: Dataset, context: CheckContext): boolean {
  const stated = profileOf(dataset, context)?.stated;
  const { id, load, pixels } = dataset;
  if (!stated || load.kind !== 'file') return false;
  const { scale = 1, offset = 0 } = pixels ?? {};
  if (isNear(scale, stated.scale) && isNear(offset, stated.offset)) return false;
  const node = nodeOf(dataset, context);
  context.report.warn('scale-of-file', loadAt(dataset, context), {
    dataset: id,
    file: load.file,
    usedScale: scale,
    usedOffset: offset,
    scale: stated.scale,
    offset: stated.offset,
    unit: pixels?.unit ? undefined : stated.unit,
    isDeclared: 'scale' in node || 'offset' in node,
  });
  return true;
}

/** Returns whether two numbers are equal in single precision, in which some programs write them. */
function isNear(one: number, other: number): boolean {
  return Math.fround(one) === Math.fround(other);
}

function checkList(list: ValueList, drawn: readonly Drawn[], context: CheckContext): void {
  const rasters = drawn.flatMap(({ sublayer }) => datasetOf(sublayer) ?? []);
  const [first] = rasters;
  // A scale of 0 was reported before.
  if (!first || first.pixels?.scale === 0) return;
  const impossible = checkPossible(list, first, context);
  const found = rasters.map((dataset) =>
    profileOf(dataset, context)?.pixels?.map(
      ([pixel, count]) => [meaningOf(pixel, dataset.pixels), count] as const,
    ),
  );
  if (found.includes(undefined)) return;
  const pixels = new Map<string, number>();
  for (const [value, count] of found.flatMap((each) => each!))
    pixels.set(String(value), (pixels.get(String(value)) ?? 0) + count);
  const unseen = list.entries.filter(
    (entry) =>
      !impossible.includes(entry) && !entry.values.some((each) => pixels.has(String(each))),
  );
  const named = new Set(list.entries.flatMap(({ values }) => values.map(String)));
  const isMeant = list.default !== null || nodeOf(list, context)['default'] === 'none';
  const free = isMeant ? [] : [...pixels.keys()].filter((value) => !named.has(value));
  const { id: dataset } = first;
  const params = {
    classes: list.id,
    dataset,
    free,
    ...measured(list, [...pixels.keys()], context),
  };
  if (unseen.length > 0) {
    const values = unseen.map((entry) => String(entry.values[0]));
    const target = valueAt(unseen[0]!, 'value', context);
    const meant = meantBy(unseen, first, context);
    context.report.warn('class-without-pixels', target, present({ ...params, values, meant }));
  } else if (free.length > 0 && impossible.length === 0) {
    const all = [...pixels.values()].reduce((sum, count) => sum + count, 0);
    const count = free.reduce((sum, value) => sum + pixels.get(value)!, 0);
    const percent = Math.max(Math.round((count / all) * 1000) / 10, 0.1);
    const target = valueAt(drawn[0]!.sublayer, 'classes', context);
    context.report.warn('pixels-without-class', target, { ...params, percent });
  }
}

/**
 * Reports classes of a raster whose value is not that of a pixel, 0 to 254, after scale and offset.
 * 255 means no data. Returns these classes.
 */
function checkPossible(
  list: ValueList,
  { id, pixels }: Dataset,
  context: CheckContext,
): readonly ClassEntry[] {
  const all = Array.from({ length: MAX_PIXEL + 1 }, (_, pixel) => meaningOf(pixel, pixels));
  const possible = new Set<unknown>(all);
  const wrong = list.entries.filter(({ values }) => values.some((value) => !possible.has(value)));
  if (wrong.length === 0) return [];
  const values = wrong.map((entry) => entry.values.find((value) => !possible.has(value))!);
  const areRaw = isScaled(pixels) && values.every(isPixel);
  const meant = values.map((value) => {
    if (typeof value !== 'number') return '';
    return String(areRaw ? meaningOf(value, pixels) : nearestTo(value, all));
  });
  context.report.error('class-value-no-pixel', valueAt(wrong[0]!, 'value', context), {
    dataset: id,
    found: values.map(String),
    areRaw,
    ...(isScaled(pixels) ? { scale: pixels.scale, offset: pixels.offset } : {}),
    ...(isScaled(pixels) && !meant.includes('') ? { meant } : {}),
    ...present({ steps: stepsOf(list, context) }),
  });
  return wrong;
}

/** Returns the values of classes by numbers that occur in the file; undefined for other classes. */
function meantBy(
  entries: readonly ClassEntry[],
  dataset: Dataset,
  context: CheckContext,
): readonly string[] | undefined {
  const { pixels } = dataset;
  if (!isScaled(pixels)) return undefined;
  const inFile = new Set(profileOf(dataset, context)?.pixels?.map(([pixel]) => pixel));
  const numbers = entries.flatMap(({ values: [value] }) =>
    isPixel(value) && inFile.has(value) ? value : [],
  );
  if (numbers.length < entries.length) return undefined;
  return numbers.map((number) => String(meaningOf(number, pixels)));
}

function isScaled(pixels: PixelValues | undefined): pixels is PixelValues {
  return pixels !== undefined && (pixels.scale !== 1 || pixels.offset !== 0);
}

function isPixel(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PIXEL;
}

function nearestTo(value: number, all: readonly number[]): number {
  const distance = (each: number): number => Math.abs(each - value);
  return all.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

/** A raster with more different values is probably a measurement, not a classification. */
const MANY_VALUES = 30;

/** Returns the range of the pixels and the classes as steps if a raster has measured values. */
function measured(
  list: ValueList,
  found: readonly string[],
  context: CheckContext,
): { readonly measured?: { min: number; max: number; count: number; steps: string } } {
  if (found.length <= MANY_VALUES || list.entries.length * 2 > found.length) return {};
  const numbers = found.map(Number);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  const steps = stepsOf(list, context) ?? `[[${min}, '#FBE9C8'], [${(min + max) / 2}, '#2A84C8']]`;
  return { measured: { min, max, count: found.length, steps } };
}

/** Returns the classes of a list as steps, as they are written; undefined if they are no numbers. */
function stepsOf({ entries }: ValueList, context: CheckContext): string | undefined {
  return stepsFrom(
    entries.map((entry) => [String(entry.values[0]), nodeOf(entry, context)['color']] as const),
  );
}
