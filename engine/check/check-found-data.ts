import type { Dataset } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { nameFeatures, namedIn } from './named-features.ts';
import type { DataFacts, DatasetProfile } from '../model/profile.ts';

/**
 * Holds each dataset against its features as a whole. Diagnostics: `geometry-not-in-data`,
 * `no-geometry`, `key-not-unique`, `outside-world`, `mis-encoded-text`, `long-text`,
 * `records-unread`.
 */
export function checkFoundData(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) {
    const profile = context.facts.profiles.get(dataset.id);
    if (dataset.cut || dataset.geometry === 'raster' || !profile?.data) continue;
    checkGeometry(dataset, profile.data, context);
    checkKey(dataset, profile, profile.data, context);
    checkPlace(dataset, profile, profile.data, context);
    checkTexts(dataset, profile.data, context);
    checkRecords(dataset, profile, profile.data, context);
  }
}

function checkGeometry(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  const { kinds } = data;
  const others = Object.entries(kinds).filter(([kind]) => kind !== dataset.geometry);
  const [most] = others.toSorted(([, a], [, b]) => b - a);
  if (!most) return;
  const target: Target = { node: nodeOf(dataset, context), key: 'geometry' };
  const params = {
    dataset: dataset.id,
    declared: dataset.geometry,
    count: others.reduce((sum, [, count]) => sum + count, 0),
    of: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    nearest: most[0],
    ...namedIn(data, 'geometry-not-in-data'),
  };
  if ((kinds[dataset.geometry] ?? 0) === 0)
    context.report.error('geometry-not-in-data', target, params);
  else context.report.warn('geometry-not-in-data', target, params);
}

function checkKey(
  dataset: Dataset,
  { count, fields }: DatasetProfile,
  data: DataFacts,
  context: CheckContext,
): void {
  const { keys } = data;
  if (dataset.key === null || (keys.nulls === 0 && keys.repeated === 0)) return;
  const unique = Object.entries(fields).filter(
    ([, found]) => found.nulls === 0 && found.distinct === count && found.type !== 'list',
  );
  context.report.warn(
    'key-not-unique',
    { node: nodeOf(dataset, context), key: 'key' },
    {
      dataset: dataset.id,
      field: dataset.key,
      nulls: keys.nulls,
      repeated: keys.repeated,
      examples: keys.examples,
      ...namedIn(data, 'key-not-unique'),
      known: unique.map(([name]) => name),
    },
  );
}

function checkPlace(
  dataset: Dataset,
  { count }: DatasetProfile,
  data: DataFacts,
  context: CheckContext,
): void {
  const { outsideWorld, withoutGeometry = 0 } = data;
  const node = nodeOf(dataset, context);
  const target: Target = { node: (node['load'] as object | undefined) ?? node };
  const params = { dataset: dataset.id, of: count };
  if (withoutGeometry > 0) {
    const severity = withoutGeometry === count ? 'error' : 'warn';
    const words = { ...params, ...namedIn(data, 'no-geometry'), count: withoutGeometry };
    context.report[severity]('no-geometry', target, words);
  }
  if (outsideWorld > 0) {
    const severity = outsideWorld === count ? 'error' : 'warn';
    const words = { ...params, ...namedIn(data, 'outside-world'), count: outsideWorld };
    context.report[severity]('outside-world', target, words);
  }
}

function checkTexts(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  const { misEncoded, longTexts = {} } = data;
  const node = nodeOf(dataset, context);
  for (const [field, { count, example }] of Object.entries(misEncoded)) {
    context.report.warn(
      'mis-encoded-text',
      { node: (node['fields'] as object | undefined) ?? node, key: field, part: 'key' },
      { dataset: dataset.id, field, count, example, ...namedIn(data, 'mis-encoded-text', field) },
    );
  }
  for (const [field, { count, longest }] of Object.entries(longTexts)) {
    context.report.warn(
      'long-text',
      { node: (node['fields'] as object | undefined) ?? node, key: field, part: 'key' },
      { dataset: dataset.id, field, count, longest, ...namedIn(data, 'long-text', field) },
    );
  }
}

function checkRecords(
  dataset: Dataset,
  { count }: DatasetProfile,
  { refused }: DataFacts,
  context: CheckContext,
): void {
  if (!refused) return;
  const node = nodeOf(dataset, context);
  context.report.warn(
    'records-unread',
    { node: (node['load'] as object | undefined) ?? node },
    {
      count: refused.count,
      of: count + refused.count,
      reasons: refused.first.map(({ reason }) => reason),
      ...nameFeatures(refused.first),
    },
  );
}
