/** The story of Explore by a trusted user: from the cards to a village and back, by keyboard. */
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { axeOf } from './axe.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY } from '../size.ts';

const DESKTOP = { locale: 'fr', width: 1280, height: 800 } as const;
const PHONE = { locale: 'en', width: 360, height: 740 } as const;
/** Daily one language on one screen, in turn; all four at night. */
const TURN = new Date().getUTCDate() % 4;
const SCREENS = [DESKTOP, PHONE, { ...DESKTOP, locale: 'en' }, { ...PHONE, locale: 'fr' }].filter(
  (_screen, place) => NIGHTLY || place === TURN,
);

interface Answer {
  readonly numberMatched: number;
  readonly features: readonly {
    readonly properties: Readonly<Record<string, string>>;
    readonly geometry: { readonly type: string; readonly coordinates: readonly never[] };
  }[];
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** Moves the focus on until it is on an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  for (let step = 0; step < 40 && !(await isThere()); step++) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await axeOf(page).include('.side-panel').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(
    await page.locator('.side-body').evaluate((body) => body.scrollWidth <= body.clientWidth),
  ).toBe(true);
}

describe('Explore', () => {
  const site = useShipped();

  /** Requests features as a trusted user. */
  const ask = async (path: string): Promise<Answer> => {
    const answer = await fetch(`${site.url}${path}`, { headers: { 'x-atlas-level': 'level-2' } });
    return (await answer.json()) as Answer;
  };

  /** Opens the tool. */
  const open = async ({ locale, width, height }: (typeof SCREENS)[number]) => {
    const { page, problems } = await openPage(site.browser, {
      viewport: { width, height },
      level: 'level-2',
    });
    const say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
    await page.goto(`${site.url}/?lang=${locale}`);
    await waitForMap(page);
    const button = (key: AnyWordKey) => page.getByRole('button', { name: say(key), exact: true });
    if (width < 500) await button('tool.bar').press('Enter');
    await button('tool.explore').press('Enter');
    await page.locator('.explore-card').first().waitFor();
    return { page, problems, say, button };
  };

  it.each(SCREENS)(
    'ux 56: an area is found, its villages are listed and one is opened, by keyboard ($locale, $width px; all at night)',
    async (screen) => {
      const { page, problems, say, button } = await open(screen);
      const { features } = await ask('/api/geodata/sample-areas/');
      expect(await page.locator('.explore-count').innerText()).toBe(
        say('explore.count', { count: features.length }),
      );
      await expectNoFaults(page);

      // The filters leave the areas of a country and a theme; one without areas says so.
      await tabTo(page, '.explore-filters select');
      const country = page.locator('.explore-filters select').first();
      const theme = page.locator('.explore-filters select').last();
      await country.selectOption('Gabon');
      const gabon = features.filter(({ properties }) => properties['country'] === 'gab');
      await expect.poll(() => page.locator('.explore-card').count()).toBe(gabon.length);
      const themes = await theme.locator('option').allInnerTexts();
      for (const one of themes.slice(1)) {
        await theme.selectOption(one);
        if ((await page.locator('.explore-card').count()) === 0) break;
      }
      expect(await page.locator('.explore-count').innerText()).toContain(say('explore.no-match'));
      await button('explore.clear').press('Enter');
      await country.selectOption('Gabon');

      // The request for one dataset fails; the others are listed.
      await page.route('**/api/geodata/livelihoods/**', (route) => route.abort());
      await country.focus();
      await tabTo(page, '.explore-card');
      const title = (await page.locator('.explore-card .explore-title').first().innerText()).trim();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toBe(title);
      const area = gabon.find(({ properties }) => properties[`name_${screen.locale}`] === title)!;
      const rings = area.geometry
        .coordinates as unknown as readonly (readonly (readonly number[])[])[];
      const wkt = `POLYGON(${rings.map((ring) => `(${ring.map((at) => at.join(' ')).join()})`).join()})`;
      expect(area.geometry.type).toBe('Polygon');
      const inside = await ask(
        `/api/geodata/villages/?${new URLSearchParams({ intersects: wkt })}&limit=1&count=true`,
      );
      const villages = page.locator('.explore-content').first();
      await villages.locator('.explore-features button').first().waitFor();
      expect(await villages.locator('.count').innerText()).toBe(String(inside.numberMatched));
      expect(await villages.locator('.explore-features li').count()).toBe(
        Math.min(inside.numberMatched, 25),
      );
      const layers = /layers=villages[^&]*culture[^&]*livelihoods[^&]*tenure/;
      await expect.poll(() => decodeURIComponent(page.url())).toMatch(layers);
      const livelihoods = page.locator('.explore-content').nth(1);
      await livelihoods.locator('summary').press('Enter');
      await livelihoods.getByText(say('explore.offline')).waitFor();
      await page.unroute('**/api/geodata/livelihoods/**');
      await livelihoods.getByRole('button', { name: say('group.retry') }).press('Enter');
      await livelihoods.locator('.count').waitFor();
      expect(await page.locator('.side-panel .spin').count()).toBe(0);
      await expectNoFaults(page);

      // A village opens over the tool, and the way back leads to its row.
      const row = villages.locator('.explore-features button').nth(1);
      const name = await row.locator('.explore-name').innerText();
      await row.press('Enter');
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
      await page.locator('.side-behind').press('Enter');
      await expect.poll(() => focused(page)).toContain(name);
      await button('explore.back').press('Enter');
      await expect.poll(() => focused(page)).toContain(title);
      await page.keyboard.press('Escape');
      expect(await page.locator('.side-panel').count()).toBe(0);
      // A long outline is sent with POST, for which the page first requests the CSRF token.
      const expected = /ERR_FAILED|401 \S+\/api\/users\/profile|status of 401/;
      expect(problems.filter((one) => !expected.test(one))).toEqual([]);
      await page.context().close();
    },
  );
});
