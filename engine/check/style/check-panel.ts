import type { Group } from '../../model/model.ts';
import { nodeOf, type CheckContext } from '../context.ts';

/**
 * Reports entries of the panel without an effect. Diagnostics: `level-never-granted`,
 * `level-without-registration`, `unused-category`, `project-without-groups`,
 * `group-twice`.
 */
export function checkPanel(context: CheckContext): void {
  checkLevels(context);
  checkCategories(context);
  checkProjects(context);
}

/**
 * Reports levels that nobody can get, although the panel shows a lock with the text on how to get
 * them: levels that are never granted, and levels for confirmed accounts without a form that creates
 * an account.
 */
function checkLevels({ model, nodes, report }: CheckContext): void {
  const registers = model.forms.some(({ id }) => id === 'registration');
  for (const level of model.levels) {
    const node = nodes.get(level);
    if (!node || level.rank === 0) continue;
    const params = { level: level.id };
    if (level.granted === undefined)
      report.warn('level-never-granted', { node, key: 'id' }, params);
    else if (level.granted === 'on-confirmation' && !registers)
      report.warn('level-without-registration', { node, key: 'granted' }, params);
  }
}

function checkCategories(context: CheckContext): void {
  const { categories, groups, projects } = context.model;
  // An atlas with only base maps also needs a category.
  if (groups.length === 0) return;
  const used = new Set([...groups, ...projects].map(({ category }) => category?.id));
  for (const category of categories)
    if (!used.has(category.id))
      context.report.warn(
        'unused-category',
        { node: nodeOf(category, context), key: 'id' },
        { id: category.id },
      );
}

/** Reports projects without groups, and groups that a project lists twice. */
function checkProjects(context: CheckContext): void {
  for (const project of context.model.projects) {
    const node = nodeOf(project, context);
    if (
      project.groups.length === 0 &&
      Array.isArray(node['groups']) &&
      !context.incomplete.has(node)
    )
      context.report.warn(
        'project-without-groups',
        { node, key: 'groups', part: 'key' },
        { id: project.id },
      );
    const seen = new Set<Group>();
    const list = nodeOf(project, context)['groups'];
    for (const group of project.groups) {
      if (seen.has(group)) {
        const place = Array.isArray(list) ? lastOf(list, group.id) : -1;
        const node = place < 0 ? nodeOf(project, context) : (list as object);
        context.report.warn(
          'group-twice',
          { node, key: place < 0 ? 'groups' : place },
          { group: group.id, project: project.id },
        );
      }
      seen.add(group);
    }
  }
}

function lastOf(list: readonly unknown[], id: string): number {
  return list.findLastIndex(
    (item) => item === id || (item as { use?: unknown } | null)?.use === id,
  );
}
