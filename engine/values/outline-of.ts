import type { Group, Sublayer } from '../model/model.ts';

/** Returns the line that `outline` of a fill or `casing` of a line declares; undefined without one. */
export function outlineOf(
  { id }: Sublayer,
  { sublayers }: Pick<Group, 'sublayers'>,
): Sublayer | undefined {
  return sublayers.find(
    (other) => other.outlineOf === id && other.type === 'line' && !other.isBand,
  );
}

/** Returns whether a sublayer is the outline or the casing of another one of its group. */
export function isOutlineOfOther(
  { outlineOf: id }: Sublayer,
  { sublayers }: Pick<Group, 'sublayers'>,
): boolean {
  return id !== null && sublayers.some((other) => other.id === id);
}
