/** Lets pages of other sites read public data, so that their maps can use the tiles. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';
import { isAskedHere } from './site.ts';

/**
 * Matches the addresses of data, of configuration files and of the element for pages of other sites,
 * but not those of the page, its bundles and accounts.
 */
const DATA =
  /^\/(?:api(?!\/(?:admin|auth|contact|setlang|users)(?:[/?]|$))|ogc|wms|atlas\/files|atlas-map\.js)(?:[/?]|$)/;

/** Headers that scripts of other sites may read, besides the usual ones. */
const EXPOSED = 'Accept-Ranges, Content-Range, ETag, Link, Retry-After';

/**
 * Adds the CORS headers. They are the same for everyone, because caches share responses. `*`
 * excludes cookies, so pages of other sites are always treated as visitors without an account. Must
 * run after the code that adds the security headers, because it replaces a stricter header.
 */
export function openToOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!DATA.test(url)) return;
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
}

/**
 * Answers only the pages of the server itself, by a name of this machine. A page of another site
 * could otherwise read what only the author may see, also by a name of its own for this machine.
 */
export function refuseElsewhere(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isAskedHere(headers) && !isAskedElsewhere(headers)) return;
    const detail =
      'This server is for its author only: open it at localhost, in a page of its own.';
    throw new HttpError('forbidden', { detail });
  });
}

/**
 * Returns whether the request comes from a page of another site whose scripts can read the
 * response. Uses headers that browsers set and scripts cannot change; following a link does not
 * count. For a site reached by http.
 */
export function isAskedElsewhere(headers: IncomingHttpHeaders): boolean {
  const { host, origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return true;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate';
}
