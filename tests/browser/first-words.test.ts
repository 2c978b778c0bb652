import type { Page } from '@playwright/test';
import type { BundleIndex } from 'atlas-engine/runtime';
import { FIRST_WORDS, WORD_NAMES } from 'atlas-engine';
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

/** Words that depend on the speed of the machine, or on the size of the credits. */
const PASSING = ['group.loading', 'map.more-sources', 'map.sources', 'map.waiting'];

/** Replaces every word of the interface in a page by its own name in marks. */
function named(page: string): string {
  return page.replace(
    /(<script[^>]*id="atlas-index"[^>]*>)([\s\S]*?)(<\/script>)/,
    (_, before: string, json: string, after: string) => {
      const index = JSON.parse(json) as BundleIndex;
      const words = Object.entries(index.words).map(([name, word]) => [
        name,
        typeof word === 'string'
          ? `⟦${name}⟧`
          : Object.fromEntries(Object.keys(word).map((form) => [form, `⟦${name}⟧`])),
      ]);
      const text = JSON.stringify({ ...index, words: Object.fromEntries(words) as object });
      return `${before}${text.replaceAll('<', String.raw`\u003c`)}${after}`;
    },
  );
}

/** Runs in the page: returns the names of the words that are visible, or that are read aloud. */
function namesInSight(): string[] {
  const texts: (string | null)[] = [document.title];
  for (const element of document.body.querySelectorAll('*:not(script)')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent);
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description'])
      texts.push(element.getAttribute(name));
  }
  return texts.flatMap((text) => [...(text ?? '').matchAll(/⟦([^⟧]+)⟧/g)].map(([, name]) => name!));
}

describe('the words that every visitor sees', () => {
  const site = useShipped();

  it('are those of the first views of the shipped atlas, on a desktop and a phone', async () => {
    const seen = new Set<string>();
    const look = async (page: Page): Promise<void> => {
      for (const name of await page.evaluate(namesInSight)) seen.add(name);
    };
    const open = async (viewport: { width: number; height: number }): Promise<Page> => {
      const { page } = await openPage(site.browser, { viewport, firstVisit: true });
      await page.route(/\/\?lang=en$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: named(await response.text()) });
      });
      await page.goto(`${site.url}/?lang=en`);
      await waitForMap(page);
      await look(page);
      // A phone shows a card first.
      const read = page.getByRole('button', { name: '⟦welcome.read⟧' });
      const close = page.getByRole('button', { name: '⟦welcome.close⟧' });
      await read.or(close).waitFor();
      await look(page);
      if (await read.isVisible()) await read.click();
      await close.click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await look(page);
      return page;
    };
    const desktop = await open({ width: 1280, height: 800 });
    // The first layer of the list is a locked one or one that needs a closer view; take the next.
    await desktop.locator('.panel input[type=checkbox]').nth(1).click({ force: true });
    await desktop.getByRole('button', { name: '⟦layers.remove-all⟧' }).waitFor();
    await look(desktop);
    await desktop.getByRole('tab', { name: /tab\.legend/ }).click();
    await desktop.getByText('⟦layers.top-first⟧').waitFor();
    await look(desktop);
    const phone = await open({ width: 360, height: 740 });
    await phone.getByRole('button', { name: '⟦header.menu⟧' }).click();
    await phone.getByRole('button', { name: '⟦sheet.lower⟧' }).waitFor();
    await look(phone);
    const first = new Set<string>(FIRST_WORDS);
    expect([...seen].filter((name) => !first.has(name) && !PASSING.includes(name))).toEqual([]);
    expect([...first].filter((name) => !seen.has(name) && !PASSING.includes(name))).toEqual([]);
  }, 120_000);

  it('are about sixty, in the order of the file of words', () => {
    expect(FIRST_WORDS.length).toBeGreaterThan(50);
    expect(FIRST_WORDS.length).toBeLessThan(75);
    expect(WORD_NAMES.filter((name) => FIRST_WORDS.includes(name))).toEqual(FIRST_WORDS);
  });
});
