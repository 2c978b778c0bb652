/** Lets the pages of other sites read what everyone may have: maps elsewhere draw our tiles. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The calls for data and the files of the configuration; not the page, nor its bundles. */
const DATA = /^\/(?:api|ogc|wms|atlas\/files)(?:[/?]|$)/;

/** What scripts of another site may read besides the usual headers. */
const EXPOSED = 'Accept-Ranges, Content-Range, ETag, Link, Retry-After';

/**
 * Adds the headers of CORS, the same for everyone, since caches share answers. `*` goes without
 * cookies: a page elsewhere reads as a visitor without account, whoever looks at it. Comes after
 * the headers of security, whose stricter one it replaces.
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
 * Tells whether a page from elsewhere asks in a way that lets its scripts read the answer, by what
 * browsers say and scripts cannot: a link that leads here is none. For a site reached by http.
 */
export function isAskedElsewhere(headers: IncomingHttpHeaders): boolean {
  const { host, origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) return true;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate';
}
