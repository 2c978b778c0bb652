import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { makeAbsentDemo } from '../demo/make-absent.mjs';
import { buildApp, isAppStale } from '../scripts/build-app.ts';
import { findChromium } from './browser/find-chromium.ts';
import { serveShipped } from './browser/serve-shipped.ts';

/** Folders whose tests do not need a browser, the built application or loaded data. */
const NEEDS_NOTHING =
  /^(?:\.\/)?tests\/(?:unit|cases|laws|architecture|contract\/(?:package|server|store))(?:\/|$)/;

/**
 * Makes the demonstration data, finds the browser, builds the application and loads the shipped
 * atlas. When only tests of `NEEDS_NOTHING` run, it stops after the first step and returns false.
 */
export async function prepare(): Promise<boolean> {
  await makeAbsentDemo();
  const asked = process.argv.filter((argument) => /^(?:\.\/)?tests\//.test(argument));
  if (asked.length > 0 && asked.every((path) => NEEDS_NOTHING.test(path))) return false;
  process.env['CHROMIUM_PATH'] = findChromium();
  if (isAppStale()) await buildApp();
  // Vitest does not resolve packages to their sources in this file.
  const program = fileURLToPath(new URL('browser/load-shipped.ts', import.meta.url));
  const fromSources = ['--conditions=atlas-source', '--import', 'tsx'];
  execFileSync(process.execPath, [...fromSources, program], { stdio: ['ignore', 2, 2] });
  return true;
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
