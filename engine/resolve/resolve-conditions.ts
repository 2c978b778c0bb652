import { isMapping } from '../expand/check-skeleton.ts';
import type { Condition } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import { present } from '../runtime/present.ts';
import type { ResolveContext } from './context.ts';
import { booleanOf, entriesOf, numberOf } from './raw.ts';

/**
 * Resolves `where` and `only`: field to value, list of values, `{ min, max }`, `{ present }` or
 * `{ not: […] }`. Its shape was validated. Diagnostic: `range-swapped`.
 */
export function resolveConditions(
  owner: RawNode,
  key: 'where' | 'only',
  context: ResolveContext,
): Condition[] {
  const raw = owner[key];
  if (!isMapping(raw)) return [];
  return entriesOf(raw).flatMap(([field, test]) => {
    const conditions = conditionsOf(field, test, raw, context);
    for (const condition of conditions) context.nodes.set(condition, raw);
    return conditions;
  });
}

function conditionsOf(
  field: string,
  test: unknown,
  raw: RawNode,
  context: ResolveContext,
): Condition[] {
  if (isScalar(test)) return [{ field, kind: 'equals', values: [test] }];
  if (Array.isArray(test)) {
    return [{ field, kind: 'equals', values: test.filter(isScalar) }];
  }
  if (!isMapping(test)) return [];
  const result: Condition[] = [];
  const min = numberOf(test, 'min');
  const max = numberOf(test, 'max');
  if (min !== undefined && max !== undefined && min > max) {
    context.report.error('range-swapped', { node: raw, key: field }, { field, min, max });
  }
  if (min !== undefined || max !== undefined) {
    result.push(present({ field, kind: 'range', min, max }));
  }
  const isPresent = booleanOf(test, 'present');
  if (isPresent !== undefined) result.push({ field, kind: 'present', present: isPresent });
  const not = test['not'];
  if (not !== undefined) {
    const values = (Array.isArray(not) ? not : [not]).filter(isScalar);
    result.push({ field, kind: 'not', values });
  }
  return result;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
