import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { LAST_RUN, type LastRun } from './last-run.ts';
import { SEED_OF_THE_DAY } from './seed-of-the-day.ts';
import { filesOfOtherDays } from './turns.ts';

/** How many of the slowest files are listed. */
const LISTED = 10;

/**
 * Ends the run with the files that took longest, and with one line for programs:
 * `Tests: 12 passed, 0 failed, 1 skipped`. Writes both figures into `LAST_RUN`, for the bench.
 */
export default class ClosingLine implements Reporter {
  private readonly began = performance.now();

  onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const before = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed++;
        else if (state === 'failed') counts.failed++;
        else counts.skipped++;
      }
      // A file that failed to load, or whose hook failed, has no failed test and counts as one.
      if (module.state() === 'failed' && counts.failed === before) counts.failed++;
    }
    const seconds = (performance.now() - this.began) / 1_000;
    if (reason !== 'interrupted') keep({ ...counts, files: modules.length, seconds });
    process.stdout.write(
      `\n${slowest(modules)}\n\n${waiting()}Seed of the day: ${SEED_OF_THE_DAY}\nTests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    );
  }
}

/** Returns a line about the long files that wait for another day, or nothing. */
function waiting(): string {
  const { length } = filesOfOtherDays();
  return length === 0
    ? ''
    : `${length} long files run on other days (ATLAS_TURN=all runs every file).\n`;
}

function keep(run: LastRun): void {
  mkdirSync(dirname(LAST_RUN), { recursive: true });
  writeFileSync(LAST_RUN, JSON.stringify(run));
}

/**
 * Returns a line for each of the slowest files: the seconds of its imports, hooks and tests, and its
 * share of those of all files.
 */
function slowest(modules: readonly TestModule[]): string {
  const seconds = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic();
    const name = relative(process.cwd(), module.moduleId);
    return { name, seconds: (collectDuration + duration) / 1000 };
  });
  const all = seconds.reduce((sum, each) => sum + each.seconds, 0);
  const lines = seconds
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, LISTED)
    .map(({ name, seconds: took }) => {
      const share = `${((100 * took) / all).toFixed(1)} %`;
      return `${took.toFixed(1).padStart(7)} s ${share.padStart(7)}  ${name}`;
    });
  return [`Slowest of ${modules.length} files, which took ${all.toFixed(0)} s:`, ...lines].join(
    '\n',
  );
}
