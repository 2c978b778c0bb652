import { datasetsOf } from '../../model/datasets-of.ts';
import type { Dataset, Group, Info, Level } from '../../model/model.ts';
import { generalGroups, nodeOf, wholeDatasets, type CheckContext } from '../context.ts';
import { isOpenLicence, spdxOf } from './open-licences.ts';
import { insideOf, valueAt, type Place } from '../places.ts';

/** A use of a dataset, or a field, that requires a level which an operator grants. */
interface Guard {
  readonly by: 'view' | 'download' | 'field';
  readonly field: string;
  readonly level: string;
}

/**
 * Checks the names of licences, and compares the licence or terms of data with their permissions.
 * Diagnostics: `licence-in-words`, `open-licence-on-restricted`, `restricted-terms-on-open`,
 * `unused-terms`.
 */
export function checkLicences(context: CheckContext): void {
  for (const dataset of wholeDatasets(context.model)) {
    if (!checkOpen(dataset, [dataset], context)) checkName(dataset, context);
    checkRestricted(dataset, context);
  }
  for (const group of generalGroups(context.model)) {
    if (!checkOpen(group, datasetsOf(group.sublayers), context)) checkName(group, context);
  }
  checkUsed(context);
}

/** Reports the name of a licence whose SPDX identifier is known. */
function checkName(owner: Dataset | Group, context: CheckContext): void {
  const place = licenceAt(owner, context);
  const found = place.node[place.key];
  const spdx = typeof found === 'string' && place.key === 'licence' ? spdxOf(found) : undefined;
  if (typeof found === 'string' && spdx !== undefined)
    context.report.warn('licence-in-words', place, { found, spdx });
}

/**
 * Reports a licence that everyone may pass data on under, while an operator decides who has them.
 * Returns whether it reported one.
 */
function checkOpen(
  owner: Dataset | Group,
  datasets: readonly Dataset[],
  context: CheckContext,
): boolean {
  const open = openIn(owner.info);
  if (open === null) return false;
  for (const dataset of datasets) {
    const guard = guardOf(dataset);
    if (!guard) continue;
    const group = 'sublayers' in owner ? owner.id : '';
    const known = context.model.terms.filter(({ restricted }) => restricted).map(({ id }) => id);
    const own = owner.info.terms !== undefined;
    const params = { ...guard, dataset: dataset.id, group, licence: open, known, own };
    context.report.warn('open-licence-on-restricted', licenceAt(owner, context), params);
    return true;
  }
  return false;
}

/** Returns the name of an open licence, or the id of terms that let everyone pass the data on. */
function openIn({ licence, terms }: Info): string | null {
  if (terms) return terms.restricted ? null : terms.id;
  return licence !== undefined && isOpenLicence(licence) ? licence : null;
}

function guardOf({ permission: { view, download }, fields }: Dataset): Guard | undefined {
  const isGuarded = ({ granted }: Level): boolean => granted === 'by-operator';
  if (isGuarded(view)) return { by: 'view', field: '', level: view.id };
  if (isGuarded(download)) return { by: 'download', field: '', level: download.id };
  const field = [...fields.values()].find((one) => isGuarded(one.permission));
  return field && { by: 'field', field: field.name, level: field.permission.id };
}

/** Reports terms that forbid passing data on, while everyone may download the data. */
function checkRestricted(dataset: Dataset, context: CheckContext): void {
  const { feeds, info, permission } = dataset;
  const isOffered = feeds.download || feeds.geojson !== null;
  const { levels } = context.model;
  const next = levels[1]?.id ?? '';
  if (!info.terms?.restricted || !isOffered || permission.download.rank > 0) return;
  const target = valueAt(dataset, 'permission', context);
  context.report.warn('restricted-terms-on-open', target, {
    dataset: dataset.id,
    terms: info.terms.id,
    open: levels[0]!.id,
    written: typeof nodeOf(dataset, context)['permission'] === 'string' ? next : '',
  });
}

/** Returns the place of the name of a licence, or of the id of terms. */
function licenceAt(owner: Dataset | Group, context: CheckContext): Place {
  const node = nodeOf(owner, context);
  const info = insideOf(node, 'info') ?? node;
  const mapping = insideOf(info, 'licence');
  return (mapping ? { node: mapping, key: 'terms' } : { node: info, key: 'licence' }) as Place;
}

function checkUsed(context: CheckContext): void {
  const { datasets, groups, services, terms } = context.model;
  const used = new Set(
    [...datasets.values(), ...groups, ...services].map(({ info }) => info.terms),
  );
  for (const one of terms)
    if (!used.has(one))
      context.report.warn('unused-terms', valueAt(one, 'id', context), { id: one.id });
}
