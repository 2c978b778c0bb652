import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

/** A place inside areas of both layers. */
const START = '/?lang=en#9/1.36/12.92&layers=logging,landscapes';

/** Most presses of Tab on the way to an element. */
const MOST_TABS = 90;

describe('ux 56: by keyboard alone, a visitor', () => {
  const site = useShipped();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openPage(site.browser));
    await page.goto(`${site.url}${START}`);
    await waitForMap(page);
  });

  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const type = (text: string): Promise<void> => page.keyboard.type(text);

  /** Continues from the start of the page, as after loading it. */
  const fromStart = (): Promise<void> =>
    page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });

  /** Follows the first link of the page. */
  const fromMap = async (): Promise<void> => {
    await fromStart();
    await press('Tab');
    await press('Enter');
  };

  /** Presses Tab until an element with this name has the focus. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    const passed: string[] = [];
    for (let i = 0; i < MOST_TABS; i++) {
      await press('Tab');
      const focus = await focused(page);
      if (typeof name === 'string' ? focus === name : name.test(focus)) return;
      passed.push(focus);
    }
    throw new Error(`Tab does not reach ${String(name)}. It passes ${passed.join(' | ')}.`);
  };

  it('ux 47: follows the links to the map and to the layers', async () => {
    await fromStart();
    await tabTo('Skip to the map');
    await press('Enter');
    expect(await focused(page)).toBe('Map');
    await fromStart();
    await tabTo('Skip to the layers');
    await press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-content');
  });

  it('finds a layer and switches it on', async () => {
    await fromStart();
    await tabTo('Filter layers');
    await type('mining');
    await tabTo(/^Mining/);
    await press('Space');
    await expect.poll(() => layersOf(page)).toEqual(['mining', 'logging', 'landscapes']);
    await fromStart();
    await tabTo('Filter layers');
    await press('Escape');
    expect(await page.locator('.filter input').inputValue()).toBe('');
  });

  it('moves a layer down and keeps the focus on the button', async () => {
    await fromStart();
    await tabTo(/^Settings for Logging/);
    await press('Enter');
    await tabTo(/^Move Logging.* down$/);
    await press('Enter');
    await expect.poll(() => layersOf(page)).toEqual(['mining', 'landscapes', 'logging']);
    expect(await focused(page)).toMatch(/^Move Logging.* down$/);
  });

  it('changes the opacity of a layer', async () => {
    await fromStart();
    await tabTo(/^Opacity of Logging/);
    await press('ArrowLeft');
    await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/logging~\d+/);
  });

  it('reads about a layer, and returns to its button with Escape', async () => {
    await fromStart();
    await tabTo(/^About Logging/);
    await press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Logging/);
    await tabTo('Close');
    await press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^About Logging/);
  });

  it('reads about the objects in the middle of the map, and returns to the map', async () => {
    await fromStart();
    await press('m');
    await press('Enter');
    await page.locator('.side-panel h2:focus').waitFor();
    await tabTo('Next object');
    await press('Enter');
    await page.getByText(/^2 of [2-9] objects here$/).waitFor();
    await press('Escape');
    await expect.poll(() => focused(page)).toBe('Map');
  });

  it('ux 35: closes a panel with its button and with back, and returns to where it was', async () => {
    await fromStart();
    await tabTo(/^About Logging/);
    await press('Enter');
    // The panel takes the focus when its code has loaded.
    await page.locator('.side-panel h2:focus').waitFor();
    await tabTo('Close');
    await press('Enter');
    await page.locator('.side-panel').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^About Logging/);
    await press('Enter');
    await page.locator('.side-panel h2:focus').waitFor();
    await page.evaluate(() => history.back());
    await page.locator('.side-panel').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^About Logging/);
  });

  it('changes the base map', async () => {
    await fromMap();
    await tabTo('Default');
    await press('ArrowRight');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('base=');
    await press('ArrowLeft');
  });

  it('shares the view, and returns to the button', async () => {
    await fromMap();
    await tabTo('Share or print');
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Copy the link');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Share or print');
  });

  it('opens a project and leaves it', async () => {
    await fromStart();
    await tabTo(/^Project/);
    await press('Enter');
    await tabTo(/Nguti/);
    await press('Enter');
    await page.locator('#story-title').waitFor();
    await page.waitForFunction(() => location.search.includes('project=nguti'));
    await fromStart();
    await tabTo('Whole region');
    await press('Enter');
    await page.locator('#story-title').waitFor({ state: 'detached' });
  });

  it('changes the language, and stays on its button', async () => {
    await fromStart();
    await tabTo('français');
    await press('Enter');
    await page.waitForSelector('html[lang="fr"]');
    expect(await focused(page)).toBe('français');
    await page.keyboard.press('Shift+Tab');
    await press('Enter');
    await page.waitForSelector('html[lang="en"]');
  });

  it('ux 47: reads the list of keys, and switches the single keys off', async () => {
    await fromStart();
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await tabTo('Use shortcuts with a single key');
    await press('Space');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await fromStart();
    await press('?');
    await press('/');
    await page.waitForTimeout(100);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused(page)).not.toBe('Filter layers');
  });

  it('sees where the focus is at each step through the page', async () => {
    await fromStart();
    const hidden: string[] = [];
    for (let i = 0; i < MOST_TABS; i++) {
      await press('Tab');
      const problem = await page.evaluate(focusProblem);
      if (problem !== null) hidden.push(`${await focused(page)}: ${problem}`);
    }
    expect(hidden).toEqual([]);
  });
});

/** Returns the name of the element with the focus: its label, or its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    const name = element?.ariaLabel ?? label ?? element?.textContent ?? '';
    return name.replace(/\s+/g, ' ').trim().slice(0, 60);
  });
}

/** Returns the ids of the layers in the address, without labels and boundaries. */
async function layersOf(page: Page): Promise<string[]> {
  const layers = /layers=([^&]*)/.exec(await page.evaluate(() => location.hash))?.[1] ?? '';
  return layers.split(',').map((id) => id.replace(/~\d+$/, ''));
}

/** Runs in the page. Returns why the element with the focus cannot be seen; null if it can. */
function focusProblem(): string | null {
  const element = document.activeElement;
  // Between the last and the first element, the focus is in the bars of the browser.
  if (!element || element === document.body) return null;
  const marked = element.matches('input.sr-only') ? element.nextElementSibling! : element;
  const { left, top, right, bottom } = marked.getBoundingClientRect();
  if (right - left < 8 || bottom - top < 8) return 'it is too small';
  if (right < 8 || bottom < 8 || left > innerWidth - 8 || top > innerHeight - 8)
    return 'it is outside of the window';
  if (getComputedStyle(marked).outlineStyle === 'none') return 'it has no outline';
  return null;
}
