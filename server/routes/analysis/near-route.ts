/** Answers what is near a place or a feature. */
import { nearAnswer, nearRequest, type NearAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import { MAX_QUERY_BYTES } from '../../geometry/index.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { packQuery, type QueryShape } from '../../store/query-geometry.ts';
import type { DatasetStore, FeatureShape } from '../../store/store.ts';
import { createGeometryReader } from '../geometries/geometry-reader.ts';
import { nameFields, namesOf, type AnalysisContext } from './each-dataset.ts';
import { findNear, NEAREST } from './find-near.ts';
import { bodyOf, inQueue, keepBodies, type AnalysisQueue } from './in-queue.ts';

/** The addresses of the route. */
export const NEAR_URLS = ['/api/geodata/near', '/api/geodata/near/'] as const;

const NUMBER = '^-?[0-9]{1,3}(\\.[0-9]{1,15})?$';

const SCHEMA = {
  summary: 'What is near a place or a feature, layer by layer, with distances and directions.',
  answer: nearAnswer,
  querystring: {
    type: 'object',
    properties: {
      lng: {
        type: 'string',
        pattern: NUMBER,
        description: 'The longitude of a place in degrees, -180 to 180.',
      },
      lat: {
        type: 'string',
        pattern: NUMBER,
        description: 'The latitude of a place in degrees, -90 to 90.',
      },
      dataset: {
        type: 'string',
        maxLength: 200,
        description: 'In place of a place: the id of the dataset of a feature.',
      },
      id: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,15}$',
        description: 'The numeric id of the feature, as in tiles and GeoJSON.',
      },
    },
  },
  request: nearRequest,
  bodies: {
    'application/json': {
      example: { geometry: { type: 'LineString', coordinates: [[13.8, 3.05], [13.9, 3.1]] } }, // prettier-ignore
    },
  },
  answers: { 429: 'Too many analyses of this address; `Retry-After` gives the time to wait.' },
  description: [
    'A POST asks about the geometry in its body, such as a track, which is not stored.',
    'The answer has the datasets that the visitor may analyse. The datasets of a group are one layer, the nearest layer comes first.',
    `Of each layer, it has up to ${NEAREST} features that touch the place or the feature, and the ${NEAREST} nearest others, however far they are.`,
    'A layer that was not searched within the time limit has the state `too-slow`.',
  ].join(' '),
} as const;

const BAD_QUERY =
  'Name a place by `lng` (-180 to 180) and `lat` (-90 to 90) in degrees, or a feature by `dataset` and `id`, such as ?lng=17.2&lat=0.4.';

/** What is asked about. */
interface Question {
  readonly lng?: string;
  readonly lat?: string;
  readonly dataset?: string;
  readonly id?: string;
}

/**
 * Adds `GET` and `POST /api/geodata/near/`, which have the permissions of an analysis and wait in its
 * queue. They ask for the permission of the tool and of each dataset with every request. A geometry that
 * is sent is not stored.
 */
export function addNearRoute(app: FastifyInstance, queue: AnalysisQueue): void {
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  const answer = async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    question: (gone: AbortSignal) => Promise<Asked> | Asked,
  ): Promise<FastifyReply> => {
    const near = await inQueue({ request, reply }, queue, async (context) => {
      const asked = await question(context.gone);
      const viewed = storeUnder(queue.store, context.snapshot, 'view');
      return fromStore(() => answerTo(asked, { ...context, viewed }));
    });
    return reply.send(near);
  };
  const readShape = async (request: FastifyRequest, gone: AbortSignal): Promise<Asked> => {
    const read = await geometries.read('near', bodyOf(request), gone);
    if ('fault' in read) throw new HttpError('bad-request', { detail: read.fault });
    return { shape: read.ok };
  };
  app.register(async (scope) => {
    keepBodies(scope);
    const ofShape = (request: FastifyRequest, reply: FastifyReply) =>
      answer({ request, reply }, (gone) => readShape(request, gone));
    for (const url of NEAR_URLS)
      addGetRoute(
        scope,
        url,
        (request, reply) => answer({ request, reply }, () => questionOf(request)),
        { schema: SCHEMA, postHandler: ofShape, bodyLimit: MAX_QUERY_BYTES + 1_000 },
      );
  });
}

type Asked =
  | { readonly place: readonly [lng: number, lat: number] }
  | { readonly shape: QueryShape }
  | { readonly dataset: string; readonly id: number };

/** Reads the question. Throws `HttpError` 400. */
function questionOf({ query }: FastifyRequest): Asked {
  const { lng, lat, dataset, id } = query as Question;
  const wrong = new HttpError('bad-request', { detail: BAD_QUERY });
  if (lng !== undefined && lat !== undefined && dataset === undefined && id === undefined) {
    const place = [Number(lng), Number(lat)] as const;
    if (Math.abs(place[0]) > 180 || Math.abs(place[1]) > 90) throw wrong;
    return { place };
  }
  if (dataset === undefined || id === undefined || lng !== undefined || lat !== undefined)
    throw wrong;
  if (!Number.isSafeInteger(Number(id))) throw wrong;
  return { dataset, id: Number(id) };
}

/** The data that may be analysed, and those that may be viewed. */
interface NearContext extends AnalysisContext {
  readonly viewed: DatasetStore;
}

async function answerTo(asked: Asked, context: NearContext): Promise<NearAnswer> {
  if ('place' in asked) {
    const geometry = packQuery({ type: 'Point', coordinates: [...asked.place] });
    return { layers: await findNear({ ...context, geometry, of: null }) };
  }
  if ('shape' in asked) {
    const { geometry, bounds, kind } = asked.shape;
    const layers = await findNear({ ...context, geometry, of: null });
    return { of: { bounds, geometry: kind }, layers };
  }
  const { feature, name } = await featureOf(asked, context);
  const { geometry, bounds, kind } = feature;
  const layers = await findNear({ ...context, geometry, of: asked });
  return { of: present({ ...asked, name, bounds, geometry: kind }), layers };
}

/** Returns a feature that the visitor may view, with its name. Throws `HttpError`. */
async function featureOf(
  { dataset, id }: Extract<Asked, { readonly id: number }>,
  { snapshot, viewed, visitor }: NearContext,
): Promise<{
  readonly feature: FeatureShape;
  readonly name: ReturnType<typeof namesOf>;
}> {
  const decision = decide(snapshot.access, visitor, { dataset, use: 'view' });
  if (!decision.allow) throw deniedError(decision.status);
  const one = snapshot.analysis.datasets.find((each) => each.dataset === dataset);
  const allowed = one && { one, fields: decision.fields };
  const fields = allowed ? nameFields(allowed, visitor) : [];
  const feature = await viewed.shape({ dataset, fields }, id);
  if (!feature) throw new HttpError('not-found');
  return { feature, name: allowed && namesOf(allowed, feature.properties, visitor) };
}
