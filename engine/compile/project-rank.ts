import type { Project } from '../model/model.ts';

/**
 * Returns the lowest rank for which a project is listed: the lowest rank at which one of its groups
 * is visible or locked.
 */
export function projectRank({ groups }: Project): number {
  if (groups.length === 0) return 0;
  return Math.min(
    ...groups.map(({ permission, whenDenied }) => (whenDenied === 'lock' ? 0 : permission.rank)),
  );
}
