import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isProjectStale } from '../../../scripts/stale.mjs';

/** One file of each part of the build. */
const BUILT = ['engine/dist/engine/index.js', 'dist/app/manifest.json', 'dist/node/cli/atlas.js'];

describe('the build of the project', () => {
  let root: string;

  /** Writes a file at a time in seconds, which its folders have too. */
  const touch = (path: string, seconds: number): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
    for (let at = path; at !== '.'; at = dirname(at)) utimesSync(join(root, at), seconds, seconds);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'atlas-build-'));
    for (const built of BUILT) touch(built, 2000);
    for (const source of ['app/ui/page/panel.tsx', 'engine/runtime.ts', 'server/http/log.ts'])
      touch(source, 1000);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is fresh when it is newer than its sources', () => {
    expect(isProjectStale(root)).toBe(false);
  });

  it.each(BUILT)('is stale without %s', (built) => {
    rmSync(join(root, built));
    expect(isProjectStale(root)).toBe(true);
  });

  it.each(['app/map/deep/new.ts', 'engine/runtime/deep/compile.ts', 'cli/atlas.ts'])(
    'is stale after %s has changed',
    (source) => {
      touch(source, 3000);
      expect(isProjectStale(root)).toBe(true);
    },
  );

  it('is fresh where the sources are absent, as in an installed package', () => {
    for (const house of ['app', 'server']) rmSync(join(root, house), { recursive: true });
    rmSync(join(root, 'engine/runtime.ts'));
    utimesSync(join(root, 'engine'), 1000, 1000);
    expect(isProjectStale(root)).toBe(false);
  });
});
