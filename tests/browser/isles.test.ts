import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { pixelAt } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

/**
 * A second atlas with another region, other levels and other languages, served by the same code.
 */
describe('an atlas of invented islands', () => {
  let dataDir: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'atlas-isles-'));
    atlas = await serveAtlas({ config: ISLES, dataDir });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is shown in its own languages', async () => {
    const { page, problems } = await openPage(browser, { locale: 'es-ES' });
    await page.goto(`${atlas.url}/`);
    await page.getByText('Faros', { exact: true }).first().waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('es');
    await page.goto(`${atlas.url}/?lang=pt`);
    await page.getByText('Faróis', { exact: true }).first().waitFor();
    expect(await page.title()).toContain('Ilhas Farol');
    expect(problems).toEqual([]);
  });

  it('draws its islands on its own base map', async () => {
    const { page } = await openPage(browser, { drawn: true, locale: 'es-ES' });
    await page.goto(`${atlas.url}/?lang=es#6/1/-34&layers=`);
    await waitForMap(page);
    const picture = await page.screenshot();
    expect(await pixelAt(picture, MIDDLE.x, MIDDLE.y)).toBe('#F4F0E2');
    expect(await pixelAt(picture, 1150, 120)).toBe('#CFE3EE');
  });

  it('ux 34: shows the photographs of a light first, as thumbnails that can be enlarged', async () => {
    const { page, problems } = await openPage(browser, { locale: 'es-ES' });
    await page.goto(`${atlas.url}/?lang=es#9/3.1/-33&layers=lights`);
    await waitForMap(page);
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    const day = page.getByRole('button', { name: /Vistas, .* 1/ });
    await day.waitFor();
    const width = (selector: string) =>
      page.locator(selector).evaluate((img: HTMLImageElement) => [img.naturalWidth, img.width]);
    expect(await page.locator('.photos img').count()).toBe(2);
    expect(await page.locator('.photos img[loading="lazy"][alt]:not([alt=""])').count()).toBe(2);
    expect(await page.locator('.photos ~ .attributes').count()).toBe(1);
    // The button exists before the image is loaded.
    await expect.poll(() => width('.photos li:first-child img')).toEqual([320, 100]);
    await day.click();
    await page.getByRole('dialog', { name: /Vistas, .* 1/ }).waitFor();
    expect((await width('dialog img'))[1]).toBeGreaterThanOrEqual(480);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    // The panel under the dialog stays open, and the focus returns to the button.
    expect(await day.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  it('does not reveal a hidden group to visitors below its level', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES' });
    await page.goto(`${atlas.url}/?lang=es`);
    await page.getByText('Faros', { exact: true }).first().waitFor();
    expect(await page.content()).not.toContain('Viveros');
    expect(await page.content()).not.toContain('nurseries');
  });

  it('shows the hidden group to a keeper', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES', level: 'keeper' });
    await page.goto(`${atlas.url}/?lang=es`);
    await page.getByText('Viveros', { exact: true }).first().waitFor();
  });
});
