import type { BrowserContextOptions, Page } from '@playwright/test';
import type { AccountServer } from './account-server.ts';
import { openPage } from './open-browser.ts';
import { serveAccounts } from './serve-accounts.ts';
import type { ShippedSite } from './use-shipped.ts';

/** A browser with a server of accounts, at a screen of the atlas. */
export interface AccountPage {
  readonly page: Page;
  readonly server: AccountServer;
  /** Loads another screen. */
  readonly go: (path: string) => Promise<void>;
}

/** Opens a screen of the shipped atlas. */
export async function openAccountPage(
  site: Pick<ShippedSite, 'url' | 'browser'>,
  path: string,
  options: Pick<BrowserContextOptions, 'viewport'> & {
    readonly locale?: string;
    readonly loggedIn?: boolean;
  } = {},
): Promise<AccountPage> {
  const { locale = 'en', loggedIn = false, ...rest } = options;
  const { page } = await openPage(site.browser, { locale, ...rest });
  const server = await serveAccounts(page.context());
  const go = async (to: string): Promise<void> => {
    await page.goto(`${site.url}${to}`);
    await page.locator('main h1').waitFor();
  };
  if (loggedIn) {
    server.loggedIn = true;
    const account = { loggedIn: true, profile: null, key: null, unsentLocale: null };
    const stored = { version: 3, locale, dismissed: { welcome: 1000 }, account };
    await page.context().addInitScript((text) => {
      if (window.origin !== 'null' && !sessionStorage.getItem('seeded'))
        localStorage.setItem('atlas', text);
      if (window.origin !== 'null') sessionStorage.setItem('seeded', 'yes');
    }, JSON.stringify(stored));
  }
  await go(path);
  return { page, server, go };
}
