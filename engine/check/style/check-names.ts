import type { Group } from '../../model/model.ts';
import { nodeOf, type CheckContext } from '../context.ts';

/**
 * Reports groups with the same name and subtitle in a category or a project, in any language.
 * Diagnostic: `same-name`.
 */
export function checkNames(context: CheckContext): void {
  const { groups, projects } = context.model;
  const general = groups.filter(({ project }) => project === null);
  for (const { group, other, locales } of alike(general, context))
    context.report.warn(
      'same-name',
      { node: nodeOf(group, context), key: 'name' },
      { group: group.id, other: other.id, locales },
      [{ target: { node: nodeOf(other, context), key: 'name' }, note: 'first-defined-here' }],
    );
  for (const project of projects)
    for (const { group, other, locales } of alike(project.groups, context)) {
      // Two groups of the general list were reported above.
      if (group.project === null && other.project === null) continue;
      context.report.warn(
        'same-name',
        { node: nodeOf(project, context), key: 'groups', part: 'key' },
        { group: group.id, other: other.id, project: project.id, locales },
      );
    }
}

/** Two groups of one category with the same name and subtitle. */
interface Alike {
  readonly other: Group;
  readonly group: Group;
  /** The languages in which the names are the same; empty for all languages. */
  readonly locales: readonly string[];
}

/** Returns each group with the first earlier one of the same name, per language. */
function alike(groups: readonly Group[], { model }: CheckContext): Alike[] {
  const { available } = model.locales;
  const first = new Map<string, Group>();
  return groups.flatMap((group) => {
    const others = available.map((locale) => {
      const key = JSON.stringify([locale, group.category.id, nameIn(locale, group)]);
      if (!first.has(key)) first.set(key, group);
      return first.get(key)!;
    });
    const isAll = others.every((other) => other === others[0]);
    return [...new Set(others)]
      .filter((other) => other !== group)
      .map((other) => ({
        group,
        other,
        locales: isAll ? [] : available.filter((_, i) => others[i] === other),
      }));
  });
}

function nameIn(locale: string, { name, subtitle }: Group): readonly (string | undefined)[] {
  return [name[locale], subtitle?.[locale]];
}
