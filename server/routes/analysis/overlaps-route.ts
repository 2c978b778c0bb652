/** Answers which features of a layer overlap those of another one. */
import { overlapsAnswers, type ComparableAnswer, type OverlapsAnswer } from 'atlas-engine/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import type { AnalysisContext } from './each-dataset.ts';
import { comparableLayers, findOverlaps, layersOf, MOST_OTHERS } from './find-overlaps.ts';
import { inQueue, type AnalysisQueue } from './in-queue.ts';

/** The addresses of the route. */
export const OVERLAPS_URLS = ['/api/geodata/overlaps', '/api/geodata/overlaps/'] as const;

const AFTER = '^([a-z0-9][a-z0-9_-]{0,199}):([1-9][0-9]{0,15})$';

const SCHEMA = {
  summary: 'Which features of a layer overlap features of another one.',
  answer: overlapsAnswers,
  querystring: {
    type: 'object',
    properties: {
      layer: {
        type: 'string',
        maxLength: 200,
        description:
          'The group whose features are compared, one by one. Without it, the answer has the layers that can be compared.',
      },
      with: {
        type: 'string',
        maxLength: 200,
        description: 'The group with which they are compared; it may be the same one.',
      },
      after: {
        type: 'string',
        pattern: AFTER,
        description: 'The value of `next` of the answer before.',
      },
    },
  },
  answers: { 429: 'Too many analyses of this address; `Retry-After` gives the time to wait.' },
  description: [
    'The answer has features of the layers that the visitor may analyse. The datasets of a group are one layer.',
    'Areas that share only an edge do not overlap.',
    `Of each feature, it has up to ${MOST_OTHERS} features of the other layer, those that share most land with it first.`,
    'If both layers have areas, it has the area of each feature and of the land that each two of them share, in m² on the ellipsoid.',
    'An answer takes a few seconds at most. If there are more features, it has `next`.',
  ].join(' '),
} as const;

const BAD_QUERY =
  'Name two layers by `layer` and `with`, such as ?layer=community-forests&with=logging. Without both, the answer lists the layers.';

interface Question {
  readonly layer?: string;
  readonly with?: string;
  readonly after?: string;
}

/**
 * Adds `GET /api/geodata/overlaps/`, which has the permissions of an analysis and waits in its queue.
 * It asks for the permission of the tool and of each dataset with every request.
 */
export function addOverlapsRoute(app: FastifyInstance, queue: AnalysisQueue): void {
  for (const url of OVERLAPS_URLS)
    addGetRoute(
      app,
      url,
      async (request, reply) => {
        const answer = await inQueue({ request, reply }, queue, (context) =>
          fromStore(() => answerTo(request, context)),
        );
        return reply.send(answer);
      },
      { schema: SCHEMA },
    );
}

/** Throws `HttpError` 400, or 404 for a layer that the visitor may not analyse. */
async function answerTo(
  { query }: FastifyRequest,
  context: AnalysisContext,
): Promise<ComparableAnswer | OverlapsAnswer> {
  const { layer, with: other, after } = query as Question;
  if (layer === undefined && other === undefined && after === undefined)
    return { layers: comparableLayers(context) };
  if (layer === undefined || other === undefined)
    throw new HttpError('bad-request', { detail: BAD_QUERY });
  const layers = layersOf(context);
  const [one, two] = [layers.get(layer), layers.get(other)];
  if (!one || !two) throw deniedError(404);
  const last = after === undefined ? null : lastOf(after);
  if (last && !one.some(({ one: { dataset } }) => dataset === last.dataset))
    throw new HttpError('bad-request', { detail: BAD_QUERY });
  return findOverlaps({ layer: one, other: two, after: last }, context);
}

function lastOf(after: string): { readonly dataset: string; readonly id: number } {
  const colon = after.lastIndexOf(':');
  return { dataset: after.slice(0, colon), id: Number(after.slice(colon + 1)) };
}
