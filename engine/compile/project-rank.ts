import type { Project } from '../model/model.ts';

/**
 * Returns the lowest rank for which a project is listed: the rank at which the first of its groups
 * is visible or locked. A project with hidden groups only is invisible below it.
 */
export function projectRank({ groups }: Project): number {
  if (groups.length === 0) return 0;
  return Math.min(
    ...groups.map(({ permission, whenDenied }) => (whenDenied === 'lock' ? 0 : permission.rank)),
  );
}
