/** One browser for all files of a worker, which is started only once. */
import type { Browser } from '@playwright/test';
import { openBrowser } from './open-browser.ts';

let opened: Promise<Browser> | null = null;

/** Returns the browser of the worker. It ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (opened && !(await opened).isConnected()) opened = null;
  return (opened ??= openBrowser());
}

/** Closes the pages that the tests of a file left open, at the end of the file. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
