import type { LoadClient } from './account-store.ts';

/** Loads the calls of the account with the cookies and the origin of the page. */
export const loadClient: LoadClient = async (account) => {
  const [{ AuthClient }, { Caller }] = await Promise.all([
    import('./auth-client.ts'),
    import('./call.ts'),
  ]);
  return new AuthClient(
    new Caller({
      ...account,
      fetch: (...request) => fetch(...request),
      origin: window.location.origin,
      cookies: () => document.cookie,
    }),
  );
};
