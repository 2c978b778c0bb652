import { suggest } from '../diagnostics/suggest.ts';
import type { ClassEntry, ClassList } from '../model/model.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Reports spellings of a class that no feature has, while others of the same class occur. One that
 * is nearly a value in `free`, those without a class, is misspelt. Returns the values meant.
 * Diagnostic: `class-never-occurs`.
 */
export function checkSpellings(
  entry: ClassEntry,
  classes: ClassList,
  found: {
    readonly seen: ReadonlySet<string>;
    readonly free: readonly string[];
    /** Id of the first dataset that the list is used with. */
    readonly dataset: string;
  },
  context: CheckContext,
): string[] {
  const node = nodeOf(entry, context);
  const written = node['value'];
  return entry.values.flatMap((value) => {
    if (found.seen.has(String(value))) return [];
    const target = Array.isArray(written)
      ? { node: written, key: written.indexOf(value) }
      : { node, key: 'value' };
    const nearest = suggest(String(value), found.free);
    const params = {
      ...{ found: String(value), classes: classes.id, nearest, dataset: found.dataset },
      spelling: String(entry.values.find((other) => found.seen.has(String(other)))),
    };
    if (nearest === undefined) context.report.warn('class-never-occurs', target, params);
    else context.report.error('class-never-occurs', target, params);
    return nearest ?? [];
  });
}
