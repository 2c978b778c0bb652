import type { Project } from '../model/model.ts';

/**
 * The rank from which a project is listed: that of the first of its groups that shows at all. A
 * project of hidden groups only leaves no trace below it.
 */
export function projectRank({ groups }: Project): number {
  if (groups.length === 0) return 0;
  return Math.min(
    ...groups.map(({ permission, whenDenied }) => (whenDenied === 'lock' ? 0 : permission.rank)),
  );
}
