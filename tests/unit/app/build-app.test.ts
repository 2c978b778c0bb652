import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAppStale } from '../../../scripts/build-app.ts';

describe('the built application', () => {
  let root: string;
  let outDir: string;

  const touch = (path: string, seconds: number): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
    utimesSync(join(root, path), seconds, seconds);
    utimesSync(join(root, path, '..'), seconds, seconds);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'atlas-app-'));
    outDir = join(root, 'dist/app');
    touch('app/ui/panel.tsx', 1000);
    touch('engine/runtime.ts', 1000);
    utimesSync(join(root, 'app'), 1000, 1000);
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('is stale when it does not exist', () => {
    expect(isAppStale({ root, outDir })).toBe(true);
  });

  it('is fresh after a build', () => {
    touch('dist/app/manifest.json', 2000);
    expect(isAppStale({ root, outDir })).toBe(false);
  });

  it('is stale after any source changed', () => {
    touch('dist/app/manifest.json', 2000);
    touch('engine/runtime/deep/compile.ts', 3000);
    expect(isAppStale({ root, outDir })).toBe(true);
  });

  it('is fresh where the sources are absent, as in an installed package', () => {
    touch('dist/app/manifest.json', 2000);
    rmSync(join(root, 'app'), { recursive: true });
    rmSync(join(root, 'engine'), { recursive: true });
    expect(isAppStale({ root, outDir })).toBe(false);
  });
});
