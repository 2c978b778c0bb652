/** Serves areas by their names, and their outlines, to those who may see them. */
import {
  areasAnswer,
  outlineAnswer,
  type AreasAnswer,
  type OutlineAnswer,
} from 'atlas-engine/http';
import { foldWords } from 'atlas-engine/runtime';
import type { FastifyInstance } from 'fastify';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import { MAX_QUERY_VERTICES } from '../../geometry/index.ts';
import type { DatasetStore } from '../../store/store.ts';
import { LOCALE, localeOf } from '../search/locale-of.ts';
import { findAreas } from './find-areas.ts';
import { outlineOfFeature, outlineOfProject } from './outline-of.ts';

/** The addresses that search. */
export const AREAS_URLS = ['/api/areas'] as const;

/** Maximum length of a search text. */
const MAX_LENGTH = 200;

/** As for the search, so that threads remain free for tiles. */
const GATE = { atOnce: 1, waiting: 200 };

/** The fewest vertices that can be asked for; a box has five. */
const LEAST_VERTICES = 5;

const FIND_SCHEMA = {
  summary: 'Areas by name: projects, and features of the datasets that declare `areas`.',
  answer: areasAnswer,
  querystring: {
    type: 'object',
    properties: {
      q: {
        type: 'string',
        maxLength: MAX_LENGTH,
        description: 'Words or beginnings of words, as in the search; without them, all projects.',
      },
      locale: LOCALE,
    },
  },
} as const;

const OUTLINE_SCHEMA = {
  summary: 'The name and outline of an area: of a feature by `dataset` and `id`, or of a project.',
  answer: outlineAnswer,
  querystring: {
    type: 'object',
    properties: {
      dataset: { type: 'string', maxLength: 200, description: 'A dataset that declares `areas`.' },
      id: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,15}$',
        description: 'The id of a feature, as in `/api/areas`.',
      },
      project: { type: 'string', maxLength: 200, description: 'The id of a project.' },
      vertices: {
        type: 'integer',
        minimum: LEAST_VERTICES,
        maximum: MAX_QUERY_VERTICES,
        default: MAX_QUERY_VERTICES,
        description: 'The most vertices of the outline, which is simplified if it has more.',
      },
      locale: LOCALE,
    },
  },
} as const;

interface OutlineQuery {
  readonly dataset?: string;
  readonly id?: string;
  readonly project?: string;
  readonly vertices: number;
}

const BAD_OUTLINE_QUERY =
  'Name a feature by `dataset` and `id`, as in the answer of `/api/areas`, or a project by `project`.';

/** Adds `GET /api/areas?q=` and `GET /api/areas/outline?dataset=&id=` or `?project=`. */
export function addAreasRoutes(app: FastifyInstance, store: DatasetStore): void {
  const gate = createGate(GATE);
  addGetRoute(
    app,
    AREAS_URLS[0],
    async (request, reply) => {
      const { snapshot, visitor } = request.atlas;
      const { q = '' } = request.query as { q?: string };
      const question = { words: foldWords(q), locale: localeOf(request) };
      const areas = await gate(
        () => findAreas(question, { snapshot, visitor, store }),
        whenGone(reply),
      );
      const body = await encode(JSON.stringify({ areas } satisfies AreasAnswer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: FIND_SCHEMA },
  );
  addGetRoute(
    app,
    '/api/areas/outline',
    async (request, reply) => {
      const { snapshot, visitor } = request.atlas;
      const { dataset, id, project, vertices: most } = request.query as OutlineQuery;
      const context = { snapshot, visitor, store, locale: localeOf(request), most };
      if ((project === undefined) === (dataset === undefined) || (dataset && !id))
        throw new HttpError('bad-request', { detail: BAD_OUTLINE_QUERY });
      const outline =
        project === undefined
          ? await outlineOfFeature(dataset!, Number(id), context)
          : outlineOfProject(project, context);
      const body = await encode(JSON.stringify(outline satisfies OutlineAnswer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: OUTLINE_SCHEMA },
  );
}
