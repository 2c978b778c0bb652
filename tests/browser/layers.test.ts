/** Tests the list of layers and the legend with mouse and keyboard, in one page of desktop size. */
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

describe('the layers', () => {
  const site = useShipped();
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await openPage(site.browser));
  });

  const open = async (address: string): Promise<void> => {
    // Only a new document reads the address as a first visit does.
    await page.goto('about:blank');
    await page.goto(`${site.url}/${address}`);
    await waitForMap(page);
  };
  const row = (group: string): Locator => page.locator(`li[data-group="${group}"]`).first();
  const tab = (name: RegExp): Promise<void> => page.getByRole('tab', { name }).click();
  const legend = (): Promise<string[]> =>
    page.locator('.legend-item[data-legend] h2').allTextContents();
  const announced = (text: string): Promise<void> =>
    page.locator('[aria-live="polite"]').filter({ hasText: text }).waitFor({ state: 'attached' });

  const violations = async (): Promise<string[]> => {
    const { violations: found } = await axeOf(page).analyze();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };

  it('ux 9, 10, 12, 13: the legend is empty at first; a checked layer is counted and on top', async () => {
    await open('?lang=en');
    await tab(/Legend/);
    await page.getByText('No layers selected').first().waitFor();
    expect(await page.getByRole('tab', { name: /Legend/ }).textContent()).toBe('Legend');
    await tab(/Layers/);
    for (const name of ['Villages', 'Indigenous peoples'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    const heading = page.getByRole('button', { name: /^Local communities/ });
    expect(await heading.textContent()).toMatch(/2\/\d+/);
    await tab(/Legend/);
    expect(await legend()).toEqual(['Indigenous peoples', 'Villages']);
    await page.getByRole('tab', { name: 'Legend 2 active layers' }).waitFor();
  });

  it('ux 14: a layer moves by keyboard, by dragging and by buttons, and its place is announced', async () => {
    const grip = page.getByRole('button', { name: 'Move Villages', exact: true });
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    expect(await legend()).toEqual(['Villages', 'Indigenous peoples']);
    await announced('Villages is now layer 1 of 2.');
    expect(await grip.evaluate((element) => element === document.activeElement)).toBe(true);
    const [from, to] = [
      (await grip.boundingBox())!,
      (await page.locator('.legend-item').nth(1).boundingBox())!,
    ];
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + to.height * 0.75, { steps: 4 });
    await page.mouse.up();
    expect(await legend()).toEqual(['Indigenous peoples', 'Villages']);
    await tab(/Layers/);
    await row('villages').getByRole('button', { name: 'Settings for Villages' }).click();
    await page.getByRole('button', { name: 'Move Villages up' }).click();
    await announced('Villages is now layer 1 of 2.');
    await page.waitForFunction(() => location.hash.includes('layers=villages,'));
  });

  it('ux 15: the opacity goes from 0 to 100 %, and a group of symbols has none', async () => {
    const slider = row('villages').getByRole('slider', { name: 'Opacity of Villages' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await slider.getAttribute('aria-valuetext')).toBe('0%');
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toBe('100%');
    const labels = row('labels');
    await labels.getByRole('button', { name: /^Settings/ }).click();
    await labels.getByRole('button', { name: /^Remove/ }).waitFor();
    expect(await labels.getByRole('slider').count()).toBe(0);
  });

  it('ux 16, 17, 54: hiding keeps a layer; removing all leaves borders and names, and can be undone', async () => {
    await tab(/Legend/);
    await page.getByRole('button', { name: 'Hide Villages' }).click();
    expect(await legend()).toContain('Villages');
    await page.waitForFunction(() => location.hash.includes('!villages'));
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('No layers selected').first().waitFor();
    await page.waitForFunction(
      () => /layers=[^&]*labels/.test(location.hash) || location.hash === '',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await legend()).toEqual(['Villages', 'Indigenous peoples']);
  });

  it('ux 11: the filter finds words of both languages, without accents, and marks them', async () => {
    await tab(/Layers/);
    const filter = page.getByRole('searchbox', { name: 'Filter layers' });
    await filter.fill('foncier');
    expect(await row('tenure').locator('mark').allTextContents()).toEqual(['Foncier']);
    await filter.fill('etablissements');
    expect(await row('education').locator('mark').allTextContents()).toEqual(['Établissements']);
    await filter.fill('VILL');
    expect(await row('villages').locator('mark').allTextContents()).toEqual(['Vill']);
    await filter.fill('');
  });

  it('ux 19: every locked layer has its symbol, its information and the way to get access', async () => {
    const locked = page.locator('.row-locked');
    const count = await locked.count();
    expect(count).toBeGreaterThan(2);
    for (const part of [
      'svg.swatch',
      'button[aria-label^="About"]',
      'button[aria-label^="How to get access"]',
    ])
      expect(await locked.locator(part).count()).toBe(count);
    await row('tenure')
      .getByRole('button', { name: /^How to get access/ })
      .click();
    await row('tenure')
      .getByText(/access level “Trusted users”/)
      .waitFor();
    await row('tenure')
      .getByRole('button', { name: /^About/ })
      .click();
    const panel = page.getByRole('region', { name: 'Community land tenure' });
    await panel.getByText('Participatory mapping with the communities').waitFor();
    const facts = await panel.locator('dt').allTextContents();
    expect(facts).toEqual(['Coverage', 'Provider']);
    await page.keyboard.press('Escape');
  });

  it('ux 23, 26, 27: codes of countries, the information of a layer, and its caution in the legend', async () => {
    await open('?lang=en#8/4.9/10.3&layers=villages');
    const chips = await page.locator('.chip > [aria-hidden]').allTextContents();
    expect(chips.length).toBeGreaterThan(0);
    for (const chip of chips) expect(chip).toMatch(/^(?:[A-Z]{2}( [A-Z]{2})?|[3-5] countries)$/);
    expect(await row('villages').locator('.chip').count()).toBe(0);
    await tab(/Legend/);
    await page.getByText('Absence of data does not mean absence of communities.').waitFor();
    // Once for all layers, above their list.
    await open('?project=nguti&lang=en');
    await tab(/Legend/);
    const sentence = page.getByText('Absence of data does not mean absence of communities.');
    expect(await sentence.count()).toBe(1);
    expect(await page.locator('.legend').getByText('Absence of data').count()).toBe(0);
    await open('?lang=en#8/4.9/10.3&layers=villages');
    await tab(/Legend/);
    await page.getByRole('button', { name: 'About Villages' }).click();
    const terms = page.getByRole('region', { name: 'Villages' }).locator('dt');
    await terms.first().waitFor();
    const facts = await terms.allTextContents();
    expect(facts).toEqual(expect.arrayContaining(['Provider', 'Date of the data', 'Citation']));
    // Restricted data have terms in place of a licence.
    expect(facts).not.toContain('Licence');
    await page.getByText('Terms for restricted community data').waitFor();
    await page.keyboard.press('Escape');
  });

  it('ux 28: the credits are one line with a count, list everything, and name the relief while it is shown', async () => {
    const credits = page.locator('.credits');
    expect((await credits.locator('summary').boundingBox())!.height).toBeLessThan(30);
    expect(await credits.locator('summary').textContent()).toMatch(/\d+ more sources?/);
    await credits.locator('summary').click();
    const before = await credits.locator('li').allTextContents();
    expect(before).toContain('Participatory mapping with the communities');
    await page.getByRole('switch', { name: /^Relief/ }).check();
    await expect.poll(() => credits.locator('li').count()).toBeGreaterThan(before.length);
    await page.getByRole('switch', { name: /^Relief/ }).uncheck();
    await credits.locator('summary').click();
  });

  it('ux 24, 30: a mouse over an object shows its name and marks its row', async () => {
    await page.mouse.move(0, 0);
    await waitForMap(page);
    const canvas = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
    const label = page.locator('.hover-label');
    for (let x = 0; x < 40 && (await label.count()) === 0; x += 1)
      await page.mouse.move(canvas.x + 100 + x * 20, canvas.y + 300 + (x % 5) * 23);
    await label.waitFor();
    expect(await label.textContent()).toMatch(/Villages$/);
    expect(await page.locator('.row-pointed h2').allTextContents()).toEqual(['Villages']);
    await page.mouse.move(10, 700);
    await label.waitFor({ state: 'detached' });
  });

  it('lists the objects in view; Enter selects one and moves the map to it', async () => {
    await page.getByRole('button', { name: 'What’s on screen' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /objects in view$/ })
      .waitFor();
    const list = page.locator('.objects li button');
    expect(await list.count()).toBe(50);
    await page.getByText(/more objects are in view/).waitFor();
    const before = page.url();
    const name = await list.nth(1).locator('.objects-title').textContent();
    await list.nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: name!, exact: true }).waitFor();
    await waitForMap(page);
    await expect.poll(() => page.url()).not.toBe(before);
    await page.keyboard.press('Escape');
    expect(await list.first().textContent()).toContain(name);
    await page.getByRole('button', { name: 'What’s on screen' }).click();
  });

  it('filters a layer by a range of dates, in words, in the address and after a reload', async () => {
    await tab(/Layers/);
    await row('villages').getByRole('button', { name: 'Settings for Villages' }).click();
    await row('villages').getByRole('button', { name: 'Filter Villages' }).click();
    const form = row('villages').locator('.filter-form');
    await form.getByLabel('Field').selectOption('surveyed');
    await form.getByLabel('From').fill('2024-01-01');
    await form.getByLabel('To').fill('2022-01-01');
    await form.getByRole('button', { name: 'Apply' }).click();
    const wrong = form.getByLabel('To');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    const message = page.locator(`[id="${await wrong.getAttribute('aria-describedby')}"]`);
    expect(await message.textContent()).toMatch(/must not be greater/);
    expect(await violations()).toEqual([]);
    await wrong.fill('');
    await form.getByRole('button', { name: 'Apply' }).click();
    await row('villages').getByText('from 1 January 2024').waitFor();
    await page.waitForFunction(() => location.hash.includes('villages*surveyed:2024-01-01..'));
    await open(page.url().slice(site.url.length + 1));
    await tab(/Legend/);
    await page.locator('.legend-item').getByText('from 1 January 2024').waitFor();
    await page.getByRole('button', { name: 'Clear the filter of Villages' }).click();
    await page.waitForFunction(() => !location.hash.includes('*'));
  });

  it('compares two maps with a divider that keys move, and ends without a trace', async () => {
    const maps = page.locator('canvas.maplibregl-canvas');
    await page.getByRole('button', { name: 'Compare two maps' }).click();
    const choice = page.getByLabel('On the right');
    await expect.poll(() => choice.inputValue()).toMatch(/^without\//);
    await choice.selectOption({ label: 'Dark' });
    await page.waitForFunction(() => location.hash.includes('compare=base:dark'));
    expect(await page.locator('.compare-side').allTextContents()).toEqual(['Default', 'Dark']);
    const divider = page.getByRole('slider', { name: 'Divider between the two maps' });
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await divider.getAttribute('aria-valuetext')).toBe('Left map: 52%');
    await page.keyboard.press('Home');
    expect(await divider.getAttribute('aria-valuetext')).toBe('Left map: 0%');
    await expect.poll(() => maps.count()).toBe(2);
    await page.getByRole('button', { name: 'What’s on screen' }).click();
    await page.locator('.objects li').first().waitFor();
    expect(await violations()).toEqual([]);
    await choice.selectOption({ label: 'Without Villages' });
    await page.getByRole('button', { name: 'End the comparison' }).click();
    await expect.poll(() => maps.count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('ux 18, 20: a layer out of zoom says so and has a button that zooms, another goes to its data', async () => {
    await open('?lang=en#3.2/-1/18&layers=logging-roads');
    await tab(/Legend/);
    const item = page.locator('[data-legend="logging-roads"]');
    await item.getByText(/Visible from zoom level/).waitFor();
    await item.getByRole('button', { name: 'Zoom in' }).click();
    await item.getByText(/Visible from zoom level/).waitFor({ state: 'detached' });
    await tab(/Layers/);
    await row('logging-roads')
      .getByRole('button', { name: /^Settings/ })
      .click();
    const before = page.url();
    await page.getByRole('button', { name: /^Go to Logging roads/ }).click();
    await expect.poll(() => page.url()).not.toBe(before);
  });

  it('ux 21, 22: a failed layer is marked in the legend and loads by itself when the device is online', async () => {
    await page.route(/\/tile\/protected-areas/, (route) => route.abort());
    await open('?lang=en#6/2/14&layers=protected-areas,villages');
    await tab(/Legend/);
    const item = page.locator('[data-legend="protected-areas"]');
    await item.getByText('The data could not be loaded.').waitFor();
    await item.getByRole('button', { name: 'Try again' }).waitFor();
    const others = await page.locator('[data-legend="villages"]').textContent();
    expect(others).not.toContain('could not be loaded');
    await page.unroute(/\/tile\/protected-areas/);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await item.getByText('The data could not be loaded.').waitFor({ state: 'detached' });
  });
});
