import type { CDPSession, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { openSlowLine, REMOTE_AREA } from './slow-line.ts';
import { useShipped } from './use-shipped.ts';

/** Caps in bytes, Brotli and headers included, with a margin of about 5 % over the present sizes. */
const ENTRY_BYTES = 105_000;
const FIRST_MAP_BYTES = 505_000;
const OUTLINE_BYTES = 22_000;

/** Largest number of requests until the map has drawn its first view. */
const REQUESTS = 24;

/** Time until the outline can be read over the line of a remote area, in milliseconds. */
const OUTLINE_MS = 2_500;

/** Time in which the map is drawn over that line, in milliseconds, measured on an idle machine. */
const MAP_MS = 16_000;

/** A response that came over the network. */
interface Received {
  readonly url: string;
  readonly bytes: number;
}

/** Records the responses of a page. */
async function recordResponses(session: CDPSession): Promise<readonly Received[]> {
  const addresses = new Map<string, string>();
  const received: Received[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    addresses.set(requestId, request.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    // The browser's own cache sends nothing.
    if (bytes > 0) received.push({ url: addresses.get(requestId) ?? '', bytes });
  });
  await session.send('Network.enable');
  return received;
}

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.map')?.ariaBusy === 'false');
}

function sum(received: readonly Received[]): number {
  return received.reduce((all, { bytes }) => all + bytes, 0);
}

describe('the first load of the shipped atlas', () => {
  const site = useShipped();

  it('shows the map after at most 24 requests and 505 kB, of which the entry script has 105 kB', async () => {
    const { page, problems } = await openPage(site.browser);
    const received = await recordResponses(await page.context().newCDPSession(page));
    await page.goto(`${site.url}/?lang=en`);
    await untilDrawn(page);
    const first = [...received];
    expect(first.length).toBeGreaterThan(12);
    expect(first.length).toBeLessThanOrEqual(REQUESTS);
    expect(sum(first)).toBeLessThanOrEqual(FIRST_MAP_BYTES);
    const entry = first.filter(({ url }) => /\/assets\/index-[^/]+\.js$/.test(url));
    expect(entry).toHaveLength(1);
    expect(sum(entry)).toBeLessThanOrEqual(ENTRY_BYTES);
    // Pictures of the choosers, and the font of headings, which the map does not use.
    const later = /thumbnail|noto-serif-latin-600/;
    expect(first.filter(({ url }) => later.test(url))).toEqual([]);
    await waitForMap(page);
    await expect.poll(() => received.some(({ url }) => later.test(url))).toBe(true);
    expect(problems).toEqual([]);
  });

  it('shows the outline after the page and one style sheet of 22 kB together, two round trips', async () => {
    const answers = await Promise.all(
      ['/?lang=en', '/?lang=fr'].map((path) => fetch(`${site.url}${path}`)),
    );
    for (const answer of answers) {
      const html = await answer.text();
      const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)];
      expect(sheets).toHaveLength(1);
      // Modules wait for the page; other scripts would stop it.
      expect(html).not.toMatch(/<script(?![^>]*type="(?:module|application\/json)")/);
      const lengths = await Promise.all(
        [answer.url, `${site.url}${sheets[0]![1]!}`].map(async (url) => {
          const packed = await fetch(url, { headers: { 'accept-encoding': 'br' } });
          return Number(packed.headers.get('content-length'));
        }),
      );
      expect(Math.min(...lengths)).toBeGreaterThan(1_000);
      expect(lengths.reduce((all, length) => all + length)).toBeLessThanOrEqual(OUTLINE_BYTES);
    }
  });

  it('requests the archive of the base map while the code of the map loads, at 400 kbit/s', async () => {
    const line = await openSlowLine(site.url, REMOTE_AREA);
    const { page } = await openPage(site.browser);
    const received = await recordResponses(await page.context().newCDPSession(page));
    const opened = page.goto(`${line.url}/?lang=en`);
    await page.waitForFunction(() => document.querySelector('h1') !== null);
    // The outline can be read before any script has arrived.
    expect(received.filter(({ url }) => url.endsWith('.js'))).toEqual([]);
    await opened;
    await untilDrawn(page);
    const places = ['base.pmtiles', 'map-binding'].map((name) =>
      received.findIndex(({ url }) => url.includes(name)),
    );
    expect(places).not.toContain(-1);
    expect(places[0]).toBeLessThan(places[1]!);
    if (process.env['ATLAS_NIGHTLY'] === '1') {
      const [text, map] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        performance.now(),
      ]);
      expect(text).toBeLessThanOrEqual(OUTLINE_MS);
      expect(map).toBeLessThanOrEqual(MAP_MS);
    }
    await page.context().close();
    await line.stop();
  });
});
