import type { BrowserContext } from '@playwright/test';
import { AccountServer } from './account-server.ts';

const ROUTES = /\/api\/(?:admin|auth|users|setlang|contact)\//;

/**
 * Answers the account calls of all pages of a browser by a server in the test. The responses of
 * everything else are those of the atlas.
 */
export async function serveAccounts(context: BrowserContext): Promise<AccountServer> {
  const server = new AccountServer();
  await context.route(ROUTES, async (route) => {
    const request = route.request();
    const { origin, pathname, search } = new URL(request.url());
    const response = server.answer({
      method: request.method(),
      path: pathname + search,
      headers: await request.allHeaders(),
      body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
    });
    const cookies = Object.entries(response.cookies ?? {}).map(([name, value]) => ({
      name,
      value,
      url: origin,
      ...(value === '' && { expires: 1 }),
    }));
    await context.addCookies(cookies);
    await route.fulfill({
      status: response.status,
      ...(response.json !== undefined && { json: response.json }),
    });
  });
  return server;
}
