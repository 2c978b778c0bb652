import { findChromium } from './browser/find-chromium.ts';
import { buildApp, isAppStale } from '../scripts/build-app.ts';

/** Runs once before all tests: the browser is found, the application is built. */
export default async function setUp(): Promise<void> {
  process.env['CHROMIUM_PATH'] = findChromium();
  if (isAppStale()) await buildApp();
}
