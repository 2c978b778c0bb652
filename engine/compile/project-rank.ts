import { listedFrom } from '../model/listed-from.ts';
import type { Project } from '../model/model.ts';

/**
 * Returns the lowest rank for which a project is listed: that of its permission, and at least the
 * lowest rank at which one of its groups is visible or locked.
 */
export function projectRank({ groups, permission }: Project): number {
  return Math.max(permission.rank, listedFrom(groups));
}
