/** Takes over 30 s: one test waits until the page gives up a service that never answers. */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHarbours, plainTile, type Harbours } from '../contract/services/harbours.ts';
import {
  silence,
  startMockServer,
  text,
  type Handler,
  type MockServer,
} from '../contract/services/mock-server.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { pixelAt } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { sample } from '../size.ts';

const OUTSIDE = '#3A6B35';
const BUILT_IN = '#D9C79E';
const STREETS = '#EADCF4';
const PLAIN = '#CFE3EE';

/** The position of a pixel of the map that shows only the background. */
const GROUND = { x: 820, y: 250 } as const;

const png = plainTile(OUTSIDE);
/** Allows pages of other origins, as tile providers do. */
const open =
  (handler: Handler): Handler =>
  (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    handler(request, response);
  };
const tiles = open((_request, response) => {
  response.setHeader('content-type', 'image/png');
  response.end(png);
});
const style = (host: string): object => ({
  version: 8,
  sources: { roads: { type: 'raster', tiles: [`${host}/{z}/{x}/{y}.png`], tileSize: 256 } },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': STREETS } },
    { id: 'roads', type: 'raster', source: 'roads', paint: { 'raster-opacity': 0 } },
  ],
});

describe('base maps of outside services', () => {
  let harbours: Harbours;
  let pictures: MockServer;
  let streets: MockServer;
  let roads: MockServer;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    harbours = makeHarbours();
    [pictures, streets, roads] = await Promise.all([
      startMockServer(),
      startMockServer(),
      startMockServer(),
    ]);
    [atlas, browser] = await Promise.all([
      serveAtlas({
        ...harbours,
        env: {
          HARBOURS_PICTURES_URL: pictures.url,
          HARBOURS_STREETS_URL: `${streets.url} ${roads.url}`,
        },
      }),
      sharedBrowser(),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await Promise.all([atlas.stop(), pictures.close(), streets.close(), roads.close()]);
    harbours.remove();
  });

  const show = async (base: string, layers = ''): Promise<Page> => {
    const { page } = await openPage(browser, { drawn: true });
    await page.goto(`${atlas.url}/?lang=en#3/0/-30&base=${base}&layers=${layers}`);
    return page;
  };
  const ground = async (page: Page): Promise<string> =>
    pixelAt(await page.screenshot(), GROUND.x, GROUND.y);
  const rests = async (page: Page): Promise<void> => {
    await waitForMap(page);
    await page.waitForFunction(() => document.querySelector('.progress') === null);
  };

  it('are drawn, and the policy of the page names only their hosts', async () => {
    pictures.answer(tiles);
    const page = await show('photo');
    await rests(page);
    expect(await ground(page)).toBe(OUTSIDE);
    expect(await page.locator('.notice').count()).toBe(0);
    const { headers } = await fetch(`${atlas.url}/`);
    const hosts = [pictures, streets, roads]
      .map(({ url }) => url)
      .sort()
      .join(' ');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain(`connect-src 'self' ${hosts};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${hosts};`);
    await page.context().close();
  });

  const tileFaults: readonly [string, Handler][] = [
    ['fail', open(text('', 500))],
    ['are not there', open(text('', 404))],
    ['are pages', open(text('<p>Log in</p>'))],
    ['may not be read by other pages', withoutCors(png)],
  ];
  it.each(sample(tileFaults, 4))(
    'are replaced by the built-in ones when their tiles %s (one of four; nightly all)',
    async (_what, handler) => {
      pictures.answer(handler);
      const page = await show('photo');
      await page.getByText('An external service for the base map is not responding.').waitFor();
      await rests(page);
      expect(await ground(page)).toBe(BUILT_IN);
      // The visitor can request the outside tiles again.
      pictures.answer(tiles);
      await page.getByRole('button', { name: 'Try again' }).click();
      await rests(page);
      expect(await ground(page)).toBe(OUTSIDE);
      expect(await page.locator('.notice').count()).toBe(0);
      await page.context().close();
    },
  );

  it('are replaced when the service does not respond, and loading ends', async () => {
    pictures.answer(silence);
    const page = await show('photo');
    await page.getByText('An external service for the base map is not responding.').waitFor();
    await page.waitForFunction(() => document.querySelector('.progress') === null);
    await rests(page);
    expect(await ground(page)).toBe(BUILT_IN);
    await page.context().close();
  }, 120_000);

  it('can be a complete hosted style', async () => {
    streets.answer(open(text(JSON.stringify(style(roads.url)), 200, 'application/json')));
    roads.answer(tiles);
    const page = await show('streets');
    await rests(page);
    expect(await ground(page)).toBe(STREETS);
    expect(roads.asked.length).toBeGreaterThan(0);
    expect(await page.locator('.notice').count()).toBe(0);
    await page.context().close();
  });

  const documentFaults: readonly [string, Handler][] = [
    ['document fails', open(text('', 500))],
    ['document is a page', open(text('<p>Log in</p>'))],
  ];
  it.each(sample(documentFaults, 2))(
    'are replaced by another when their %s (one of two; nightly both)',
    async (_what, handler) => {
      streets.answer(handler);
      const page = await show('streets');
      await page
        .getByText('The base map “Streets” could not be loaded. “Plain” is shown')
        .waitFor();
      await rests(page);
      expect(await ground(page)).toBe(PLAIN);
      await page.context().close();
    },
  );

  it('are replaced by another when the tiles of a hosted style fail', async () => {
    streets.answer(open(text(JSON.stringify(style(roads.url)), 200, 'application/json')));
    roads.answer(open(text('', 503)));
    const page = await show('streets');
    await page.getByText('The base map “Streets” could not be loaded. “Plain” is shown').waitFor();
    await rests(page);
    expect(await ground(page)).toBe(PLAIN);
    await page.context().close();
  });

  it('do not affect the tiles of an archive', async () => {
    const page = await show('plain', 'piers');
    await rests(page);
    const shot = await page.screenshot();
    const { x, y } = { x: 820, y: 400 };
    expect(await pixelAt(shot, x, y)).toBe('#7A1F5C');
    await page.mouse.click(x, y);
    await page.getByRole('heading', { name: 'Long pier' }).waitFor();
    await page.context().close();
  });
});

function withoutCors(body: Buffer): Handler {
  return (_request, response) => {
    response.setHeader('content-type', 'image/png');
    response.end(body);
  };
}
