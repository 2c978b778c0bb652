/** The map limited to an area that is chosen by name. */
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

describe('an area as a filter', () => {
  const site = useShipped();

  it('is chosen by the keyboard, hides what is outside, and is in the link until it is cleared', async () => {
    const { page } = await openPage(site.browser, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/?lang=en#6.72/-2.57/18.76&layers=villages`);
    await waitForMap(page);
    await page.getByRole('tab', { name: /Legend/ }).click();
    await page.getByRole('button', { name: 'What’s on screen' }).click();
    const status = page.locator('.objects [role="status"]');
    await status.filter({ hasText: /\d/ }).waitFor();
    const countOf = async (): Promise<number> =>
      Number((await status.innerText()).replaceAll(/\D/g, ''));
    const everywhere = await countOf();

    await page.getByRole('tab', { name: 'Layers' }).click();
    await page.getByRole('button', { name: 'Area: show only one on the map' }).click();
    const box = page.getByRole('combobox', { name: 'Area by name' });
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
    await box.fill('mai-ndo');
    await page.getByRole('option', { name: /^Mai-Ndombe · Province/ }).waitFor();
    await page.keyboard.press('Enter');
    const chip = page.getByText('Only Mai-Ndombe', { exact: true });
    await chip.waitFor();
    expect(await chip.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.waitForURL(/&area=province-names-cod:\d+$/);
    await waitForMap(page);
    await page.getByRole('tab', { name: /Legend/ }).click();
    await expect.poll(countOf).toBeLessThan(everywhere);
    expect(await countOf()).toBeGreaterThan(0);

    // The link says the same to somebody else.
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await waitForMap(page);
    await chip.waitFor();

    await page.getByRole('button', { name: 'Show the whole map again' }).click();
    await chip.waitFor({ state: 'detached' });
    await page.waitForURL(/layers=villages$/);
    await page.close();
  });
});
