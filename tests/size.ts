/** The sizes of tests: a part in `npm test`, the whole in `npm run nightly`. */

/** Whether the tests run at full size. */
export const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';

/** The number of today since 1970 in UTC, which decides what a sample contains. */
export const TODAY = Math.floor(Date.now() / 86_400_000);

/**
 * Returns one in `parts` entries of a table whose rows test the same property, others on each day;
 * at night all of them.
 */
export function sample<T>(entries: readonly T[], parts: number): readonly T[] {
  return entries.filter((_entry, place) => NIGHTLY || (place + TODAY) % parts === 0);
}
