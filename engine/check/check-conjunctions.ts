import type { Condition, Dataset, Group, Project, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { keyOfAsked, type Asked } from './asked-conditions.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

/**
 * Finds conditions that features meet one by one and never together, and datasets of which a copy
 * or filter of a project leaves nothing. What no feature meets alone is found elsewhere.
 * Diagnostics: `conditions-never-meet`, `nothing-left`.
 */
export function checkConjunctions(context: CheckContext): void {
  if (context.facts.profiles.size === 0) return;
  for (const { sublayer } of sublayersOf(context.model)) {
    const { where, source } = sublayer;
    if (source.kind !== 'dataset' || sublayer.outlineOf !== null) continue;
    if (neverMeet(where, source.dataset, context))
      context.report.error(
        'conditions-never-meet',
        { node: nodeOf(sublayer, context), key: 'where', part: 'key' },
        { dataset: source.dataset.id, known: where.map(({ field }) => field) },
      );
  }
  for (const project of context.model.projects) {
    for (const group of project.groups) {
      const own = project.filters.get(group.id) ?? [];
      if (group.project !== null || own.length > 0) checkLeft(project, group, own, context);
    }
  }
}

/** How many features meet the conditions; undefined when that is not known. */
function passing(where: Asked, dataset: Dataset, { facts }: CheckContext): number | undefined {
  const profile = facts.profiles.get(dataset.cut?.of ?? dataset.id);
  return profile?.data?.passing?.[dataset.id]?.[keyOfAsked(where)];
}

function neverMeet(where: Asked, dataset: Dataset, context: CheckContext): boolean {
  return (
    where.length > 1 &&
    passing(where, dataset, context) === 0 &&
    where.every((condition) => passesAlone(condition, dataset, context))
  );
}

/** `own` are the conditions of a filter; those of a copy stand in its sublayers. */
function checkLeft(project: Project, group: Group, own: Asked, context: CheckContext): void {
  const parts = group.sublayers.flatMap((sublayer) => {
    const { source, where } = sublayer;
    if (source.kind !== 'dataset' || sublayer.outlineOf !== null) return [];
    return { sublayer, dataset: source.dataset, where: [...where, ...own] };
  });
  // A value that none of the datasets has is one fault, and found.
  const nowhere = ({ where }: (typeof parts)[number]): boolean =>
    where.some((condition) =>
      parts.every((part) => !passesAlone(condition, part.dataset, context)),
    );
  const isEmpty = (part: (typeof parts)[number]): boolean =>
    part.where.length === 0
      ? context.facts.profiles.get(part.dataset.id)?.count === 0
      : passing(part.where, part.dataset, context) === 0;
  const full = parts.filter((part) => !isEmpty(part)).map(({ sublayer }) => sublayer.id);
  const told = new Set<Dataset>();
  for (const part of parts) {
    const { dataset, where, sublayer } = part;
    const inside = context.facts.profiles.get(dataset.id)?.count !== 0;
    if (!isEmpty(part) || !inside || nowhere(part) || told.has(dataset)) continue;
    told.add(dataset);
    context.report.warn('nothing-left', placeOf(where, sublayer, project, context), {
      dataset: dataset.cut?.of ?? dataset.id,
      project: dataset.cut ? project.id : '',
      group: group.id,
      known: group.project === null ? [] : full,
    });
  }
}

/** Whether a feature meets the condition, inside a cut or not; true when that is not known. */
function passesAlone(condition: Condition, dataset: Dataset, context: CheckContext): boolean {
  const { cut } = dataset;
  const whole = (cut && context.model.datasets.get(cut.of)) ?? dataset;
  return passing([condition], whole, context) !== 0;
}

/** The last conditions are those that the project adds, where it adds any. */
function placeOf(
  where: Asked,
  sublayer: Sublayer,
  project: Project,
  context: CheckContext,
): Target {
  const last = where.at(-1);
  const written = nodeOf(sublayer, context)['where'];
  return last && nodeOf(last, context) !== written
    ? { node: nodeOf(last, context), key: last.field, part: 'key' }
    : { node: nodeOf(project, context), key: 'extent', part: 'key' };
}
