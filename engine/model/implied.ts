import type { Condition } from './model.ts';

/** Returns whether every feature that meets all of `known` also meets all of `wanted`. */
export function areImplied(wanted: readonly Condition[], known: readonly Condition[]): boolean {
  return wanted.every((one) => known.some((other) => implies(other, one)));
}

/** Returns whether a feature that meets `known` surely meets `wanted`. */
function implies(known: Condition, wanted: Condition): boolean {
  if (known.field !== wanted.field) return false;
  if (known.kind === 'equals' && wanted.kind === 'equals')
    return known.values.every((value) => wanted.values.includes(value));
  if (known.kind === 'not' && wanted.kind === 'not')
    return wanted.values.every((value) => known.values.includes(value));
  if (known.kind === 'range' && wanted.kind === 'range')
    return (
      (known.min ?? -Infinity) >= (wanted.min ?? -Infinity) &&
      (known.max ?? Infinity) <= (wanted.max ?? Infinity)
    );
  return known.kind === 'present' && wanted.kind === 'present' && known.present === wanted.present;
}
