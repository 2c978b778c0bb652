import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { makeAbsentDemo } from '../demo/make-absent.mjs';
import { isProjectStale } from '../scripts/stale.mjs';
import { findChromium } from './browser/find-chromium.ts';
import { serveShipped } from './browser/serve-shipped.ts';

/** Folders whose tests do not need a build. */
const NEEDS_NO_BUILD = /^(?:\.\/)?tests\/(?:unit|cases|laws|architecture)(?:\/|$)/;

/** Folders whose tests need neither a browser nor the loaded data of the shipped atlas. */
const NEEDS_NO_ATLAS =
  /^(?:\.\/)?tests\/(?:unit|cases|laws|architecture|contract\/(?!services|downloads)\w+)(?:\/|$)/;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Makes the demonstration data, builds the project, finds the browser and loads the shipped atlas.
 * Leaves out what the named tests do not need. Returns whether all of it is ready.
 */
export async function prepare(): Promise<boolean> {
  // Runs in parallel with the build, as in `npm start`.
  const demo = makeAbsentDemo();
  const asked = process.argv.filter((argument) => /^(?:\.\/)?tests\//.test(argument));
  const need = (not: RegExp): boolean =>
    asked.length === 0 || !asked.every((path) => not.test(path));
  if (need(NEEDS_NO_BUILD) && isProjectStale(ROOT)) runSource('scripts/build.ts');
  await demo;
  if (!need(NEEDS_NO_ATLAS)) return false;
  process.env['CHROMIUM_PATH'] = findChromium();
  runSource('tests/browser/load-shipped.ts');
  return true;
}

/** Runs a program of the project. Vitest does not resolve packages to their sources in this file. */
function runSource(program: string): void {
  const fromSources = ['--conditions=atlas-source', '--import', 'tsx'];
  const stdio = ['ignore', 2, 2] as const;
  execFileSync(process.execPath, [...fromSources, program], { stdio: [...stdio], cwd: ROOT });
}

/**
 * Runs once before all tests: prepares them, and serves the shipped atlas. Returns what stops the
 * server after all tests.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | void> {
  if (!(await prepare())) return;
  const { url, stop } = await serveShipped();
  project.provide('shippedUrl', url);
  return stop;
}
