import type { Page } from '@playwright/test';

/**
 * Returns every text of the page that people see or hear, and the title of the page, without values
 * whose element says that they are in another language.
 */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const isForeign = (element: Element | null): boolean =>
      element?.closest('dd [lang], dd[lang]')?.getAttribute('lang') !== undefined &&
      element?.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style') && !isForeign(node.parentElement)) {
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
