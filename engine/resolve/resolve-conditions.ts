import { suggest } from '../diagnostics/suggest.ts';
import { isMapping, nameOfType } from '../expand/check-skeleton.ts';
import type { Condition } from '../model/model.ts';
import type { RawNode } from '../parse/origins.ts';
import type { ResolveContext } from './context.ts';
import { booleanOf, entriesOf, numberOf } from './raw.ts';

const TESTS = ['min', 'max', 'present', 'not'];

/**
 * Resolves `where` and `only`: field to value, list of values, `{ min, max }`, `{ present }` or
 * `{ not: […] }`. Diagnostics: `unknown-key`, `wrong-type`, `range-swapped`, `empty-condition`.
 */
export function resolveConditions(
  owner: RawNode,
  key: 'where' | 'only',
  context: ResolveContext,
): Condition[] {
  const raw = owner[key];
  if (raw === undefined) return [];
  if (!isMapping(raw)) {
    context.report.error(
      'wrong-type',
      { node: owner, key },
      { key, expected: 'a mapping from field to value', found: nameOfType(raw) },
    );
    return [];
  }
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
    if (test.length === 0)
      context.report.error('empty-condition', { node: raw, key: field }, { field });
    return [{ field, kind: 'equals', values: test.filter(isScalar) }];
  }
  if (!isMapping(test)) {
    context.report.error('empty-condition', { node: raw, key: field, part: 'key' }, { field });
    return [];
  }
  const result: Condition[] = [];
  for (const [name] of entriesOf(test)) {
    if (!TESTS.includes(name)) {
      context.report.error(
        'unknown-key',
        { node: test, key: name, part: 'key' },
        { key: name, nearest: suggest(name, TESTS) ?? '', known: TESTS },
      );
    }
  }
  const min = numberOf(test, 'min');
  const max = numberOf(test, 'max');
  for (const bound of ['min', 'max']) {
    if (bound in test && typeof test[bound] !== 'number') {
      context.report.error(
        'wrong-type',
        { node: test, key: bound },
        { key: bound, expected: 'a number', found: nameOfType(test[bound]) },
      );
    }
  }
  if (min !== undefined && max !== undefined && min > max) {
    context.report.error('range-swapped', { node: raw, key: field }, { field, min, max });
  }
  if (min !== undefined || max !== undefined) {
    result.push({
      field,
      kind: 'range',
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    });
  }
  const present = booleanOf(test, 'present');
  if (present !== undefined) result.push({ field, kind: 'present', present });
  else if ('present' in test)
    context.report.error(
      'wrong-type',
      { node: test, key: 'present' },
      { key: 'present', expected: 'true or false', found: nameOfType(test['present']) },
    );
  const not = test['not'];
  if (not !== undefined) {
    const values = (Array.isArray(not) ? not : [not]).filter(isScalar);
    if (values.length === 0)
      context.report.error('empty-condition', { node: test, key: 'not' }, { field });
    result.push({ field, kind: 'not', values });
  }
  return result;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
