import type { Group } from './model.ts';

/** Returns the lowest rank at which one of some groups is visible or locked; 0 without groups. */
export function listedFrom(groups: readonly Group[]): number {
  if (groups.length === 0) return 0;
  return Math.min(
    ...groups.map(({ permission, whenDenied }) => (whenDenied === 'lock' ? 0 : permission.rank)),
  );
}
