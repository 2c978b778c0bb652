import type { Parameters } from 'fast-check';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

/**
 * Settings of a property test: other inputs on every day, and a hundred times as many at night.
 */
export function runs<T>(everyday = 100): Parameters<T> {
  return { seed: SEED_OF_THE_DAY, numRuns: everyday * (NIGHTLY ? 100 : 1) };
}
