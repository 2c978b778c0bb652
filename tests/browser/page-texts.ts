import type { Page } from '@playwright/test';

/** Returns every text of the page that people see or hear, and the title of the page. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style')) {
        // The words that a filter found are elements inside a text.
        const around = node.parentElement?.closest(':not(mark)');
        const whole = around?.querySelector(':scope > mark') ? around : node;
        texts.push(whole.textContent ?? '');
      }
    const spoken = [
      'aria-label',
      'aria-valuetext',
      'aria-description',
      'title',
      'alt',
      'placeholder',
    ];
    for (const element of document.querySelectorAll('*'))
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => text.trim() !== '');
  });
