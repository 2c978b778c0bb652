import { isWithin } from '../model/bounds.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { Dataset, Field } from '../model/model.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { namedIn } from './named-features.ts';
import { nullMarkerOf } from './null-marker.ts';
import type { DatasetProfile, FoundField } from '../model/profile.ts';
import type { Unreadable } from '../model/facts.ts';

/**
 * Holds each dataset against what its last load found. Diagnostics: `data-unreadable`,
 * `unknown-column`, `unknown-layer`, `unknown-table`, `empty-dataset`, `field-not-in-data`, `values-unread`, `field-all-null`,
 * `photos-without-folder`.
 */
export function checkDatasets(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) {
    if (dataset.cut) checkCut(dataset, context);
    else checkDataset(dataset, context);
  }
}

function checkDataset(dataset: Dataset, context: CheckContext): void {
  const { report, facts } = context;
  const node = nodeOf(dataset, context);
  const unreadable = facts.unreadable?.get(dataset.id);
  if (unreadable) reportUnreadable(dataset, unreadable, context);
  const profile = facts.profiles.get(dataset.id);
  if (!profile) return;
  if (profile.count === 0) {
    if (!dataset.allowEmpty)
      report.warn(
        'empty-dataset',
        { node, key: 'id' },
        { dataset: dataset.id, only: dataset.only.map(({ field }) => field).join(', ') },
      );
    return;
  }
  if (dataset.geometry === 'raster') return;
  for (const field of dataset.fields.values()) checkField(field, dataset, profile, context);
}

function checkField(
  field: Field,
  dataset: Dataset,
  profile: DatasetProfile,
  context: CheckContext,
): void {
  const { report } = context;
  const node = nodeOf(dataset, context);
  const found = profile.fields[field.name];
  const target = {
    node: (node['fields'] as object | undefined) ?? node,
    key: field.name,
    part: 'key',
  } as const;
  const params = { field: field.name, dataset: dataset.id };
  if (!found) {
    const known = Object.keys(profile.fields);
    const nearest = suggest(field.name, known);
    report.error('field-not-in-data', target, { ...params, nearest, known });
    return;
  }
  const unreadExamples = profile.data?.unreadExamples[field.name] ?? [];
  const marker = nullMarkerOf(found, unreadExamples);
  if (marker !== undefined) report.warn('field-all-null', target, { ...params, marker });
  else if (found.unread > 0) {
    const severity = found.unread > found.count / 2 ? 'error' : 'warn';
    report[severity]('values-unread', target, {
      ...params,
      type: field.type,
      unread: found.unread,
      count: found.count,
      examples: unreadExamples,
      ...(profile.data && namedIn(profile.data, 'values-unread', field.name)),
    });
  } else if (found.nulls === found.count) report.warn('field-all-null', target, params);
  const hasPhotos = field.format === 'photos' && field.folder === undefined;
  const examples = hasPhotos ? fileNamesIn(found) : [];
  if (examples.length > 0)
    report.warn('photos-without-folder', target, { field: field.name, examples });
}

function reportUnreadable(
  dataset: Dataset,
  { reason, lacks }: Unreadable,
  context: CheckContext,
): void {
  const { id, load } = dataset;
  const node = nodeOf(dataset, context);
  const raw = (node['load'] as object | undefined) ?? node;
  if (!lacks) {
    context.report.error(
      'data-unreadable',
      { node: raw },
      { dataset: id, reason, from: load.kind },
    );
    return;
  }
  const { what, key, found, known } = lacks;
  // A name that was not written was not misspelt.
  const nearest = key in raw ? (suggest(found, known) ?? '') : '';
  context.report.error(`unknown-${what}`, key in raw ? { node: raw, key } : { node: raw }, {
    file: load.kind === 'file' ? load.file : '',
    key,
    found,
    nearest,
    known,
  });
}

/** Some values that no browser could fetch a picture from. */
function fileNamesIn({ values = [] }: FoundField): string[] {
  return values
    .map(([value]) => String(value))
    .filter((value) => !/^(?:https?:|\/)/i.test(value))
    .slice(0, 3);
}

function checkCut(dataset: Dataset, context: CheckContext): void {
  const { model, facts } = context;
  if (facts.profiles.get(dataset.id)?.count !== 0 || dataset.allowEmpty) return;
  const project = model.projects.find(({ id }) => id === dataset.cut!.project);
  // An extent beyond the region is reported as such.
  if (!project || !isWithin(project.extent, model.region.bounds)) return;
  const copy = model.groups.find(
    (group) =>
      group.project === project.id &&
      group.sublayers.some(({ source }) => source.kind === 'dataset' && source.dataset === dataset),
  );
  const full = (copy?.sublayers ?? []).filter(
    ({ source, outlineOf }) =>
      source.kind === 'dataset' &&
      outlineOf === null &&
      facts.profiles.get(source.dataset.id)?.count !== 0,
  );
  context.report.warn(
    'empty-cut',
    { node: nodeOf(project, context), key: 'extent', part: 'key' },
    { dataset: dataset.cut!.of, project: project.id, known: full.map(({ id }) => id) },
  );
}
