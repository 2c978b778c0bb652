import type { Group } from '../model/model.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Reports entries of the panel without an effect. Diagnostics: `level-never-granted`,
 * `unused-category`, `group-twice`.
 */
export function checkPanel(context: CheckContext): void {
  checkLevels(context);
  checkCategories(context);
  checkProjects(context);
}

/**
 * Reports levels that are never granted. The panel shows a lock with the text on how to get a
 * level, but nobody can get a level that is never granted.
 */
function checkLevels({ model, nodes, report }: CheckContext): void {
  for (const level of model.levels) {
    const node = nodes.get(level);
    if (node && level.rank > 0 && level.granted === undefined)
      report.warn('level-never-granted', { node, key: 'id' }, { level: level.id });
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

/** Reports groups that a project lists twice. */
function checkProjects(context: CheckContext): void {
  for (const project of context.model.projects) {
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
