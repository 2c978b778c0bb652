import type { Browser } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './open-browser.ts';
import { serveShipped } from './serve-shipped.ts';

export { readIndexOf } from './read-index.ts';

/** The shipped atlas on a server, and a browser. */
export interface ShippedSite {
  readonly url: string;
  readonly browser: Browser;
}

/**
 * Opens the shipped atlas and a browser for the tests of the calling `describe` or file. The fields of the
 * returned object throw an error until then.
 */
export function useShipped(): ShippedSite {
  let opened: (ShippedSite & { readonly stop: () => Promise<void> }) | null = null;
  const site = (): ShippedSite => {
    if (opened) return opened;
    throw new Error('The shipped atlas is served only while tests run.');
  };
  beforeAll(async () => {
    const [{ url, stop }, browser] = await Promise.all([serveShipped(), openBrowser()]);
    opened = { url, stop, browser };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.stop();
  });
  return {
    get url() {
      return site().url;
    },
    get browser() {
      return site().browser;
    },
  };
}
