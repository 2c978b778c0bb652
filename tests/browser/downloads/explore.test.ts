/** Explore by accounts that log in, over both stores; nightly, because it starts servers. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from '../open-browser.ts';
import { closePages, sharedBrowser } from '../shared-browser.ts';
import { LESSER, PLACES, serveDownloads, type DownloadServer } from './serve-downloads.ts';
import { Visitor } from './visitor.ts';
import { NIGHTLY } from '../../size.ts';

const AREAS = '/api/geodata/sample-areas/';

describe.runIf(NIGHTLY).each(PLACES)('Explore over %s (nightly)', (where) => {
  let server: DownloadServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serveDownloads(where), sharedBrowser()]);
  }, 300_000);
  afterAll(async () => {
    await closePages(browser);
    await server?.stop();
  });

  const visit = async (locale: string, account?: typeof LESSER): Promise<Visitor> => {
    const { page } = await openPage(browser);
    const visitor = new Visitor(page, { url: server.url, locale });
    await visitor.logIn(account);
    return visitor;
  };

  it.each(['en', 'fr'])(
    'a trusted account sees what is in an area, in %s',
    async (locale) => {
      const visitor = await visit(locale);
      const { page } = visitor;
      await visitor.open('explore');
      await page.locator('.explore-card').first().press('Enter');
      await page.locator('.explore-features button').first().waitFor();
      const counts = page.locator('.explore-content .count');
      const lists = await page.locator('.explore-content').count();
      await expect.poll(() => counts.count()).toBe(lists);
      await expect.poll(() => decodeURIComponent(page.url())).toContain('layers=villages');
      await waitForMap(page);
      expect(await page.locator('.side-panel .spin').count()).toBe(0);
      await page.context().close();
    },
    120_000,
  );

  it('an account with less access is asked to request it, and receives no areas', async () => {
    const visitor = await visit('fr', LESSER);
    const { page } = visitor;
    // The name of the button also says that the tool is locked.
    await page.getByRole('button', { name: visitor.say('tool.explore') }).press('Enter');
    await page.locator('.side-panel .caution').waitFor();
    expect(await page.locator('.explore-card').count()).toBe(0);
    const answer = await page.evaluate(async (address) => (await fetch(address)).status, AREAS);
    expect([403, 404]).toContain(answer);
    await page.context().close();
  }, 120_000);
});
