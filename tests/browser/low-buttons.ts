import type { Page } from '@playwright/test';

/** The least height of a button in px, and of a link that looks like one. */
const LEAST_PX = 40;

/** Returns the texts of the visible buttons that are lower. */
export function lowButtons(page: Page): Promise<string[]> {
  return page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('.button')]
        .filter((button) => button.checkVisibility() && button.offsetHeight < least)
        .map((button) => button.innerText),
    LEAST_PX,
  );
}
