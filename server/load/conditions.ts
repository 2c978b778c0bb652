import type { Condition } from 'atlas-engine';
import type { AttributeValue } from '../store/store.ts';

/**
 * Returns whether a feature passes all conditions. Null never passes `equals` or a range, and
 * always passes `not`. A list passes `equals` if any item passes it, and `not` if no item has the
 * value.
 */
export function passesAll(
  conditions: readonly Condition[],
  valueOf: (field: string) => AttributeValue,
): boolean {
  return conditions.every((condition) => passes(condition, valueOf(condition.field)));
}

function passes(condition: Condition, value: AttributeValue): boolean {
  switch (condition.kind) {
    case 'equals':
      return isOneOf(value, condition.values);
    case 'not':
      return !isOneOf(value, condition.values);
    case 'range': {
      const { min = -Infinity, max = Infinity } = condition;
      return typeof value === 'number' && value >= min && value <= max;
    }
    case 'present':
      return (value !== null) === condition.present;
  }
}

function isOneOf(value: AttributeValue, values: readonly (string | number | boolean)[]): boolean {
  if (value === null) return false;
  if (typeof value === 'object') return value.some((item) => values.includes(item));
  return values.includes(value);
}
