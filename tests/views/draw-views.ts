import type { Browser, Page } from '@playwright/test';
import { openPage, waitForMap } from '../browser/open-browser.ts';
import { addressOf, WINDOWS, type View } from './views.ts';

/** Pages that draw at the same time: more wait for each other, because the drawing takes the CPU. */
const PAGES = 2;
/** Longest wait for a page in milliseconds, on a busy machine. */
export const PATIENCE = 180_000;

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

/** What a view is drawn with instead. */
export interface Changes {
  /** Groups below the data. */
  readonly ground?: readonly string[];
  /** Px of the picture for each px of the window. */
  readonly scale?: number;
  /** Changes the page before it is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Draws a view. Throws an error when the page reports one. */
export async function drawView(
  { url, browser }: Site,
  view: View,
  { ground, scale = 1, prepare }: Changes = {},
): Promise<Buffer> {
  const { page, problems } = await openPage(browser, {
    drawn: true,
    viewport: WINDOWS[view.window],
    deviceScaleFactor: scale,
    ...(view.level === undefined ? {} : { level: view.level }),
  });
  page.setDefaultTimeout(PATIENCE);
  try {
    await prepare?.(page);
    await page.goto(`${url}${addressOf(view, ground)}`);
    await waitForMap(page);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return await page.screenshot();
  } catch (cause) {
    throw new Error(`The view ${view.name} was not drawn.`, { cause });
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
