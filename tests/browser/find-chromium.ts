import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's package without a user interface. A page in `chromium` takes 1.5 times as long. */
const PACKAGE = 'chromium-headless-shell';
const DEBIAN = [`/usr/bin/${PACKAGE}`, '/usr/bin/chromium'] as const;

/**
 * Finds a Chromium for the tests: `CHROMIUM_PATH`, Debian's or Playwright's. Otherwise installs
 * Debian's, where that is allowed. Throws an error that says what to install.
 */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is \`${named}\`, but that file does not exist.`);
  }
  const debian = DEBIAN.find((path) => existsSync(path));
  if (debian) return debian;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', PACKAGE], { stdio: 'ignore' });
  } catch {
    throw new Error(
      `The browser tests need Chromium: install it (Debian: \`apt-get install ${PACKAGE}\`) or set CHROMIUM_PATH.`,
    );
  }
  return DEBIAN[0];
}
