import type * as Config from '../../../schemas/config.g.ts';
import type { Condition } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';

/**
 * Resolves `where` and `only`: a field with a value, a list of values, `{ min, max }`, `{ present
 * }` or `{ not: […] }`. Diagnostic: `range-swapped`.
 */
export function resolveConditions(
  where: Config.Where | undefined,
  { nodes, report }: ResolveContext,
): Condition[] {
  if (!where) return [];
  return entriesOf(where).flatMap(([field, test]) => {
    const conditions = conditionsOf(field, test);
    for (const condition of conditions) {
      nodes.set(condition, where);
      const { min, max } = condition.kind === 'range' ? condition : {};
      if (min !== undefined && max !== undefined && min > max)
        report.error('range-swapped', { node: where, key: field }, { min, max });
    }
    return conditions;
  });
}

function conditionsOf(field: string, test: Config.Test): Condition[] {
  if (typeof test !== 'object') return [{ field, kind: 'equals', values: [test] }];
  if (Array.isArray(test)) return [{ field, kind: 'equals', values: test }];
  const { min, max, not } = test;
  const result: Condition[] = [];
  if (min !== undefined || max !== undefined)
    result.push(present({ field, kind: 'range', min, max }));
  if (test.present !== undefined) result.push({ field, kind: 'present', present: test.present });
  if (not !== undefined)
    result.push({ field, kind: 'not', values: Array.isArray(not) ? not : [not] });
  return result;
}
