/** Row 20: the duration of the last run of the tests, from its own report. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { LAST_RUN, type LastRun } from '../../last-run.ts';
import type { BenchRow } from '../store/store-bench.ts';

const METRIC = '20 the last run of `npm test`, without formatting and types (goal 10 min)';

/** Returns the row. It says what to do if no tests have run. */
export function benchTests(): BenchRow[] {
  if (!existsSync(LAST_RUN)) return [{ metric: METRIC, value: 'none; run `npm test` first' }];
  const { seconds, files, passed, failed, skipped } = JSON.parse(
    readFileSync(LAST_RUN, 'utf8'),
  ) as LastRun;
  const day = statSync(LAST_RUN).mtime.toISOString().slice(0, 16).replace('T', ' ');
  const tests = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return [
    { metric: METRIC, value: `${(seconds / 60).toFixed(1)} min; ${files} files, ${tests}; ${day}` },
  ];
}
