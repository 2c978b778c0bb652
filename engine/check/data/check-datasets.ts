import { isWithin } from '../../basics/bounds.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { datasetOf, datasetsOf } from '../../model/datasets-of.ts';
import type { Dataset, Field } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { foundData } from './check-found-data.ts';
import { profileOf, type CheckContext } from '../context.ts';
import { namedIn } from '../named-features.ts';
import { nullMarkerOf } from './null-marker.ts';
import { fieldAt, keyAt, loadAt, valueAt } from '../places.ts';
import type { DatasetProfile, FoundField } from '../../model/profile.ts';
import type { Unreadable } from '../../model/facts.ts';
import { fieldMeant } from '../unknown-field.ts';

/**
 * Checks each dataset against the facts of its last load. Diagnostics: `data-unreadable`,
 * `coordinates-in-dms`, `unknown-column`, `unknown-layer`, `unknown-table`, `empty-dataset`,
 * `field-not-in-data`, `values-unread`, `field-all-null`, `photos-without-folder`.
 */
export function checkDatasets(context: CheckContext): void {
  for (const dataset of context.model.datasets.values()) {
    if (dataset.within) checkWithin(dataset, dataset.within, context);
    else checkDataset(dataset, context);
  }
}

function checkDataset(dataset: Dataset, context: CheckContext): void {
  const unreadable = context.facts.unreadable?.get(dataset.id);
  if (unreadable) reportUnreadable(dataset, unreadable, loadAt(dataset, context), context);
  const profile = profileOf(dataset, context);
  if (!profile) return;
  if (profile.count > 0) {
    if (dataset.geometry === 'raster') return;
    for (const field of dataset.fields.values()) checkField(field, dataset, profile, context);
  } else if (!dataset.allowEmpty) {
    const only = dataset.only.map(({ field }) => field).join(', ');
    const target = valueAt(dataset, 'id', context);
    context.report.warn('empty-dataset', target, { dataset: dataset.id, only });
  }
}

function checkField(
  field: Field,
  dataset: Dataset,
  { fields, data }: DatasetProfile,
  context: CheckContext,
): void {
  const { report } = context;
  const found = fields[field.name];
  const target = fieldAt(dataset, field.name, context);
  const params = { field: field.name, dataset: dataset.id };
  if (!found) {
    const known = Object.keys(fields);
    const nearest = fieldMeant(field.name, known);
    report.error('field-not-in-data', target, { ...params, nearest, known });
    return;
  }
  const examples = data?.unreadExamples[field.name] ?? [];
  const marker = nullMarkerOf(found, examples);
  if (marker !== undefined) report.warn('field-all-null', target, { ...params, marker });
  else if (found.unread > 0) {
    const { unread, count } = found;
    const named = data && namedIn(data, 'values-unread', field.name);
    const from = formOf(dataset);
    const words = { ...params, type: field.type, unread, count, examples, from, ...named };
    report[unread > count / 2 ? 'error' : 'warn']('values-unread', target, words);
  } else if (found.nulls === found.count) report.warn('field-all-null', target, params);
  if (field.format !== 'photos' || field.folder !== undefined) return;
  const names = fileNamesIn(found);
  if (names.length > 0)
    report.warn('photos-without-folder', target, { field: field.name, examples: names });
}

/** Returns the form of the data: `csv`, another file, or none. */
function formOf({ load }: Dataset): 'csv' | 'file' | 'other' {
  if (load.kind !== 'file') return 'other';
  return load.format === 'csv' ? 'csv' : 'file';
}

function reportUnreadable(
  { id, load }: Dataset,
  { reason, lacks, angle }: Unreadable,
  { node }: Target,
  { report }: CheckContext,
): void {
  if (angle && load.kind === 'file') {
    const { found, line, column } = angle;
    report.error('coordinates-in-dms', { node }, { file: load.file, found, line, column });
    return;
  }
  if (!lacks) {
    report.error('data-unreadable', { node }, { dataset: id, reason, from: load.kind });
    return;
  }
  const { what, key, found, known } = lacks;
  const file = load.kind === 'file' ? load.file : '';
  // A default name cannot be misspelt, so only names in the configuration are checked.
  const isWritten = key in node;
  const nearest = isWritten ? (suggest(found, known) ?? '') : '';
  const target = isWritten ? { node, key } : { node };
  report.error(`unknown-${what}`, target, { file, key, found, nearest, known });
}

/** Returns some values that are not addresses of images. */
function fileNamesIn({ values = [] }: FoundField): readonly string[] {
  return values
    .map(([value]) => String(value))
    .filter((value) => !/^(?:https?:|\/)/i.test(value))
    .slice(0, 3);
}

function checkWithin(
  dataset: Dataset,
  within: NonNullable<Dataset['within']>,
  context: CheckContext,
): void {
  const { projects, groups, region } = context.model;
  const isEmpty = (each: Dataset): boolean => profileOf(each, context)?.count === 0;
  const project = projects.find(({ id }) => id === within.project);
  if (!project || !isEmpty(dataset) || dataset.allowEmpty) return;
  // An extent beyond the region is reported elsewhere, and so are features beyond it.
  if (!isWithin(project.extent, region.bounds) || isOutside(within.of, context)) return;
  const copy = groups.find(
    (group) => group.project === project.id && datasetsOf(group.sublayers).includes(dataset),
  );
  const full = (copy?.sublayers ?? []).filter((sublayer) => {
    const drawn = datasetOf(sublayer);
    return drawn && sublayer.outlineOf === null && !isEmpty(drawn);
  });
  const params = { dataset: within.of, project: project.id, known: full.map(({ id }) => id) };
  context.report.warn('nothing-within', keyAt(project, 'extent', context), params);
}

/** Returns whether features of a dataset are outside the region, or cannot be read. */
function isOutside(of: string, context: CheckContext): boolean {
  const dataset = context.model.datasets.get(of);
  if (!dataset || context.facts.unreadable?.has(of)) return true;
  const data = foundData(dataset, context)?.data;
  return data !== undefined && data.outsideRegion + (data.swapped ?? 0) > 0;
}
