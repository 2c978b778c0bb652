import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeAbsentDemo } from '../demo/make-absent.mjs';
import { buildApp, isAppStale } from '../scripts/build-app.ts';
import { findChromium } from './browser/find-chromium.ts';

/** Folders whose tests need neither browser, nor built application, nor loaded data. */
const NEEDS_NOTHING =
  /^(?:\.\/)?tests\/(?:unit|cases|laws|architecture|contract\/(?:package|server|store))(?:\/|$)/;

/**
 * Runs once before all tests: makes the files of the demonstration, finds the browser, builds the
 * application, loads the shipped atlas. A run of named files that need none of the rest starts then.
 */
export default async function setUp(): Promise<void> {
  await makeAbsentDemo();
  const asked = process.argv.filter((argument) => /^(?:\.\/)?tests\//.test(argument));
  if (asked.length > 0 && asked.every((path) => NEEDS_NOTHING.test(path))) return;
  process.env['CHROMIUM_PATH'] = findChromium();
  if (isAppStale()) await buildApp();
  // Vitest resolves no package to its sources for this file.
  const program = fileURLToPath(new URL('browser/load-shipped.ts', import.meta.url));
  const fromSources = ['--conditions=atlas-source', '--import', 'tsx'];
  execFileSync(process.execPath, [...fromSources, program], { stdio: ['ignore', 2, 2] });
}
