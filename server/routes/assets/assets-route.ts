/** Serves the files of the browser application. Their names have a hash, so they are cached without a time limit. */
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { SCRIPT_POLICY } from '../../http/security-headers.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import type { BuiltApp } from './built-app.ts';

/** The element for pages of other sites. Its address has no hash, because these pages name it. */
const ELEMENT = 'atlas-map.js';

/** Adds `/assets/*` and `/atlas-map.js`. Only names from the build are served; the disk is not searched. */
export function addAssetsRoute(app: FastifyInstance, built: BuiltApp): void {
  addGetRoute(app, '/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = built.assets.get(`/assets/${name}`);
    if (!asset || name === ELEMENT) throw new HttpError('not-found');
    if (asset.type.startsWith('text/javascript')) {
      void reply.header('content-security-policy', SCRIPT_POLICY);
    }
    return sendEncoded(request, reply, asset, { caching: 'immutable' });
  });
  addGetRoute(
    app,
    `/${ELEMENT}`,
    async (request, reply) => {
      const element = built.assets.get(`/assets/${ELEMENT}`);
      if (!element) throw new HttpError('not-found');
      return sendEncoded(request, reply, element, { caching: 'revalidate' });
    },
    {
      schema: {
        summary: 'The script of the element `<atlas-map>` for pages of other sites.',
        produces: ['text/javascript'],
      },
    },
  );
}
