import type { Page } from '@playwright/test';
import type { GroupEntry } from 'atlas-engine/runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { pixelsTowards, type Rectangle } from './pixels.ts';
import { readIndexOf, useShipped } from './use-shipped.ts';
import { NIGHTLY, sample } from '../size.ts';

/** Windows, and a part of each that shows nothing but the map, in px. */
const WINDOWS = [
  { width: 360, height: 740, map: { x: 0, y: 130, width: 290, height: 170 } },
  { width: 1280, height: 800, map: { x: 370, y: 10, width: 850, height: 690 } },
] as const;

/** The desktop only in the nightly run. */
const DRAWN = NIGHTLY ? WINDOWS : WINDOWS.slice(0, 1);

/** Fewest pixels that must show the colour of a group. */
const LEAST_PIXELS = 8;

/** Returns all colours of a swatch, as RGB. */
function coloursOf({ swatch = [] }: GroupEntry): [number, number, number][] {
  const found = JSON.stringify(swatch).match(/#[0-9a-f]{6}/gi) ?? [];
  return found.map(
    (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
  );
}

/** Counts the pixels of the map that come closer to a colour of the group when it is ticked. */
async function tick(page: Page, entry: GroupEntry, map: Rectangle): Promise<number> {
  const box = page.locator(`li[data-group="${entry.id}"] input[type=checkbox]`).first();
  await box.setChecked(true);
  await waitForMap(page);
  await closeMessages(page);
  const on = await page.screenshot({ clip: map });
  await box.setChecked(false);
  await waitForMap(page);
  const off = await page.screenshot({ clip: map });
  return pixelsTowards(coloursOf(entry), off, on);
}

async function closeMessages(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close the message' });
  while ((await close.count()) > 0) await close.first().click();
}

/** Returns to the first view, as when a visitor opens the page. */
async function reopen(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.replaceState(null, '', '/?lang=en');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitForMap(page);
}

describe('the first tick of a group of the shipped atlas', () => {
  const site = useShipped();
  let entries: readonly GroupEntry[];

  beforeAll(async () => {
    const { categories } = await readIndexOf(site);
    entries = categories
      .flatMap(({ groups }) => groups)
      .filter(({ locked, checked }) => !locked && !checked);
  });

  it.each(DRAWN)(
    'shows the colour of every open group at $width x $height px (a third of them; nightly all)',
    async ({ map, ...viewport }) => {
      expect(entries.length).toBeGreaterThan(20);
      const { page } = await openPage(site.browser, { drawn: true, viewport });
      await page.goto(`${site.url}/?lang=en`);
      await waitForMap(page);
      if (viewport.width < 600)
        await page.getByRole('button', { name: 'Layers', exact: true }).click();
      for (const story of await page.locator('[data-project] h3 button').all()) await story.click();
      const pixels: Record<string, number> = {};
      for (const entry of sample(entries, 3)) {
        await reopen(page);
        pixels[entry.id] = await tick(page, entry, map);
      }
      const none = Object.entries(pixels).filter(([, count]) => count < LEAST_PIXELS);
      expect(none).toEqual([]);
    },
    600_000,
  );
});
