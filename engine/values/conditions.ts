import type { Condition, Look, Looks } from '../model/model.ts';

/** Returns whether a value meets a condition. */
export function meets(value: string | number | boolean, condition: Condition): boolean {
  switch (condition.kind) {
    case 'equals':
    case 'not': {
      const named = condition.values.some((each) => String(each) === String(value));
      return named === (condition.kind === 'equals');
    }
    case 'range':
      return (
        Number(value) >= (condition.min ?? -Infinity) &&
        Number(value) <= (condition.max ?? Infinity)
      );
    case 'present':
      return condition.present;
  }
}

/**
 * Returns whether a look of a class list can apply to features that meet conditions on its field.
 */
export function isPossible(look: Look, looks: Looks, conditions: readonly Condition[]): boolean {
  const all = (test: (condition: Condition) => boolean): boolean => conditions.every(test);
  if (look === looks.missing && all(passesNull)) return true;
  if (look === looks.rest && all((condition) => leavesRest(condition, looks))) return true;
  const { range, entry } = look;
  if (range) return all((condition) => reaches(range.from, range.to ?? Infinity, condition));
  return entry.values.some((value) => all((condition) => meets(value, condition)));
}

function passesNull(condition: Condition): boolean {
  return condition.kind === 'present' ? !condition.present : condition.kind === 'not';
}

/** Returns whether a value that belongs to no class may meet a condition. */
function leavesRest(condition: Condition, { rows }: Looks): boolean {
  if (condition.kind === 'present') return condition.present;
  if (condition.kind !== 'equals') return true;
  const named = new Set(rows.flatMap(({ entry }) => entry.values.map(String)));
  return condition.values.some((value) => !named.has(String(value)));
}

function reaches(from: number, to: number, condition: Condition): boolean {
  switch (condition.kind) {
    case 'equals':
      return condition.values.some((value) => Number(value) >= from && Number(value) < to);
    case 'range':
      return (condition.max ?? Infinity) >= from && (condition.min ?? -Infinity) < to;
    case 'not':
      return true;
    case 'present':
      return condition.present;
  }
}
