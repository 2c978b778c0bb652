import { datasetOf } from '../../model/datasets-of.ts';
import type { Condition, Dataset, Group, Project } from '../../model/model.ts';
import { keyOfAsked, type Asked } from './asked-conditions.ts';
import { nodeOf, profileOf, wholeOf, type CheckContext } from '../context.ts';
import { keyAt } from '../places.ts';

/**
 * Reports conditions that features meet one by one but never together, and datasets of which a
 * project's copy or filter leaves no features. Single conditions without features are reported
 * elsewhere. Diagnostics: `conditions-never-meet`, `nothing-left`.
 */
export function checkConjunctions(context: CheckContext): void {
  if (context.facts.profiles.size === 0) return;
  for (const { sublayer, dataset } of context.drawn) {
    const { where } = sublayer;
    if (!dataset || sublayer.outlineOf !== null || !neverMeet(where, dataset, context)) continue;
    const params = { dataset: dataset.id, known: where.map(({ field }) => field) };
    context.report.error('conditions-never-meet', keyAt(sublayer, 'where', context), params);
  }
  for (const project of context.model.projects) {
    for (const group of project.groups) {
      const own = project.filters.get(group.id) ?? [];
      if (group.project !== null || own.length > 0) checkLeft(project, group, own, context);
    }
  }
}

/** Returns the number of features that meet the conditions; undefined when it is unknown. */
function passing(where: Asked, dataset: Dataset, context: CheckContext): number | undefined {
  const profile = profileOf(wholeOf(dataset, context), context);
  return profile?.data?.passing?.[dataset.id]?.[keyOfAsked(where)];
}

function neverMeet(where: Asked, dataset: Dataset, context: CheckContext): boolean {
  return (
    where.length > 1 &&
    passing(where, dataset, context) === 0 &&
    where.every((condition) => passesAlone(condition, dataset, context))
  );
}

/**
 * Checks a group of a project. `own` are the conditions of a filter; a copy has its conditions in
 * its sublayers.
 */
function checkLeft(project: Project, group: Group, own: Asked, context: CheckContext): void {
  const parts = group.sublayers.flatMap((sublayer) => {
    const dataset = datasetOf(sublayer);
    if (!dataset || sublayer.outlineOf !== null) return [];
    const where = [...sublayer.where, ...own];
    return { sublayer, dataset, where, isEmpty: isEmpty(where, dataset, context) };
  });
  // Returns whether none of the datasets has the value of a condition. Such a condition was
  // reported before.
  const isNowhere = (condition: Condition): boolean =>
    parts.every(({ dataset }) => !passesAlone(condition, dataset, context));
  const full = parts.filter((part) => !part.isEmpty).map(({ sublayer }) => sublayer.id);
  const reported = new Set<Dataset>();
  for (const { dataset, where, sublayer, isEmpty } of parts) {
    if (!isEmpty || profileOf(dataset, context)?.count === 0) continue;
    if (where.some(isNowhere) || reported.has(dataset)) continue;
    reported.add(dataset);
    // The conditions of the project, if there are any, are at the end of the list.
    const last = where.at(-1);
    const isAdded = last && nodeOf(last, context) !== nodeOf(sublayer, context)['where'];
    const target = isAdded ? keyAt(last, last.field, context) : keyAt(project, 'extent', context);
    context.report.warn('nothing-left', target, {
      dataset: dataset.within?.of ?? dataset.id,
      project: dataset.within ? project.id : '',
      group: group.id,
      known: group.project === null ? [] : full,
    });
  }
}

/**
 * Returns whether no feature meets the conditions, as far as the data of the check show
 * (`CheckContext.facts`).
 */
function isEmpty(where: Asked, dataset: Dataset, context: CheckContext): boolean {
  const count =
    where.length === 0 ? profileOf(dataset, context)?.count : passing(where, dataset, context);
  return count === 0;
}

/**
 * Returns whether any feature of the whole dataset meets the condition; true when it is unknown.
 */
function passesAlone(condition: Condition, dataset: Dataset, context: CheckContext): boolean {
  return passing([condition], wholeOf(dataset, context), context) !== 0;
}
