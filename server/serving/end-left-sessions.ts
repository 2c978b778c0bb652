/** Ends the session of a visitor who has logged out without a connection, at their next request. */
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { LOGOUT_COOKIE } from '../accounts/credentials.ts';
import { createSessionEnder, type LeftSession } from '../accounts/end-left-session.ts';
import { CACHE } from '../http/send-encoded.ts';
import { endOf, isSecureSite } from '../routes/accounts/cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What became of the session that the visitor has left; null without the cookie `logout`. */
    leftSession: LeftSession | null;
  }
}

/**
 * Adds the end of such sessions to every route. The answer then removes the cookie `logout`, unless
 * caches may share the answer: they would remove the cookies of others. Such an answer leaves the
 * cookie to the next one.
 */
export function endLeftSessions(
  app: FastifyInstance,
  {
    accounts,
    publicUrl,
  }: { readonly accounts: Accounts | undefined; readonly publicUrl: string | null },
): void {
  app.decorateRequest('leftSession', null);
  if (!accounts) return;
  const end = createSessionEnder(accounts);
  app.addHook('onRequest', async (request) => {
    request.leftSession = await end(request.headers);
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.leftSession !== 'ended' || isShared(reply.getHeader('cache-control'))) return;
    void reply.headers({
      'set-cookie': endOf(LOGOUT_COOKIE, isSecureSite(request, publicUrl)),
      'cache-control': CACHE.never,
    });
  });
}

function isShared(caching: unknown): boolean {
  return typeof caching === 'string' && !/\b(?:private|no-store)\b/.test(caching);
}
