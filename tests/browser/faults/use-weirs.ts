import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { openPage, type PageOptions } from '../open-browser.ts';
import { closePages, sharedBrowser } from '../shared-browser.ts';
import { serveAtlas, type ServedAtlas } from '../serve-atlas.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';
import { LAYERS, makeWeirs, type Weirs } from './weirs.ts';

/** The atlas of weirs on a server, and a browser. */
export interface WeirsSite {
  /** Starts a proxy in front of the server, until the end of the tests. */
  proxy(): Promise<FaultyProxy>;
  /** Opens the map with all layers. */
  show(proxy: FaultyProxy, options?: PageOptions & { readonly lang?: string }): Promise<Page>;
  /** Opens a page without an address. */
  emptyPage(options: PageOptions): Promise<Page>;
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
    [atlas, browser] = await Promise.all([serveAtlas(weirs), sharedBrowser()]);
  });
  afterAll(async () => {
    await closePages(browser);
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
      const { page } = await openPage(browser, { drawn: true, ...options });
      const layers = ['names', ...Object.keys(LAYERS)].join();
      await page.goto(`${proxy.url}/?lang=${lang}#3/0/-28&layers=${layers}`);
      return page;
    },
    emptyPage: async (options) => (await openPage(browser, { drawn: true, ...options })).page,
    serve: () => serveAtlas({ ...weirs, dataDir: `${weirs.dataDir}-of-another` }),
  };
}
