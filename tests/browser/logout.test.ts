/**
 * A logout while the server cannot be reached, with the real server and its accounts. Takes over
 * 30 s: tests wait until the page repeats its request, and open several pages for one person.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import {
  ACCOUNT,
  LESSER,
  serveDownloads,
  type DownloadServer,
} from './downloads/serve-downloads.ts';
import { Visitor } from './downloads/visitor.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';

let server: DownloadServer;
let browser: Browser;
let page: Page;
let context: BrowserContext;
let visitor: Visitor;

beforeAll(async () => {
  [browser, server] = await Promise.all([sharedBrowser(), serveDownloads('SQLite')]);
});
afterAll(async () => {
  await closePages(browser);
  await server.stop();
});

/** One language and size each day. */
const DAY = new Date().getUTCDate();
const LOCALE = ['en', 'fr'][DAY % 2]!;
const SIZE = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
][Math.floor(DAY / 2) % 2]!;

beforeEach(async () => {
  await context?.close();
  ({ page } = await openPage(browser, { viewport: SIZE, locale: LOCALE }));
  context = page.context();
  visitor = new Visitor(page, { url: server.url, locale: LOCALE });
  await visitor.logIn();
});

/** The test starts the server again. */
const RESTART = { timeout: 150_000 };

const NAME = /Community land tenure|Foncier communautaire/;
const TENURE = '#6/-1/20&layers=tenure';

/** Whether a page has a restricted layer, on the map or to choose. */
const showsTenure = async (on: Page): Promise<boolean> =>
  new URL(on.url()).hash.includes('tenure') ||
  (await on.getByRole('checkbox', { name: NAME, includeHidden: true }).count()) > 0;

const cookie = async (name: string): Promise<string | undefined> =>
  (await context.cookies()).find((one) => one.name === name)?.value;

/** Returns whether the server still accepts a session. */
const isOpen = async (session: string | undefined): Promise<boolean> => {
  const headers = { cookie: `sessionid=${session}` };
  return (await fetch(`${server.url}/api/users/profile`, { headers })).ok;
};

/** Logs out without loading another page. */
async function logOut(): Promise<void> {
  await page.locator('.account-menu button').click();
  await page.locator('.account-links a[href$="/logout"]').click();
  await page.locator('main .button-main').click();
}

const message = (on: Page) => on.locator('main [role=status]');

describe('a logout while the server is stopped', () => {
  it(
    'leaves nothing restricted in any tab, says so, and ends the session at the next request',
    RESTART,
    async () => {
      await page.goto(`${server.url}/?lang=${LOCALE}${TENURE}`);
      await waitForMap(page);
      expect(await showsTenure(page)).toBe(true);
      const other = await context.newPage();
      await other.goto(`${server.url}/?lang=${LOCALE}${TENURE}`);
      await waitForMap(other);
      const session = await cookie('sessionid');
      await page.bringToFront();
      await server.halt();
      await logOut();
      await message(page)
        .filter({ hasText: visitor.say('session.left-here') })
        .waitFor();
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SIZE.width);
      for (const one of [page, other]) {
        expect(await one.evaluate(() => localStorage.getItem('atlas'))).not.toContain(
          ACCOUNT.username,
        );
      }
      await expect.poll(() => showsTenure(other)).toBe(false);
      await page.locator('main a.button-main').click();
      await expect.poll(() => showsTenure(page)).toBe(false);
      expect(await cookie('logout')).toBeDefined();
      // Nobody is at the computer until the server is back, and all tabs are closed.
      const next = await context.newPage();
      await page.close();
      await other.close();
      await server.restart();
      expect(await isOpen(session)).toBe(true);
      const asked: string[] = [];
      next.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await next.goto(`${server.url}/?lang=${LOCALE}${TENURE}`);
      await waitForMap(next);
      expect(await isOpen(session)).toBe(false);
      // The link names the layer until the page knows whose session it is.
      await expect.poll(() => showsTenure(next)).toBe(false);
      expect(await cookie('logout')).toBeUndefined();
      // The page asked first whose session it is.
      const asks = asked.indexOf('/api/users/profile');
      expect(asks).toBeGreaterThan(-1);
      expect(asks).toBeLessThan(asked.indexOf(`/atlas/session.${LOCALE}.json`));
    },
  );
});

describe('a logout while the line is cut', () => {
  it('is repeated by itself until the server knows', async () => {
    const session = await cookie('sessionid');
    await context.setOffline(true);
    await logOut();
    await message(page)
      .filter({ hasText: visitor.say('session.left-here') })
      .waitFor();
    await context.setOffline(false);
    // In French, the first message contains the text of the second.
    await message(page)
      .filter({
        hasText: visitor.say('account.logged-out'),
        hasNotText: visitor.say('session.left-here'),
      })
      .waitFor();
    expect(await isOpen(session)).toBe(false);
    expect(await cookie('logout')).toBeUndefined();
  });

  it('does not end the session of the next person', async () => {
    const session = await cookie('sessionid');
    await context.route('**/api/auth/logout/', (route) => route.abort());
    await logOut();
    await message(page)
      .filter({ hasText: visitor.say('session.left-here') })
      .waitFor();
    await page.goto(`${server.url}/account/login?lang=${LOCALE}`);
    await visitor.fillLogin(LESSER);
    await page.reload();
    await waitForMap(page);
    expect(await isOpen(session)).toBe(false);
    expect(await isOpen(await cookie('sessionid'))).toBe(true);
    expect(await cookie('logout')).toBeUndefined();
    const label = visitor.say('session.menu-of', { name: LESSER.username });
    await page.getByRole('button', { name: label }).waitFor();
  });
});

describe('a page whose storage knows nobody', () => {
  it('names the person of the session, before it loads what they may see', async () => {
    await page.evaluate(() => localStorage.removeItem('atlas'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    const label = visitor.say('session.menu-of', { name: ACCOUNT.username });
    await page.getByRole('button', { name: label }).waitFor();
    const part = `/atlas/session.${LOCALE}.json`;
    await expect.poll(() => asked, { timeout: 30_000 }).toContain(part);
    expect(asked.indexOf('/api/users/profile')).toBeLessThan(asked.indexOf(part));
  });

  it('loads nothing that is restricted while it cannot ask', async () => {
    await context.route('**/api/users/profile', (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await expect.poll(() => asked, { timeout: 30_000 }).toContain('/api/users/profile');
    await waitForMap(page);
    expect(asked).not.toContain(`/atlas/session.${LOCALE}.json`);
    await context.unroute('**/api/users/profile');
    await expect.poll(() => asked, { timeout: 30_000 }).toContain(`/atlas/session.${LOCALE}.json`);
  });
});
