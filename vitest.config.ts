import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * All tests in one run. Slow contract and browser tests share two cores, so few files run at a
 * time; `ATLAS_NIGHTLY=1` runs the same tests at full size.
 */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: process.env['ATLAS_NIGHTLY'] === '1' ? 600_000 : 60_000,
    hookTimeout: 180_000,
    globalSetup: ['tests/set-up.ts'],
    reporters: ['default', './tests/closing-line.ts'],
    env: { NODE_ENV: 'test' },
  },
  // The engine from its sources, not from what was last built of it.
  resolve: { conditions: ['atlas-source', ...defaultServerConditions] },
  ssr: { resolve: { conditions: ['atlas-source', ...defaultServerConditions] } },
  // Components compile as they do in the build.
  oxc: { jsx: { runtime: 'automatic' } },
});
