import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, type WatchedPage } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

/** The script of the page around the map. It records the events of the element. */
const HOST_SCRIPT = `
window.events = [];
for (const type of ['atlas-ready', 'atlas-moved', 'atlas-selected'])
  addEventListener(type, (event) => window.events.push(event.detail));
`;

let folder: string;
let atlas: ServedAtlas;
let host: { readonly url: string; readonly server: Server };
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-embed-'));
  host = await serveHost(() => atlas.url);
  atlas = await serveAtlas({
    config: ISLES,
    dataDir: join(folder, 'data'),
    env: { FRAME_ANCESTORS: host.url },
  });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await atlas.stop();
  host.server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Serves a page of another site, with a strict policy and an element, or with a plain frame. */
async function serveHost(atlasUrl: () => string): Promise<typeof host> {
  const server = createServer(({ url = '/' }, response) => {
    const from = atlasUrl();
    if (url === '/host.js') {
      response.setHeader('content-type', 'text/javascript').end(HOST_SCRIPT);
      return;
    }
    const body = url.startsWith('/plain')
      ? `<iframe src="${from}/?embed=1&lang=es&host=https%3A%2F%2Fother.example"></iframe>`
      : `<script type="module" src="${from}/atlas-map.js"></script>
         <atlas-map locale="es" label="Islas"></atlas-map><p>${'<br>'.repeat(60)}</p>`;
    response
      .setHeader('content-type', 'text/html')
      .setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${from}; frame-src ${from}`,
      )
      .end(`<!doctype html><html lang="es"><script src="/host.js"></script>${body}</html>`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

const open = async (path: string): Promise<WatchedPage & { readonly frame: Frame }> => {
  const opened = await openPage(browser, { firstVisit: true });
  await opened.page.goto(`${host.url}${path}`);
  await expect.poll(() => opened.page.frames().length).toBe(2);
  const frame = opened.page.frames()[1]!;
  await frame.waitForSelector('.map[aria-busy="false"]');
  return { ...opened, frame };
};

/** Returns the last message of a type from the map. */
const last = (page: Page, type: string): Promise<unknown> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as { events: { type: string }[] }).events.findLast(
        (event) => event.type === wanted,
      ),
    type,
  );

describe('ux 40: the element `<atlas-map>` on a page with a strict policy', () => {
  it('reports the map, moves it, and changes its language', async () => {
    const { page, frame, problems } = await open('/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await expect
      .poll(() => last(page, 'ready'))
      .toEqual({
        type: 'ready',
        project: null,
        locale: 'es',
      });
    const view = { zoom: 7, lat: 1.5, lng: -33.5 };
    await page.evaluate((to) => {
      const element = document.querySelector<HTMLElement & { flyTo(view: object): void }>(
        'atlas-map',
      );
      element!.flyTo(to);
      element!.setAttribute('locale', 'pt');
    }, view);
    await expect.poll(() => last(page, 'moved')).toEqual({ type: 'moved', view });
    await frame.waitForSelector('html[lang="pt"]');
    expect(await page.locator('atlas-map iframe').getAttribute('title')).toBe('Islas');
    // It shows what everyone may see, and a wheel over it scrolls the page around it.
    expect(asked.filter((url) => url.includes('/atlas/session'))).toEqual([]);
    await page.mouse.move(400, 240);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens the project that the page sets, and ignores an unknown one', async () => {
    const { page, frame } = await open('/');
    const name = frame.getByText('Costa de Arandel').first();
    expect(await name.count()).toBe(0);
    const set = (project: string): Promise<void> =>
      page.evaluate(
        (id) => document.querySelector('atlas-map')!.setAttribute('project', id),
        project,
      );
    await set('arandel');
    await name.waitFor();
    await set('unknown');
    await page.waitForTimeout(300);
    expect(await name.count()).toBe(1);
    await page.context().close();
  });

  it('reports the selected object and that nothing is selected any more', async () => {
    const { page, frame } = await open('/');
    await page.evaluate(() => {
      const element = document.querySelector<HTMLElement & { flyTo(view: object): void }>(
        'atlas-map',
      );
      element!.flyTo({ zoom: 9, lat: 3.1, lng: -33 });
    });
    await frame.waitForSelector('.map[aria-busy="true"]');
    await frame.waitForSelector('.map[aria-busy="false"]');
    await frame.locator('canvas').focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => last(page, 'selected'))
      .toMatchObject({ feature: { layer: expect.any(String), title: expect.any(String) } });
    await page.keyboard.press('Escape');
    await expect.poll(() => last(page, 'selected')).toEqual({ type: 'selected', feature: null });
    await page.context().close();
  });

  it('does not talk to a page of another origin', async () => {
    const { page, frame } = await open('/plain');
    await page.evaluate(() => {
      addEventListener('message', () => document.body.classList.add('heard'));
      const message = { atlas: 1, type: 'set-locale', locale: 'pt' };
      document.querySelector('iframe')!.contentWindow!.postMessage(message, '*');
    });
    await page.waitForTimeout(500);
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('es');
    expect(await page.locator('.heard').count()).toBe(0);
    await page.context().close();
  });
});
