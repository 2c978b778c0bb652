/** Serves the words by which people look for layers, for the filter of the layer list. */
import { keywordsAnswer, type KeywordsAnswer } from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { LOCALE, localeOf } from './locale-of.ts';

const SCHEMA = {
  summary: 'The keywords of the groups that the visitor sees in the list, with a lock or without.',
  answer: keywordsAnswer,
  querystring: {
    type: 'object',
    properties: {
      locale: LOCALE,
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
      const entries = snapshot.search.entries[visitor.rank]?.get(localeOf(request)) ?? [];
      const keywords = entries.flatMap(({ id, keywords: words }) =>
        words === null ? [] : [{ group: id, words }],
      );
      const body = await encode(JSON.stringify({ keywords } satisfies KeywordsAnswer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: SCHEMA },
  );
}
