import type { Parameters } from 'fast-check';

const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';

/**
 * Settings of a property test: the same inputs on every run, and a hundred times as many at night.
 */
export function runs<T>(everyday = 100): Parameters<T> {
  return { seed: 20_240_309, numRuns: everyday * (NIGHTLY ? 100 : 1) };
}
