/**
 * Takes over 30 s: tests wait until the page gives up calls that never end, and until it repeats
 * them.
 */
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { waitForMap } from '../open-browser.ts';
import { pixelAt } from '../pixels.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import { useWeirs } from './use-weirs.ts';
import { WAYS } from './ways.ts';
import { LAYERS, REMARK, xOf, Y, type Layer } from './weirs.ts';
import { NIGHTLY, sample } from '../../size.ts';

const OFFLINE = /^(No connection to the atlas|Pas de connexion à l’atlas)/;

/** Time from the first failing call until every message is there and nothing turns, in ms. */
const QUIET_AFTER_MS = 30_000;

/** How long and how often the picture of the map is compared, in milliseconds. */
const POLL = { timeout: 50_000, interval: 300 };

/** Returns which layers are drawn. */
async function drawn(page: Page): Promise<readonly string[]> {
  // Playwright's own screenshot waits for all fonts.
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot');
  const shot = Buffer.from(data, 'base64');
  const ids = Object.entries(LAYERS).map(async ([id, { color, lng }]) =>
    (await pixelAt(shot, xOf(lng), Y)) === color ? id : null,
  );
  return (await Promise.all(ids)).filter((id) => id !== null);
}
const ALL = Object.keys(LAYERS);
const allBut = (...missing: Layer[]): string[] =>
  ALL.filter((id) => !missing.includes(id as Layer));

/** Returns the time of the first request for a path. */
const firstAsked = (proxy: FaultyProxy, wanted: RegExp): number =>
  proxy.asked.find(({ path }) => wanted.test(path))!.at;

const turning = (page: Page): Promise<number> => page.locator('.progress, .spin').count();
/** Records from now on whether anything turns. */
const recordTurning = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const look = (): void => {
      if (document.querySelector('.progress, .spin')) document.body.dataset['turned'] = '';
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
const turned = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'turned' in document.body.dataset);

/** The ways in which a search fails at once; daily, three of them. An empty list of results is valid. */
const QUICK_WAYS = (Object.keys(WAYS) as (keyof typeof WAYS)[])
  .filter((way) => way !== 'never answers' && way !== 'sends a byte per second')
  .filter((way) => NIGHTLY || /breaks|a page as 200|another/.test(way));
const notice = (page: Page, text: string | RegExp) => page.locator('.notice', { hasText: text });

const site = useWeirs();

/** Most of them wait, so they run together. */
describe.concurrent('D2: a call that fails', () => {
  const open = async (path: RegExp, way: keyof typeof WAYS): Promise<[Page, FaultyProxy]> => {
    const proxy = await site.proxy();
    proxy.spoil(path, WAYS[way]);
    return [await site.show(proxy), proxy];
  };

  const ways = [
    ['breaks the connection', 'gives a picture'],
    ['never answers', 'gives another document'],
  ] as const;
  it.each(sample(ways, 2))(
    'leaves the map as it was: fonts (%s), and the session, the events and another language (%s) (one of two; nightly both)',
    async (fonts, other) => {
      const proxy = await site.proxy();
      proxy.spoil(/\.woff2|session|events/, (response, forward) =>
        WAYS[proxy.asked.at(-1)!.path.endsWith('.woff2') ? fonts : other](response, forward),
      );
      const page = await site.show(proxy);
      await notice(page, 'could not check your access').waitFor();
      await waitForMap(page, { fonts: false });
      expect(await drawn(page)).toEqual(ALL);
      proxy.spoil(/\?lang=fr/, WAYS[other]);
      await page.locator('button[lang=fr]').click();
      await notice(page, 'The other language could not be loaded').waitFor();
      expect(await drawn(page)).toEqual(ALL);
      expect(await turning(page)).toBe(0);
      await page.context().close();
    },
  );

  it('says so in the panel of a feature, for its attributes and its photographs', async ({
    expect,
  }) => {
    const [page, proxy] = await open(/^\/api\/(features|photos)\//, 'gives another document');
    await waitForMap(page);
    await page.mouse.click(xOf(LAYERS.weirs.lng), Y);
    const failed = page.locator('.row-failed', { hasText: 'attributes could not be loaded' });
    await failed.waitFor();
    await page.getByText('The photographs could not be loaded.').waitFor();
    expect(await turning(page)).toBe(0);
    proxy.heal();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.getByText(REMARK).waitFor();
    await page.context().close();
  });

  it('says so on a page of text', async () => {
    const [page, proxy] = await open(
      /privacy-policy.*json|\/atlas\/page/,
      'gives another document',
    );
    await page.goto(`${proxy.url}/account/privacy-policy/en`);
    await page.getByText('This part of the atlas could not be loaded.').waitFor();
    proxy.heal();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing is stored.').waitFor();
    await page.context().close();
  });

  it.runIf(NIGHTLY)(
    `ends within 30 s when sources never answer or send a byte per second, and is repeated without a sign${NIGHTLY ? '' : ' (skipped: nightly only, because it takes a minute)'}`,
    async ({ expect }) => {
      const silent = await site.proxy();
      const slow = await site.proxy();
      const [unanswered, slowed] = [/locks|fords|part\.bank/, /piers|ground|icons/];
      silent.spoil(unanswered, WAYS['never answers']);
      slow.spoil(slowed, WAYS['sends a byte per second']);
      const [first, second] = await Promise.all([
        site.show(silent),
        site.show(slow, { lang: 'fr' }),
      ]);
      await Promise.all([
        notice(first, 'Could not be loaded: Locks, Fords, Fields.').waitFor(),
        notice(second, 'Jetées').waitFor(),
        notice(second, 'Le fond de carte n’a pas pu être chargé').waitFor(),
        notice(second, 'Certains symboles').waitFor(),
      ]);
      await Promise.all([first, second].map(recordTurning));
      const began = Math.min(firstAsked(silent, unanswered), firstAsked(slow, slowed));
      expect(Date.now() - began).toBeLessThan(QUIET_AFTER_MS);
      expect(await drawn(first)).toEqual(allBut('locks', 'fords', 'fields'));
      expect(await drawn(second)).toEqual(allBut('piers', 'mills'));
      for (const proxy of [silent, slow]) {
        const before = proxy.asked.length;
        await expect.poll(() => proxy.asked.length, POLL).toBeGreaterThan(before);
      }
      expect(await turned(first)).toBe(false);
      expect(await turned(second)).toBe(false);
      silent.heal();
      slow.heal();
      await first.getByRole('button', { name: 'Try again' }).first().click();
      await second.getByRole('button', { name: 'Réessayer' }).first().click();
      await expect.poll(() => drawn(first), POLL).toEqual(ALL);
      await expect.poll(() => drawn(second), POLL).toEqual(ALL);
      await first.context().close();
      await second.context().close();
    },
    120_000,
  );

  it('of the search says so, and the page finds layers itself', async ({ expect }) => {
    const proxy = await site.proxy();
    const page = await site.show(proxy);
    const box = page.getByRole('combobox');
    for (const way of QUICK_WAYS) {
      proxy.spoil(/^\/api\/search/, WAYS[way]);
      await box.fill(`lo`);
      await page.getByText('The server could not be reached').waitFor();
      expect(await page.getByRole('option').allTextContents(), way).toEqual(['Locks River']);
      proxy.heal();
      await box.fill('weirs');
      await page
        .getByRole('option', { name: /^Weirs/ })
        .first()
        .waitFor();
    }
    await page.context().close();
  });

  it('without connection is said; the map keeps what it has, and loads the rest when the device is online again', async ({
    expect,
  }) => {
    const proxy = await site.proxy();
    const page = await site.show(proxy, { lang: 'fr' });
    await waitForMap(page);
    await page.getByRole('checkbox', { name: 'Champs' }).click();
    await page.context().setOffline(true);
    await notice(page, OFFLINE).waitFor();
    expect(await drawn(page)).toEqual(allBut('fields'));
    await page.context().setOffline(false);
    await notice(page, OFFLINE).waitFor({ state: 'detached' });
    expect(await drawn(page)).toEqual(allBut('fields'));
    await page.context().close();
  });

  it('succeeds when the server that was stopped is started again', async () => {
    const proxy = await site.proxy();
    const server = await site.serve();
    proxy.forwardTo(server.url);
    const page = await site.show(proxy);
    await waitForMap(page);
    await server.stop();
    await page.getByRole('button', { name: 'Zoom in', exact: true }).first().click();
    await page.getByRole('button', { name: 'Zoom in', exact: true }).first().click();
    await notice(page, OFFLINE).waitFor();
    const again = await site.serve();
    proxy.forwardTo(again.url);
    await page.locator('.notice').waitFor({ state: 'detached' });
    await waitForMap(page);
    await again.stop();
    await page.context().close();
  });
});

describe('the map', () => {
  /** Takes the WebGL context from the map and gives it back. */
  const lose = (page: Page): Promise<void> =>
    page.evaluate(async () => {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas.maplibregl-canvas');
      const context = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      const restored = new Promise((done) =>
        canvas?.addEventListener('webglcontextrestored', done, { once: true }),
      );
      context?.loseContext();
      await new Promise((next) => setTimeout(next, 50));
      context?.restoreContext();
      await restored;
    });

  it('D3: has the same layers, order and opacity after its WebGL context was lost', async () => {
    const proxy = await site.proxy();
    const page = await site.show(proxy);
    await page.goto(
      `${proxy.url}/?lang=en#3/0/-28&layers=mills,!locks,weirs~40,fords,piers,fields`,
    );
    await waitForMap(page);
    // The map beside the panel, whose shadow is not the same to the last bit each time.
    const clip = { x: 440, y: 80, width: 840, height: 720 };
    const address = page.url();
    let before = await page.screenshot({ clip });
    // On a busy machine, the last frame may come after the map is at rest.
    await expect
      .poll(async () => {
        const earlier = before;
        before = await page.screenshot({ clip });
        return before.equals(earlier);
      })
      .toBe(true);
    for (let n = 0; n < (NIGHTLY ? 20 : 1); n += 1) {
      await lose(page);
      await waitForMap(page);
    }
    expect(page.url()).toBe(address);
    expect(await page.locator('.map-message').count()).toBe(0);
    await expect.poll(async () => (await page.screenshot({ clip })).equals(before)).toBe(true);
    await page.context().close();
  });

  it('ux 4: without WebGL 2, the page says why and keeps its lists, information and credits', async () => {
    const proxy = await site.proxy();
    const page = await site.emptyPage({ viewport: { width: 360, height: 740 } });
    await page.addInitScript(() => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
        return kind.startsWith('webgl') ? null : Reflect.apply(get, this, [kind]);
      } as typeof get;
    });
    await page.goto(`${proxy.url}/?lang=fr`);
    await page.getByText('WebGL 2 est absent ou désactivé').waitFor();
    expect(await page.locator('.progress, .spin').count()).toBe(0);
    await page.getByRole('button', { name: 'Couches', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Champs' }).click();
    await page.getByRole('button', { name: 'À propos de Champs' }).click();
    await page.getByRole('heading', { name: 'Champs' }).waitFor();
    await page.context().close();
  });

  it('ux 36: a link to restricted layers can be shared without them', async () => {
    const proxy = await site.proxy();
    const page = await site.emptyPage({ level: 'keeper' });
    await page.goto(`${proxy.url}/?lang=en#3/0/-28&layers=vaults,weirs`);
    await waitForMap(page);
    await page.getByRole('button', { name: 'Share or print', exact: true }).click();
    await page.getByText('restricted access: Vaults').waitFor();
    const link = page.getByRole('textbox', { name: 'Link' });
    expect(await link.inputValue()).toContain('vaults');
    await page.getByRole('checkbox', { name: 'Link without these layers' }).check();
    expect(await link.inputValue()).not.toContain('vaults');
    await page.context().close();
  });

  it('ux 40: inside another page, says nothing about a session that it never has', async () => {
    const proxy = await site.proxy();
    const page = await site.emptyPage({});
    await page.goto(`${proxy.url}/?lang=en&embed=1#3/0/-28&layers=weirs`);
    await waitForMap(page);
    expect(await page.locator('.notice').allTextContents()).toEqual([]);
    await page.context().close();
  });

  it('ux 37: names what left a link, and tells a locked layer from an unknown one', async () => {
    const proxy = await site.proxy();
    const page = await site.emptyPage({});
    await page.goto(`${proxy.url}/?lang=fr&project=gone#3/0/-28&layers=vaults,weirs,bridges`);
    await notice(page, /accès restreint.*Voûtes.*niveau d’accès «\sGardiens\s»/).waitFor();
    await notice(page, /n’existe plus\s: bridges et gone/).waitFor();
    await waitForMap(page);
    expect(await drawn(page)).toEqual(['weirs']);
    await page.context().close();
  });
});
