/** Serves the words by which people look for layers, for the filter of the layer list. */
import { keywordsAnswer, type KeywordsAnswer } from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';

const SCHEMA = {
  summary: 'The keywords of the groups that the visitor sees in the list, with a lock or without.',
  answer: keywordsAnswer,
  querystring: {
    type: 'object',
    properties: {
      locale: {
        type: 'string',
        maxLength: 20,
        description:
          'Language of the answer; if the atlas does not have it, the default of the atlas.',
      },
    },
  },
} as const;

/** Adds `GET /api/keywords?locale=`, which answers `{ keywords: [{ group, words }, …] }`. */
export function addKeywordsRoute(app: FastifyInstance): void {
  addGetRoute(
    app,
    '/api/keywords',
    async (request, reply) => {
      const { snapshot, visitor } = request.atlas;
      const { locale: wanted = '' } = request.query as { locale?: string };
      const { available, fallback } = snapshot.locales;
      const locale = available.includes(wanted) ? wanted : fallback;
      const entries = snapshot.search.entries[visitor.rank]?.get(locale) ?? [];
      const keywords = entries.flatMap(({ id, keywords: words }) =>
        words === null ? [] : [{ group: id, words }],
      );
      const body = await encode(JSON.stringify({ keywords } satisfies KeywordsAnswer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: SCHEMA },
  );
}
