import type { Browser } from '@playwright/test';
import { openPage, waitForMap } from '../browser/open-browser.ts';
import { addressOf, WINDOWS, type View } from './views.ts';

/** Pages that draw at the same time: more wait for each other, because the drawing takes the CPU. */
const PAGES = 3;

export interface DrawnView {
  readonly view: View;
  /** The whole window, as PNG. */
  readonly picture: Buffer;
}

/** Where the views are drawn: a server and a browser. */
interface Site {
  readonly url: string;
  readonly browser: Browser;
}

/** Draws a view. `path` replaces its address. Throws an error with what the page reported. */
export async function drawView(
  { url, browser }: Site,
  view: View,
  path = addressOf(view),
): Promise<Buffer> {
  const { page, problems } = await openPage(browser, {
    viewport: WINDOWS[view.window],
    ...(view.level === undefined ? {} : { level: view.level }),
  });
  try {
    await page.goto(`${url}${path}`);
    await waitForMap(page);
    if (problems.length > 0) throw new Error(`${view.name}: ${problems.join('\n')}`);
    return await page.screenshot();
  } finally {
    await page.context().close();
  }
}

/** Draws views, several at a time, and passes on each as soon as it is drawn. */
export async function drawViews(
  site: Site,
  views: readonly View[],
  take: (drawn: DrawnView) => Promise<void>,
): Promise<void> {
  const waiting = [...views];
  const work = async (): Promise<void> => {
    for (let view = waiting.shift(); view; view = waiting.shift())
      await take({ view, picture: await drawView(site, view) });
  };
  await Promise.all(Array.from({ length: PAGES }, work));
}
