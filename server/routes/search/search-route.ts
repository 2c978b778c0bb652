/** Serves the search for names that the visitor may see. */
import { searchAnswer } from 'atlas-engine/http';
import { foldWords } from 'atlas-engine/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import { find, type Question } from './find.ts';
import { LOCALE, localeOf } from './locale-of.ts';

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
/** Maximum length of a search text. */
const MAX_LENGTH = 200;

const SCHEMA = {
  summary:
    'Groups and projects by name and keyword, then places, then features by dataset, the best first.',
  answer: searchAnswer,
  querystring: {
    type: 'object',
    properties: {
      q: {
        type: 'string',
        maxLength: MAX_LENGTH,
        description:
          'Words or beginnings of words; accents, capitals, apostrophes and hyphens make no difference. A text without a letter or digit finds nothing.',
      },
      locale: LOCALE,
      limit: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,4}$',
        description: `Maximum number of results; default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}.`,
      },
      each: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,4}$',
        description: 'Maximum number of features of a dataset; default: as many as results.',
      },
      dataset: {
        type: 'string',
        maxLength: 200,
        description: 'Find only features of this dataset, such as one in `more`.',
      },
      offset: {
        type: 'string',
        pattern: '^(0|[1-9][0-9]{0,4})$',
        description: 'With `dataset`: leave out as many of its best features; default 0.',
      },
    },
    required: ['q'],
  },
} as const;

/**
 * Searches run one at a time. A small machine has two store threads, so that one of them remains
 * free for tiles.
 */
const GATE = { atOnce: 1, waiting: 200 };

/** Adds `GET /api/search?q=&locale=&limit=`, which answers `{ results: […], more, similar }`. */
export function addSearchRoute(app: FastifyInstance, store: DatasetStore): void {
  const gate = createGate(GATE);
  addGetRoute(
    app,
    '/api/search',
    async (request, reply) => {
      const { snapshot, visitor } = request.atlas;
      const answer = await gate(
        () => find(questionOf(request), { snapshot, visitor, store }),
        whenGone(reply),
      );
      const body = await encode(JSON.stringify(answer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: SCHEMA },
  );
}

function questionOf(request: FastifyRequest): Question {
  const {
    q,
    limit: most,
    each,
    dataset,
    offset = '0',
  } = request.query as {
    q: string;
    limit?: string;
    each?: string;
    dataset?: string;
    offset?: string;
  };
  const limit = Math.min(Number(most ?? DEFAULT_LIMIT), MAX_LIMIT);
  return {
    words: foldWords(q),
    locale: localeOf(request),
    limit,
    each: Number(each ?? limit),
    dataset,
    offset: dataset === undefined ? 0 : Number(offset),
  };
}
