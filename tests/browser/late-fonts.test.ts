import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { darkPixels, readColours } from './pixels.ts';
import { useShipped } from './use-shipped.ts';

/** A part of the map without panels, in px. */
const PART = { x: 480, y: 120, width: 560, height: 520 };

/** Number of colours in the part, at points 8 px apart. */
async function coloursIn(png: Buffer): Promise<number> {
  const { at } = await readColours(png);
  const colours = new Set<string>();
  for (let x = PART.x; x < PART.x + PART.width; x += 8)
    for (let y = PART.y; y < PART.y + PART.height; y += 8) colours.add(at(x, y));
  return colours.size;
}

describe('a map whose fonts are late', () => {
  const site = useShipped();

  it('is drawn without names, which follow when the fonts are there', async () => {
    const { page, problems } = await openPage(site.browser, { drawn: true });
    let asked = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.woff2/, async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/?lang=en#5.4/1/18&base=default`);
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
    // After 10 s, the map would draw the names with a font of the device.
    await expect
      .poll(async () => coloursIn(await page.screenshot()), { timeout: 8_000, interval: 500 })
      .toBeGreaterThan(12);
    const without = await page.screenshot();
    expect(await page.locator('.map').getAttribute('aria-busy')).toBe('true');
    release();
    await waitForMap(page);
    const named = await page.screenshot();
    const [before, after] = await Promise.all([darkPixels(without, PART), darkPixels(named, PART)]);
    expect(after).toBeGreaterThan(before + 500);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
