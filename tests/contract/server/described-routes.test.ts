/** `/api/openapi.json` describes every route that the server has registered. */
import { REDIRECTS, SCREENS } from 'atlas-engine/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

/** The routes without a description, with the reason. */
const EXEMPT: readonly (readonly [url: RegExp, because: string])[] = [
  [
    /^\/\.(?:broken|long)-address$/,
    'no client requests it: the server leads wrong addresses to it',
  ],
  [/^\/assets\/:name$/, 'a file of the page'],
  [/^\/dev\/mail$/, 'a page for the person who runs a demonstration, on the same machine'],
];

const SCREEN_ADDRESSES: ReadonlySet<string> = new Set([
  ...SCREENS.map(({ path }) => path).filter((path) => path !== '/'),
  ...REDIRECTS.map(({ from }) => from),
]);

/** Returns why a route needs no description; null if it needs one. */
function reasonFor(url: string): string | null {
  if (SCREEN_ADDRESSES.has(url)) return 'another screen of the page that `/` describes';
  return EXEMPT.find(([pattern]) => pattern.test(url))?.[1] ?? null;
}

describe('the description of the interface', () => {
  let server: GuardedServer;
  beforeAll(async () => {
    server = await startGuardedServer({ member: 1, warden: 2, elder: 3 });
  });
  afterAll(() => server.close());

  it('has every route of the server with each of its methods, or a reason why not', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, object>>;
    }>();
    const operationsAt = (url: string): Record<string, object> =>
      paths[url.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')] ?? {};
    const isRefused = async (method: string, url: string): Promise<boolean> => {
      const answer = await server.app.inject({ method: method as 'PUT', url });
      return answer.statusCode === 405;
    };
    const missing: string[] = [];
    const reasons = new Set<string>();
    let described = 0;
    for (const { method, url } of server.registered) {
      // A slash at the end does not make another address, and GET also answers HEAD.
      const address = url.length > 1 ? url.replace(/\/$/, '') : url;
      const operations = operationsAt(address);
      const name = (method === 'HEAD' ? 'GET' : method).toLowerCase();
      const reason = reasonFor(address);
      if (Object.hasOwn(operations, name)) described += 1;
      else if (reason !== null) reasons.add(reason);
      else if (!(await isRefused(method, url))) missing.push(`${method} ${url}`);
    }
    expect(missing).toEqual([]);
    expect(described).toBeGreaterThan(100);
    // Each reason is still needed.
    expect(reasons.size).toBe(EXEMPT.length + 1);
  });

  it('has no operation that the server does not have', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, object>>;
    }>();
    const registered = new Set(server.registered.map(({ method, url }) => `${method} ${url}`));
    const unknown = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).flatMap((method) => {
        const url = path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1');
        const key = `${method.toUpperCase()} ${url}`;
        return registered.has(key) || registered.has(`${key}/`) ? [] : [key];
      }),
    );
    expect(unknown).toEqual([]);
  });
});
