/** Lets the pages of other sites read what everyone may have: maps elsewhere draw our tiles. */
import type { FastifyInstance } from 'fastify';

/** The calls for data and the files of the configuration; not the page, nor its bundles. */
const DATA = /^\/(?:api|ogc|wms|atlas\/files)(?:[/?]|$)/;

/** What scripts of another site may read besides the usual headers. */
const EXPOSED = 'Accept-Ranges, Content-Range, ETag, Link, Retry-After';

/**
 * Adds the headers of CORS to answers for visitors without an account or level. `*` goes without
 * cookies, so no page elsewhere reads with the account of its reader. Comes after the headers of
 * security, whose stricter one it replaces.
 */
export function openToOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ atlas, url }, reply) => {
    const { rank, account } = atlas.asker;
    if (rank > 0 || account || !DATA.test(url)) return;
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
}
