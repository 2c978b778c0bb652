import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

/** The view of Cameroon, and one with the permits of the Central African Republic. */
const [CAMEROON, CAR] = ['7/4.5/12.5', '7/7/22'];

/** A class that only the Central African Republic has, and one that it does not have. */
const [PERMIT, APPROVED] = ['Permit with a plan', 'Plan approved'];

describe('the legend of a view', () => {
  const site = useShipped();

  const open = async (view: string): Promise<Page> => {
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en#${view}&layers=logging`);
    await waitForMap(page);
    await page.getByRole('tab', { name: 'Legend' }).click();
    return page;
  };
  const labels = (page: Page, list: string): Promise<string[]> =>
    page.locator(`${list} li > span:last-child`).allTextContents();
  const rows = (page: Page): Promise<string[]> => labels(page, '.legend .legend-rows');

  it('lists the classes that the view can have, and others after a move', async () => {
    const page = await open(CAMEROON);
    expect(await rows(page)).toContain(APPROVED);
    expect(await rows(page)).not.toContain(PERMIT);
    await page.goto(`${site.url}/?lang=en#${CAR}&layers=logging`);
    await waitForMap(page);
    await expect.poll(() => rows(page)).toContain(PERMIT);
    expect(await rows(page)).not.toContain(APPROVED);
  });

  it('stays the same while the map moves a little', async () => {
    // The place of the permits begins 9 px inside the right edge of the map.
    const page = await open('7/4.5/15.522');
    const before = await rows(page);
    expect(before).toContain(PERMIT);
    for (const dx of [60, -120, 60]) {
      await page.mouse.move(MIDDLE.x, MIDDLE.y);
      await page.mouse.down();
      await page.mouse.move(MIDDLE.x + dx, MIDDLE.y, { steps: 4 });
      await page.mouse.up();
      await waitForMap(page);
      expect(await rows(page)).toEqual(before);
    }
  });

  it('is printed with the classes of the printed map', async () => {
    const page = await open(CAMEROON);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const printed = await labels(page, '.print-legend');
    expect(printed).toContain(APPROVED);
    expect(printed).not.toContain(PERMIT);
  });
});
