import type { BrowserContextOptions, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { sample } from '../size.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
};

/** Addresses of views: each language, and a project, layers, a base map and a place in it. */
const ADDRESSES = ['en', 'fr'].flatMap((lang) =>
  [
    '',
    '&project=nguti',
    '#layers=villages,logging',
    '#base=dark',
    '#7.5/4.05/11.2&base=imagery&relief=0',
  ].map((view) => `/?lang=${lang}${view}`),
);

const VIEWS = ADDRESSES.flatMap((address) => [
  { address, on: 'a desktop', screen: {} },
  { address, on: 'a phone', screen: PHONE },
]);

/** Runs in the page before its scripts: counts elements that scripts make, and shifts of the layout. */
function watchWork(): void {
  const work = { made: 0, shift: 0 };
  Object.assign(window, { work });
  const { prototype } = Document;
  for (const name of ['createElement', 'createElementNS'] as const) {
    const make = prototype[name] as (...all: unknown[]) => unknown;
    Object.assign(prototype, {
      [name](this: Document, ...all: unknown[]): unknown {
        work.made++;
        return make.apply(this, all);
      },
    });
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      work.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

interface Work {
  readonly made: number;
  readonly shift: number;
}

/** Opens a page whose application does not run before `release` is called. */
async function openHeld(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.atlas').waitFor();
  return release;
}

describe('the page that the server draws', () => {
  const site = useShipped();

  it.each(sample(VIEWS, 4))(
    'is taken over without a shift, and with a third of the elements made anew at most, at $address on $on',
    async ({ address, screen }) => {
      const { page, problems } = await openPage(site.browser, screen);
      await page.addInitScript(watchWork);
      await page.goto(`${site.url}${address}`);
      await waitForMap(page);
      const { made, shift } = await page.evaluate(() => (window as unknown as { work: Work }).work);
      const elements = await page.locator('.atlas *').count();
      expect(made).toBeLessThan(Math.max(elements / 3, 80));
      expect(shift).toBeLessThan(0.02);
      expect(problems).toEqual([]);
    },
  );

  it('has the layers, the colours of the atlas and its tools before the application runs', async () => {
    const { page } = await openPage(site.browser);
    const release = await openHeld(page, `${site.url}/?lang=fr`);
    const before = await page.evaluate(() => ({
      ground: document.documentElement.dataset['ground'],
      canopy: getComputedStyle(document.documentElement).getPropertyValue('--canopy'),
    }));
    const list = await page.locator('.layer-list').innerText();
    expect(list).toContain('Villages');
    expect(await page.getByRole('button', { name: 'Analyser' }).isVisible()).toBe(true);
    expect(await page.locator('.atlas [style], .map').count()).toBe(0);
    const late = page.getByText('La carte n’a pas fini de se charger.');
    expect(await late.isVisible()).toBe(false);
    await late.waitFor();
    release();
    await waitForMap(page);
    expect(await late.count()).toBe(0);
    expect(
      await page.evaluate(() => ({
        ground: document.documentElement.dataset['ground'],
        canopy: getComputedStyle(document.documentElement).getPropertyValue('--canopy'),
      })),
    ).toEqual(before);
    expect(await page.locator('.layer-list').innerText()).toBe(list);
  });

  it('answers what was pressed and typed before the application runs', async () => {
    const { page, problems } = await openPage(site.browser);
    const release = await openHeld(page, `${site.url}/?lang=en`);
    const villages = page.getByRole('checkbox', { name: 'Villages', exact: true });
    const filter = page.locator('.filter input');
    await villages.click();
    await filter.fill('vill');
    release();
    await expect.poll(() => page.url()).toContain('layers=villages');
    expect(await villages.isChecked()).toBe(true);
    expect(await filter.inputValue()).toBe('vill');
    await expect
      .poll(() => page.locator('.layer-list input[type="checkbox"]').count())
      .toBeLessThan(9);
    expect(await page.locator('[data-early]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('answers a shortcut that was pressed before the application runs', async () => {
    const { page, problems } = await openPage(site.browser);
    const release = await openHeld(page, `${site.url}/?lang=en`);
    // A key that is typed into a field does nothing else.
    await page.locator('.filter input').press('m');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('?');
    release();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('is for the screen of the visitor, and says so to caches', async () => {
    const ask = async (headers: Record<string, string>): Promise<[string, string]> => {
      const answer = await fetch(`${site.url}/?lang=en`, { headers });
      const [, drawn = ''] = /class="(atlas[^"]*)"/.exec(await answer.text()) ?? [];
      return [drawn, answer.headers.get('vary') ?? ''];
    };
    const [phone, varies] = await ask({ 'user-agent': PHONE.userAgent! });
    expect(phone).toBe('atlas atlas-phone');
    expect(varies).toContain('Sec-CH-UA-Mobile, User-Agent');
    expect(await ask({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' })).toEqual([
      'atlas',
      varies,
    ]);
    expect(await ask({ 'sec-ch-ua-mobile': '?1' })).toEqual(['atlas atlas-phone', varies]);
  });
});
