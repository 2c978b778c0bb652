import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, openPage } from '../open-browser.ts';
import { serveAtlas, type ServedAtlas } from '../serve-atlas.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { LAYERS, makeWeirs, type Weirs } from './weirs.ts';

/** The atlas of weirs on a server, and a browser. */
export interface WeirsSite {
  /** Starts a proxy in front of the server, until the end of the tests. */
  proxy(): Promise<FaultyProxy>;
  /** Opens the map with all layers. */
  show(
    proxy: FaultyProxy,
    options?: BrowserContextOptions & { readonly lang?: string; readonly level?: string },
  ): Promise<Page>;
  /** Opens a page without an address. */
  emptyPage(options: BrowserContextOptions & { readonly level?: string }): Promise<Page>;
  /** Starts another server with the same atlas. */
  serve(): Promise<ServedAtlas>;
}

/** Serves the atlas for the tests of the calling `describe`. */
export function useWeirs(): WeirsSite {
  let weirs: Weirs;
  let atlas: ServedAtlas;
  let browser: Browser;
  const proxies: FaultyProxy[] = [];
  beforeAll(async () => {
    weirs = makeWeirs();
    [atlas, browser] = await Promise.all([serveAtlas(weirs), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(proxies.map((proxy) => proxy.shut()));
    await atlas.stop();
    weirs.remove();
  });
  return {
    proxy: async () => {
      const proxy = await startFaultyProxy(atlas.url);
      proxies.push(proxy);
      return proxy;
    },
    show: async (proxy, { lang = 'en', ...options } = {}) => {
      const { page } = await openPage(browser, options);
      const layers = ['names', ...Object.keys(LAYERS)].join();
      await page.goto(`${proxy.url}/?lang=${lang}#3/0/-28&layers=${layers}`);
      return page;
    },
    emptyPage: async (options) => (await openPage(browser, options)).page,
    serve: () => serveAtlas({ ...weirs, dataDir: `${weirs.dataDir}-of-another` }),
  };
}
