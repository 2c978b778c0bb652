import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The application in the installed package, next to its compiled scripts. */
const SHIPPED = fileURLToPath(new URL('../../../app/', import.meta.url));

/**
 * Returns the folder of the built application. In a checkout it is built when its source is newer than
 * the last build; an installed package contains it.
 */
export async function appDirFor(report: (line: string) => void): Promise<string> {
  if (!import.meta.url.endsWith('.ts') && existsSync(`${SHIPPED}/index.html`)) return SHIPPED;
  const { buildApp, DEFAULT_APP_DIR, isAppStale } = await import('../../scripts/build-app.ts');
  if (isAppStale()) {
    report('Building the application …');
    await buildApp();
  }
  return DEFAULT_APP_DIR;
}
