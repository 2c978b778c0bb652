import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { NIGHTLY } from '../size.ts';
import { findChromium } from './find-chromium.ts';

/**
 * Options of Chromium: software rendering, no background requests, and the same colours on every
 * machine. Only WebGL uses SwiftShader, because pages are painted and composited faster without it.
 */
const ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
];

/**
 * Scripts are not optimised while they run. A page of a test ends before that pays: to open the map
 * takes 3.6 s of processor time with it and 2.9 s without. The nightly run tests what visitors get.
 */
const SCRIPTS = NIGHTLY ? [] : ['--js-flags=--no-maglev --no-opt'];

/** A warning of Chromium itself, which reads each picture of WebGL back to composite the page. */
const READS_BACK = 'GPU stall due to ReadPixels';

/** Default timeout in milliseconds; software rendering takes up to 300 ms per frame. */
const PATIENCE = 45_000;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...ARGS, ...SCRIPTS] });
}

/**
 * The pixel at which a desktop page shows the centre of its view: the middle of the area beside the
 * panel.
 */
export const MIDDLE = { x: 820, y: 400 } as const;

/** A page with the errors it reported: in scripts, in the console and over the network. */
export interface WatchedPage {
  readonly page: Page;
  readonly problems: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** The level of the visitor, which the server reads in tests only. */
  readonly level?: string;
  /** Whether the welcome notice is open. */
  readonly firstVisit?: boolean;
  /**
   * Whether the map draws pixels. Without them, a page takes half of the processor time; the map
   * still loads tiles, places names and finds objects. The nightly run always draws.
   */
  readonly drawn?: boolean;
}

/** Opens a page of 1280x800 px without animations. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const { level, firstVisit = false, drawn = NIGHTLY, ...context } = options;
  const opened = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(level === undefined ? {} : { extraHTTPHeaders: { 'x-atlas-level': level } }),
    ...context,
  });
  if (!firstVisit) await opened.addInitScript(dismissWelcome);
  if (!drawn) await opened.addInitScript(drawNothing);
  opened.setDefaultTimeout(PATIENCE);
  const page = await opened.newPage();
  if (!drawn)
    page.screenshot = () =>
      Promise.reject(new Error('The map has no pixels. Open the page with `drawn: true`.'));
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes(READS_BACK)) return;
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  return { page, problems };
}

/**
 * Waits until the page fetches nothing, has its fonts, and the map has drawn everything. Without
 * `fonts`, the fonts may be missing.
 */
export async function waitForMap(page: Page, { fonts = true } = {}): Promise<void> {
  do {
    await page.waitForFunction(isAtRest, fonts);
    // What follows from a click, such as a request, begins in the next frames.
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  } while (!(await page.evaluate(isAtRest, fonts)));
}

/** Runs in the page. */
function isAtRest(withFonts: boolean): boolean {
  // The map begins before the application, which then takes it over.
  const map = document.querySelector('.map-area .map');
  // The fonts load after the first view of the map.
  const hasAll = [...document.fonts].some(({ family }) => family.includes('Noto Serif'));
  const rests = map?.ariaBusy === 'false' && !document.querySelector('.progress');
  return rests && (!withFonts || (hasAll && document.fonts.status === 'loaded'));
}

/**
 * Runs in every document before its scripts: an earlier visit dismissed the welcome notice.
 * Documents without an origin, such as `about:blank`, have no storage.
 */
function dismissWelcome(): void {
  if (window.origin === 'null') return;
  const settings = { version: 2, locale: null, dismissed: { welcome: 1000, hello: 1000 } };
  localStorage.setItem('atlas', localStorage.getItem('atlas') ?? JSON.stringify(settings));
}

/** Runs in every document before its scripts: the map computes everything, but draws no pixels. */
function drawNothing(): void {
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext])
    Object.assign(prototype, {
      drawElements: () => undefined,
      drawArrays: () => undefined,
      clear: () => undefined,
    });
  Object.assign(WebGL2RenderingContext.prototype, {
    drawElementsInstanced: () => undefined,
    drawArraysInstanced: () => undefined,
    drawRangeElements: () => undefined,
  });
}
