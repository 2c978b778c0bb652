import type { Dataset } from '../model/model.ts';
import type { DataFacts, DatasetProfile } from '../model/profile.ts';
import { profileOf, wholeDatasets, type CheckContext } from './context.ts';
import { nameFeatures, namedIn } from './named-features.ts';
import { fieldAt, loadAt, valueAt } from './places.ts';

/** The facts about the features of a dataset. */
export type FoundData = DatasetProfile & { readonly data: DataFacts };

/** Returns the facts about the features of a dataset; undefined for a raster. */
export function foundData(dataset: Dataset, context: CheckContext): FoundData | undefined {
  const profile = profileOf(dataset, context);
  if (dataset.geometry === 'raster' || !profile?.data) return undefined;
  return { ...profile, data: profile.data };
}

/**
 * Checks each dataset against the facts about all its features. Diagnostics:
 * `geometry-not-in-data`, `no-geometry`, `key-not-unique`, `outside-world`, `mis-encoded-text`,
 * `long-text`, `records-unread`.
 */
export function checkFoundData(context: CheckContext): void {
  for (const dataset of wholeDatasets(context.model)) {
    const found = foundData(dataset, context);
    if (!found) continue;
    checkGeometry(dataset, found.data, context);
    checkKey(dataset, found, context);
    checkPlaces(dataset, found, context);
    checkTexts(dataset, found.data, context);
    checkRecords(dataset, found, context);
  }
}

function checkGeometry(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  const { kinds } = data;
  const others = Object.entries(kinds).filter(([kind]) => kind !== dataset.geometry);
  const [most] = others.toSorted(([, a], [, b]) => b - a);
  if (!most) return;
  const code = 'geometry-not-in-data';
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  const matching = kinds[dataset.geometry] ?? 0;
  const params = { dataset: dataset.id, declared: dataset.geometry, nearest: most[0] };
  const counts = { count, of: count + matching, ...namedIn(data, code) };
  const target = valueAt(dataset, 'geometry', context);
  context.report[matching === 0 ? 'error' : 'warn'](code, target, { ...params, ...counts });
}

function checkKey(
  dataset: Dataset,
  { count, fields, data }: FoundData,
  context: CheckContext,
): void {
  const { nulls, repeated } = data.keys;
  if (dataset.key === null || (nulls === 0 && repeated === 0)) return;
  const unique = Object.entries(fields).filter(
    ([, found]) => found.nulls === 0 && found.distinct === count && found.type !== 'list',
  );
  context.report.warn('key-not-unique', valueAt(dataset, 'key', context), {
    dataset: dataset.id,
    field: dataset.key,
    ...data.keys,
    ...namedIn(data, 'key-not-unique'),
    known: unique.map(([name]) => name),
  });
}

function checkPlaces(
  dataset: Dataset,
  { count: of, data }: FoundData,
  context: CheckContext,
): void {
  const check = (code: 'no-geometry' | 'outside-world', count: number): void => {
    if (count === 0) return;
    const params = { dataset: dataset.id, of, count, ...namedIn(data, code) };
    context.report[count === of ? 'error' : 'warn'](code, loadAt(dataset, context), params);
  };
  check('no-geometry', data.withoutGeometry ?? 0);
  check('outside-world', data.outsideWorld);
}

function checkTexts(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  for (const [field, found] of Object.entries(data.misEncoded)) {
    const named = namedIn(data, 'mis-encoded-text', field);
    const params = { dataset: dataset.id, field, ...found, ...named };
    context.report.warn('mis-encoded-text', fieldAt(dataset, field, context), params);
  }
  for (const [field, found] of Object.entries(data.longTexts ?? {})) {
    const named = namedIn(data, 'long-text', field);
    const params = { dataset: dataset.id, field, ...found, ...named };
    context.report.warn('long-text', fieldAt(dataset, field, context), params);
  }
}

function checkRecords(dataset: Dataset, { count, data }: FoundData, context: CheckContext): void {
  const { refused } = data;
  if (!refused) return;
  context.report.warn('records-unread', loadAt(dataset, context), {
    count: refused.count,
    of: count + refused.count,
    reasons: refused.first.map(({ reason }) => reason),
    ...nameFeatures(refused.first),
  });
}
