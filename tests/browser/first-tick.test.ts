import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { BundleIndex, GroupEntry } from 'atlas-engine/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, waitForMap } from './open-browser.ts';
import { pixelsTowards, type Rectangle } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { copyShippedStore } from './shipped-store.ts';

const CONFIG = fileURLToPath(new URL('../../atlas.config', import.meta.url));

/** Window sizes, and a part of each that shows only the map, in px. */
const WINDOWS = [
  { width: 360, height: 740, map: { x: 0, y: 130, width: 290, height: 170 } },
  { width: 1280, height: 800, map: { x: 370, y: 10, width: 850, height: 690 } },
] as const;

const NIGHTLY = process.env['ATLAS_NIGHTLY'] === '1';
/**
 * Each group is tested on its own page. All groups and both windows are tested in the nightly run
 * only.
 */
const STEP = NIGHTLY ? 1 : 6;

/** Minimum number of pixels with the colour of a group. */
const LEAST_PIXELS = 8;

/** Returns all colours of a swatch, as RGB. */
function coloursOf({ swatch = [] }: GroupEntry): [number, number, number][] {
  const found = JSON.stringify(swatch).match(/#[0-9a-f]{6}/gi) ?? [];
  return found.map(
    (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number],
  );
}

/**
 * Switches a group on, and counts the pixels of the map whose colour comes closer to one of the
 * group.
 */
async function tick(page: Page, entry: GroupEntry, map: Rectangle): Promise<number> {
  const story = page.locator(`[data-project="${entry.project}"] h3 button`);
  if (entry.project) await story.click();
  const box = page.locator(`li[data-group="${entry.id}"] input[type=checkbox]`).first();
  await box.setChecked(true);
  const close = page.getByRole('button', { name: 'Close the message' });
  await waitForMap(page);
  if ((await close.count()) > 0) await close.click();
  // The click may have scrolled the page, so that the sheet would cover the map.
  await page.evaluate(() => document.querySelector('.atlas')?.scrollTo(0, 0));
  await page.mouse.move(2, 2);
  const on = await page.screenshot({ clip: map });
  await box.setChecked(false);
  await page.evaluate(() => document.querySelector('.atlas')?.scrollTo(0, 0));
  await waitForMap(page);
  const off = await page.screenshot({ clip: map });
  return pixelsTowards(coloursOf(entry), off, on);
}

describe('the first tick of a group of the shipped atlas', () => {
  let dataDir: string;
  let atlas: ServedAtlas;
  let browser: Browser;
  let entries: readonly GroupEntry[];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'atlas-first-tick-'));
    copyShippedStore(dataDir);
    atlas = await serveAtlas({ config: CONFIG, dataDir });
    browser = await openBrowser();
    const page = await (await fetch(`${atlas.url}/?lang=en`)).text();
    const index = /<script[^>]*id="atlas-index"[^>]*>([\s\S]*?)<\/script>/.exec(page)![1]!;
    const { categories } = JSON.parse(index) as BundleIndex;
    entries = categories
      .flatMap(({ groups }) => groups)
      .filter(({ locked, checked }) => !locked && !checked);
  });
  afterAll(async () => {
    await browser.close();
    await atlas.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(NIGHTLY ? WINDOWS : WINDOWS.slice(0, 1))(
    `shows its colour at $width x $height px (one group of ${STEP}; nightly all)`,
    async ({ map, ...viewport }) => {
      expect(entries.length).toBeGreaterThan(20);
      const pixels: Record<string, number> = {};
      for (const entry of entries.filter((_, i) => i % STEP === 0)) {
        const { page } = await openPage(browser, { viewport });
        await page.goto(`${atlas.url}/?lang=en`);
        await waitForMap(page);
        if (viewport.width < 600)
          await page.getByRole('button', { name: 'Layers', exact: true }).click();
        pixels[entry.id] = await tick(page, entry, map);
        await page.context().close();
      }
      const none = Object.entries(pixels).filter(([, count]) => count < LEAST_PIXELS);
      expect(none).toEqual([]);
    },
    600_000,
  );
});
