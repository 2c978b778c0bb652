import type { Browser, CDPSession, Page } from '@playwright/test';
import type { BenchSite, PageKind, Traffic } from './bench-site.ts';
import { mainThread, type MainThread } from './main-thread.ts';

/** The cost of loading a page until it rests. Times in milliseconds. */
export interface LoadCost extends MainThread, Traffic {
  /** CPU time of the process that draws. */
  readonly graphics: number;
  /** Time until the first text or picture is painted. */
  readonly text: number;
  /** Time until the map draws for the first time, and for the last time. */
  readonly frame: number;
  readonly idle: number;
  /** Number of frames of the map. */
  readonly frames: number;
}

type Draws = Pick<LoadCost, 'frame' | 'idle' | 'frames'>;

/** Time without frame or request after which a page rests, in milliseconds. */
const REST_MS = 1_500;

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Opens an address in a new context of the browser and measures it until the page rests. */
export async function measureLoad(
  browser: Browser,
  site: BenchSite,
  kind: PageKind,
): Promise<LoadCost> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  });
  await context.addInitScript(watchDraws);
  await context.addInitScript(dismissWelcome);
  const page = await context.newPage();
  let last = Date.now();
  page.on('requestfinished', () => void (last = Date.now()));
  page.on('request', () => void (last = Date.now()));
  const whole = await browser.newBrowserCDPSession();
  const before = await graphicsTime(whole);
  await browser.startTracing(page, { categories: CATEGORIES });
  const start = Date.now();
  await page.goto(site.url + site.pathOf(kind), { waitUntil: 'commit' });
  await untilRest(page, () => last).catch((error: unknown) => {
    throw new Error(`The page \`${kind}\` was not measured.`, { cause: error });
  });
  const trace = await browser.stopTracing();
  const graphics = (await graphicsTime(whole)) - before;
  const draws = await page.evaluate(readDraws);
  const opened = await page.evaluate(() => performance.timeOrigin);
  const text = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  );
  // What follows the last frame of the map is not needed for the first view.
  const traffic = site.traffic(start, opened + draws.idle);
  await context.close();
  return { ...traffic, ...mainThread(trace), graphics, text, ...draws };
}

/** Waits until the map has drawn, and neither a frame nor a request followed for a while. */
async function untilRest(page: Page, lastRequest: () => number): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    await page.waitForTimeout(250);
    const { frames, idle } = await page.evaluate(readDraws);
    const since = await page.evaluate(() => performance.now());
    const quiet = Math.min(since - idle, Date.now() - lastRequest());
    if (frames > 1 && quiet > REST_MS) return;
  }
  throw new Error('The page did not rest within 90 s.');
}

/** Returns the CPU time of the process that draws, in milliseconds. */
async function graphicsTime(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return 1000 * (processInfo.find(({ type }) => type === 'GPU')?.cpuTime ?? NaN);
}

/** Runs in the page before its scripts: records when the map draws. */
function watchDraws(): void {
  const draws = { frame: 0, idle: 0, frames: 0 };
  Object.assign(window, { draws });
  let latest = -1;
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...parts) {
    const now = performance.now();
    draws.frame ||= now;
    draws.idle = now;
    const current = Number(document.timeline.currentTime);
    if (current !== latest) draws.frames += 1;
    latest = current;
    drawElements.apply(this, parts);
  };
}

/** Runs in the page. */
function readDraws(): Draws {
  return (window as unknown as { draws?: Draws }).draws ?? { frame: 0, idle: 0, frames: 0 };
}

/** Runs in the page before its scripts: an earlier visit closed the welcome notice. */
function dismissWelcome(): void {
  if (window.origin === 'null') return;
  const settings = { version: 2, locale: null, dismissed: { welcome: 1000 } };
  localStorage.setItem('atlas', JSON.stringify(settings));
}
