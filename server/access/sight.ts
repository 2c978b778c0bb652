/** What an account may see: a level everywhere, and levels in places. */
import { createHash } from 'node:crypto';

/** A level in a place. */
export interface ScopedLevel {
  /** The id of the level. */
  readonly level: string;
  /** The text of the scope (`scopeText`). */
  readonly scope: string;
}

export interface Sight {
  /** The id of the level that is held everywhere. */
  readonly everywhere: string;
  /** Higher levels, which are held in places only. */
  readonly scoped: readonly ScopedLevel[];
}

/** The hash of a sight without scoped levels. */
export const UNSCOPED = '';

const HASH_DIGITS = 32;

/**
 * Returns a hash of a sight. Accounts with the same hash receive the same answers from the same
 * addresses; no others do, except in what is open to both everywhere.
 */
export function hashOfSight({ everywhere, scoped }: Sight): string {
  if (scoped.length === 0) return UNSCOPED;
  const parts = [...new Set(scoped.map(({ level, scope }) => JSON.stringify([level, scope])))];
  const text = JSON.stringify([everywhere, parts.toSorted()]);
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
}
