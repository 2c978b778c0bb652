import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, inject } from 'vitest';
import { closePages, sharedBrowser } from './shared-browser.ts';

export { readIndexOf } from './read-index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the shipped atlas, which `set-up.ts` serves for the whole run. */
    readonly shippedUrl: string;
  }
}

/** The shipped atlas on a server, and a browser. */
export interface ShippedSite {
  readonly url: string;
  readonly browser: Browser;
}

/**
 * Offers the browser to the tests of the calling `describe` or file. The server of the shipped atlas
 * is shared by all files, so tests only read from it. `browser` throws an error until it is open.
 */
export function useShipped(): ShippedSite {
  let opened: Browser | null = null;
  beforeAll(async () => {
    opened = await sharedBrowser();
  });
  afterAll(() => closePages(opened ?? undefined));
  return {
    url: inject('shippedUrl'),
    get browser() {
      if (opened) return opened;
      throw new Error('The browser is open only while tests run.');
    },
  };
}
