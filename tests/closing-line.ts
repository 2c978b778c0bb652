import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** How many of the slowest files are listed. */
const LISTED = 10;

/**
 * Ends the run with the files that took longest, and with one line for programs:
 * `Tests: 12 passed, 0 failed, 1 skipped`.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
    process.stdout.write(
      `\n${slowest(modules)}\n\nTests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    );
  }
}

/** Returns a line for each of the slowest files: the seconds of its imports, hooks and tests. */
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
    .map((each) => `${each.seconds.toFixed(1).padStart(7)} s  ${each.name}`);
  return [`Slowest of ${modules.length} files, which took ${all.toFixed(0)} s:`, ...lines].join(
    '\n',
  );
}
