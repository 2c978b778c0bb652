import { fileURLToPath } from 'node:url';

/** The file with the figures of the last run of tests. */
export const LAST_RUN = fileURLToPath(
  new URL('../node_modules/.cache/atlas-tests/last-run.json', import.meta.url),
);

export interface LastRun {
  /** From the start of Vitest to its end, without formatting and types. */
  readonly seconds: number;
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
