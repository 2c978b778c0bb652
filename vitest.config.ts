import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongFirst from './tests/long-first.ts';
import { filesOfOtherDays } from './tests/turns.ts';

const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';

/** Folders of tests by what their files share: with a browser, with servers, and without either. */
const FOLDERS = {
  browser: ['browser', 'views', 'atlas'],
  server: ['contract', 'architecture'],
  pure: ['unit', 'laws', 'cases'],
} as const;

/** The engine from its sources, not from what was last built of it. */
const conditions = ['atlas-source', ...defaultServerConditions];

/**
 * Returns a project of tests. Its files share their worker, and with it what they import and make,
 * such as the browser.
 */
const project = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  test: {
    name,
    environment: 'node',
    pool: 'forks',
    testTimeout: NIGHTLY ? 600_000 : 60_000,
    hookTimeout: 180_000,
    env: { NODE_ENV: 'test' },
    // A state that a test waits for comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    ...test,
  },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Components compile as they do in the build.
  oxc: { jsx: { runtime: 'automatic' } },
});

/**
 * All tests in one run. Three files at a time keep two cores busy, because tests also wait.
 * `ATLAS_NIGHTLY=1` runs the same tests at full size.
 */
export default defineConfig({
  test: {
    maxWorkers: NIGHTLY ? 2 : 3,
    globalSetup: ['tests/set-up.ts'],
    reporters: ['default', './tests/closing-line.ts'],
    sequence: { sequencer: LongFirst },
    projects: Object.entries(FOLDERS).map(([name, folders]) =>
      project(name, {
        include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
        exclude: filesOfOtherDays(),
        // The nightly run sets other timeouts in some files.
        isolate: NIGHTLY,
      }),
    ),
  },
});
