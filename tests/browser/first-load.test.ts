import { brotliCompressSync } from 'node:zlib';
import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { countUntilQuiet } from './count-until-quiet.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { openSlowLine, REMOTE_AREA } from './slow-line.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY } from '../size.ts';

/** Caps in bytes, Brotli and headers included, with a margin of 1 to 5 % over the present sizes. */
const ENTRY_BYTES = 98_500;
const FIRST_MAP_BYTES = 494_500;
const PAGE_BYTES = 35_000;

/** Cap in bytes on what the page needs to be seen: its head, its styles and its elements. */
const SEEN_BYTES = 18_000;

/** Largest number of requests until the map has drawn its first view. */
const REQUESTS = 17;

/** Caps until the page sends and draws nothing for 1 s, on a desktop and on a phone. */
const UNTIL_QUIET = {
  desktop: { requests: 22, bytes: 521_000, elements: 820, messages: 24 },
  phone: { requests: 19, bytes: 500_000, elements: 150, messages: 14 },
} as const;

const SCREENS: Readonly<Record<keyof typeof UNTIL_QUIET, BrowserContextOptions>> = {
  desktop: {},
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

/** Time until the page can be read over the line of a remote area, in milliseconds. */
const PAGE_MS = 2_500;

/** Time in which the map is drawn over that line, in milliseconds, measured on an idle machine. */
const MAP_MS = 16_000;

/** A response that came over the network. Times in milliseconds since 1970. */
interface Received {
  readonly url: string;
  readonly bytes: number;
  readonly start: number;
  readonly end: number;
}

/** Records the responses of a page. */
async function recordResponses(session: CDPSession): Promise<readonly Received[]> {
  const started = new Map<string, { url: string; start: number; clock: number }>();
  const received: Received[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, ...times }) => {
    started.set(requestId, { url, start: times.wallTime * 1000, clock: times.timestamp });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes, timestamp }) => {
    const { url, start, clock } = started.get(requestId)!;
    // The browser's own cache sends nothing.
    if (bytes > 0) received.push({ url, bytes, start, end: start + (timestamp - clock) * 1000 });
  });
  await session.send('Network.enable');
  return received;
}

/** The page at the time when the map creates its drawing context. */
interface Created {
  readonly parent: string | null;
  readonly visibleSize: string;
  readonly canvas: HTMLCanvasElement;
}

/** Runs in the page before its scripts: records what there is when the map is created. */
function watchCreation(): void {
  const { prototype } = HTMLCanvasElement;
  const getContext = prototype.getContext as (...all: unknown[]) => unknown;
  const created: Created[] = [];
  Object.assign(window, { created });
  Object.assign(prototype, {
    getContext(this: HTMLCanvasElement, ...all: unknown[]): unknown {
      const map = this.closest('.map');
      if (all[0] === 'webgl2' && map) {
        const { x, y, width, height } = map.getBoundingClientRect();
        created.push({
          parent: map.parentElement?.tagName ?? null,
          visibleSize: [x, y, width, height].join(' '),
          canvas: this,
        });
      }
      return getContext.apply(this, all);
    },
  });
}

/** How long the page waits for the first frame of the map, in milliseconds (`app/main.tsx`). */
const PAGE_WAIT_MS = 500;

/**
 * Runs in the page before its scripts: lets the page wait twenty times as long for the map, which a
 * busy machine creates late.
 */
function lengthenWait(wait: number): void {
  const start = window.setTimeout;
  const longer = (action: () => void, ms?: number, ...given: unknown[]): number =>
    start(action, ms === wait ? 20 * wait : ms, ...given);
  Object.assign(window, { setTimeout: longer });
}

/** Runs in the page: compares the map of the page with the one that was created. */
function compareCreated(): Record<string, unknown> {
  const { created } = window as unknown as { created: readonly Created[] };
  const map = document.querySelector('.map-area .map')!;
  const { x, y, width, height } = map.getBoundingClientRect();
  return {
    maps: created.length,
    parent: created[0]?.parent,
    isKept: created[0]?.canvas === map.querySelector('canvas'),
    isSameSize: created[0]?.visibleSize === [x, y, width, height].join(' '),
    ofLibraries: Object.keys(map),
    isVisible: getComputedStyle(map).visibility,
  };
}

/** Waits until the map has drawn its first view, and returns that time. */
async function untilDrawn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(() => (window as unknown as { drawn?: number }).drawn);
  return (await drawn.jsonValue())!;
}

/** Runs in the page before its scripts: records when the map has drawn its first view. */
function watchMap(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.map')?.ariaBusy !== 'false') return;
    Object.assign(window, { drawn: Date.now() });
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, attributeFilter: ['aria-busy'] });
}

function sum(received: readonly Received[]): number {
  return received.reduce((all, { bytes }) => all + bytes, 0);
}

describe('the first load of the shipped atlas', () => {
  const site = useShipped();

  it('shows the map after at most 17 requests and 494.5 kB, of which the shell has 98.5 kB', async () => {
    const { page, problems } = await openPage(site.browser);
    await page.addInitScript(watchMap);
    const received = await recordResponses(await page.context().newCDPSession(page));
    await page.goto(`${site.url}/?lang=en`);
    const drawn = await untilDrawn(page);
    await waitForMap(page);
    const first = received.filter(({ start }) => start < drawn);
    expect(first.length).toBeGreaterThan(12);
    expect(first.length).toBeLessThanOrEqual(REQUESTS);
    expect(sum(first)).toBeLessThanOrEqual(FIRST_MAP_BYTES);
    const entry = first.filter(({ url }) => /\/assets\/(?:index|libraries)-[^/]+\.js$/.test(url));
    expect(entry).toHaveLength(2);
    expect(sum(entry)).toBeLessThanOrEqual(ENTRY_BYTES);
    // Pictures of the choosers, and the font of headings, which the map does not use.
    const later = /thumbnail|noto-serif-latin-600/;
    expect(first.filter(({ url }) => later.test(url))).toEqual([]);
    await expect.poll(() => received.some(({ url }) => later.test(url))).toBe(true);
    expect(problems).toEqual([]);
  });

  it.each(['desktop', 'phone'] as const)(
    'until it is quiet on a %s, keeps its caps on requests, bytes, elements and messages to workers, and links its programs early',
    async (screen) => {
      const { page, problems } = await openPage(site.browser, SCREENS[screen]);
      const work = await countUntilQuiet(page, `${site.url}/?lang=en`);
      const { requests, bytes, elements, messages } = UNTIL_QUIET[screen];
      expect(work.requests.length, work.requests.join('\n')).toBeLessThanOrEqual(requests);
      expect(work.bytes).toBeLessThanOrEqual(bytes);
      expect(work.elements).toBeLessThanOrEqual(elements);
      expect(work.messages).toBeLessThanOrEqual(messages);
      // The page takes the fonts of the map, before the names are placed.
      const fonts = work.requests.filter((path) => path.endsWith('.woff2'));
      expect(fonts.length).toBeGreaterThan(3);
      expect(new Set(fonts).size).toBe(fonts.length);
      expect(work.rests).toBe(1);
      // Archives are files of the configuration too; small pictures are in the bundle.
      const files = work.requests.filter((path) => path.startsWith('/atlas/files/'));
      expect(files.filter((path) => !path.endsWith('.pmtiles'))).toEqual([]);
      expect(work.pictures.length).toBeGreaterThan(0);
      expect(new Set(work.pictures).size).toBe(work.pictures.length);
      const { linked, used, linkedBefore } = work.programs;
      expect([linkedBefore, linked]).toEqual([used, used]);
      expect(used).toBeGreaterThan(5);
      // The tiles were counted.
      expect(work.messages).toBeGreaterThan(4);
      expect(work.bytes).toBeGreaterThan(FIRST_MAP_BYTES / 2);
      expect(problems).toEqual([]);
    },
  );

  it.each([
    { title: 'a desktop', screen: SCREENS.desktop, query: '' },
    { title: 'a narrow desktop', screen: { viewport: { width: 800, height: 700 } }, query: '' },
    { title: 'a phone', screen: SCREENS.phone, query: '' },
    { title: 'a desktop, embedded', screen: SCREENS.desktop, query: '&embed=1' },
  ])(
    'creates the map before the application draws the page, which takes it over, on $title',
    async ({ screen, query }) => {
      const { page, problems } = await openPage(site.browser, screen);
      await page.addInitScript(watchCreation);
      await page.addInitScript(lengthenWait, PAGE_WAIT_MS);
      await page.goto(`${site.url}/?lang=en${query}`);
      await waitForMap(page);
      // Under load, the page takes the map over after the map is drawn.
      await expect
        .poll(() => page.evaluate(compareCreated))
        .toEqual({
          maps: 1,
          parent: 'BODY',
          isKept: true,
          isSameSize: true,
          ofLibraries: [],
          isVisible: 'visible',
        });
      expect(problems).toEqual([]);
    },
  );

  it('loads the search and the places at a pointer, or when the map has not changed for 10 s', async () => {
    for (const turnTo of ['pointer', 'time'] as const) {
      const { page } = await openPage(site.browser);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.clock.install();
      await page.goto(`${site.url}/?lang=en`);
      await waitForMap(page);
      const search = (): readonly string[] =>
        asked.filter((path) => /\/(?:search|places)/.test(path));
      expect(search()).toEqual([]);
      if (turnTo === 'pointer') await page.getByRole('combobox').hover();
      else await page.clock.fastForward(10_500);
      await expect.poll(() => search()).toContain('/api/places');
      expect(search()).toHaveLength(4);
      expect(search().filter((path) => path === '/api/places')).toHaveLength(1);
      await page.context().close();
    }
  });

  it('shows the page after 18 kB of the 35 kB of its document, one round trip', async () => {
    for (const path of ['/?lang=en', '/?lang=fr']) {
      const answer = await fetch(`${site.url}${path}`, { headers: { 'accept-encoding': 'br' } });
      const length = Number(answer.headers.get('content-length'));
      expect(length).toBeGreaterThan(10_000);
      expect(length).toBeLessThanOrEqual(PAGE_BYTES);
      const html = await answer.text();
      const [seen, rest] = html.split('<noscript>') as [string, string];
      expect(seen).toContain('class="layer-list"');
      expect(brotliCompressSync(seen).length).toBeLessThanOrEqual(SEEN_BYTES);
      // No file delays the page: its styles are in it, and modules wait for its end.
      expect(seen).not.toMatch(/rel="stylesheet"|<script [^>]*src=/);
      expect(rest).toMatch(/<script type="module"/);
    }
  });

  it('requests the archive of the base map while the code of the map loads, at 400 kbit/s', async () => {
    const line = await openSlowLine(site.url, REMOTE_AREA);
    const { page } = await openPage(site.browser);
    await page.addInitScript(watchMap);
    const received = await recordResponses(await page.context().newCDPSession(page));
    const opened = page.goto(`${line.url}/?lang=en`);
    await page.waitForFunction(() => document.querySelector('h1') !== null);
    // The page can be read before any script has arrived.
    expect(received.filter(({ url }) => url.endsWith('.js'))).toEqual([]);
    await opened;
    await untilDrawn(page);
    const archive = received.find(({ url }) => url.includes('base.pmtiles'))!;
    const code = received.filter(({ url }) => /\/(?:map-binding|tile_cache)-/.test(url));
    expect(code).toHaveLength(2);
    expect(archive.start).toBeLessThan(Math.max(...code.map(({ end }) => end)));
    if (NIGHTLY) {
      const [text, map] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        performance.now(),
      ]);
      expect(text).toBeLessThanOrEqual(PAGE_MS);
      expect(map).toBeLessThanOrEqual(MAP_MS);
    }
    await page.context().close();
    await line.stop();
  });
});
