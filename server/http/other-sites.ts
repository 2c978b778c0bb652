/** Lets the pages of other sites read what everyone may have: maps elsewhere draw our tiles. */
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
