import type { Page, Route } from '@playwright/test';
import type { AnyWordKey } from 'atlas-engine/runtime';

const ADDRESS = '**/api/geodata/prepared-dataset/**';

interface Way {
  readonly fail: (route: Route) => unknown;
  /** The sentence about an order, a file and the list of datasets that fail in this way. */
  readonly order: AnyWordKey;
  /** null: the browser shows it as a failed download. */
  readonly fetch: AnyWordKey | null;
  readonly offer: AnyWordKey;
}

const [OFFLINE, SERVER] = ['download.offline', 'download.server'] as const;

/** The ways in which a call fails. */
export const WAYS: Readonly<Record<string, Way>> = {
  'breaks off': { fail: (route) => route.abort(), order: OFFLINE, fetch: OFFLINE, offer: OFFLINE },
  'is refused': {
    fail: (route) => route.fulfill({ status: 403, json: {} }),
    order: 'download.forbidden',
    fetch: 'download.failed-forbidden',
    offer: 'download.forbidden',
  },
  'fails in the server': {
    fail: (route) => route.fulfill({ status: 500, body: '<p>500</p>', contentType: 'text/html' }),
    order: SERVER,
    fetch: SERVER,
    offer: SERVER,
  },
  'is answered by the page of a network': {
    fail: (route) =>
      route.fulfill({ status: 200, body: '<p>Log in</p>', contentType: 'text/html' }),
    order: SERVER,
    fetch: null,
    offer: SERVER,
  },
  'comes too often': {
    fail: (route) => route.fulfill({ status: 429, json: {}, headers: { 'retry-after': '60' } }),
    order: 'download.limited',
    fetch: SERVER,
    offer: SERVER,
  },
  'is never answered': { fail: () => undefined, order: OFFLINE, fetch: OFFLINE, offer: OFFLINE },
};

/** Makes calls with a method fail. Returns what ends it. */
export async function spoil(
  page: Page,
  method: 'GET' | 'HEAD' | 'POST',
  fail: Way['fail'],
): Promise<() => Promise<void>> {
  const handle = (route: Route): unknown =>
    route.request().method() === method ? fail(route) : route.fallback();
  await page.route(ADDRESS, handle);
  return () => page.unroute(ADDRESS, handle);
}
