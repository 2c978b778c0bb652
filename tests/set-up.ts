import { buildApp, isAppStale } from '../scripts/build-app.ts';
import { findChromium } from './browser/find-chromium.ts';
import { loadShipped } from './browser/shipped-store.ts';

/** Runs once before all tests: finds the browser, builds the application, loads the shipped atlas. */
export default async function setUp(): Promise<void> {
  process.env['CHROMIUM_PATH'] = findChromium();
  if (isAppStale()) await buildApp();
  await loadShipped();
}
