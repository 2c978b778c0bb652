/** Serves the terms of use of the atlas, to which the metadata of datasets link. */
import type { FastifyInstance } from 'fastify';
import { termsText } from '../../access/terms-text.ts';
import { encode } from '../../http/encoded.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { TERMS_TYPE } from './licence-links.ts';

const SCHEMA = {
  summary: 'Terms of use of the atlas, as text in all its languages.',
  produces: ['text/plain'],
  params: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        maxLength: 200,
        description: 'The id of terms, as in a link `license`.',
      },
    },
    required: ['id'],
  },
} as const;

/** Adds `GET /api/terms/:id/`. Everyone may read terms, before they have access to the data. */
export function addTermsRoute(app: FastifyInstance): void {
  for (const url of ['/api/terms/:id/', '/api/terms/:id'])
    addGetRoute(
      app,
      url,
      async (request, reply) => {
        const { id } = request.params as { id: string };
        const { terms, locales } = request.atlas.snapshot;
        const found = terms.get(id);
        if (!found) throw new HttpError('not-found');
        const texts = locales.available.map((locale) => termsText(found, locale));
        const body = await encode(`${texts.join('\n\n----\n\n')}\n`, TERMS_TYPE);
        return sendEncoded(request, reply, body, { caching: 'revalidate' });
      },
      { schema: SCHEMA },
    );
}
