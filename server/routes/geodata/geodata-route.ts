/** Serves features of a name as GeoJSON: all, or those that touch a geometry (specification, section 7). */
import { featureCollection } from 'atlas-engine/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseCuts, type Choice } from '../../access/answer-cuts.ts';
import { boundsOf, MAX_QUERY_BYTES, UNITS_PER_DEGREE } from '../../geometry/index.ts';
import { deniedError, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { CACHE, type Caching } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import { decideName } from '../../access/policies.ts';
import type { QueryGeometry } from '../../store/query-geometry.ts';
import type { Bounds, DatasetStore } from '../../store/store.ts';
import type { FeatureStore, Place } from './ask-features.ts';
import { sendCollection } from './feature-document.ts';
import type { PageEnd } from './feature-pieces.ts';
import {
  afterOf,
  FEATURE_FORMS,
  FEATURE_PARAMETERS,
  NAME_LENGTH,
  readBbox,
  readFeatureQuery,
  VERSION_PARAMETER,
  type FeatureQuery,
} from './feature-query.ts';
import type { FeatureReader } from './feature-reader.ts';
import { createGeometryReader, type GeometryReader } from '../geometries/geometry-reader.ts';
import { parseQuestion, readQuestion } from './question.ts';
import { licenceLinks } from '../terms/licence-links.ts';
import { createWholeFinder, type AskedArea, type WholeFinder } from './whole-dataset.ts';

const SCHEMA = {
  summary: 'Features of a name as GeoJSON, all or a selection.',
  forms: FEATURE_FORMS,
  answer: featureCollection,
  bodies: {
    'text/plain': { example: 'POLYGON ((9 4, 10 4, 10 5, 9 4))' },
    'application/json': { example: { intersects: 'POLYGON ((9 4, 10 4, 10 5, 9 4))' } },
  },
  produces: ['application/geo+json'],
  params: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        maxLength: NAME_LENGTH,
        description: 'A name of the GeoJSON feed, or the id of a dataset in it.',
      },
    },
    required: ['name'],
  },
  querystring: {
    type: 'object',
    properties: {
      intersects: {
        type: 'string',
        description:
          'Well-known text in degrees, longitude first, that features must touch, such as `POLYGON ((9 4, 10 4, 10 5, 9 4))`; in a POST it is the body.',
      },
      v: VERSION_PARAMETER,
      ...FEATURE_PARAMETERS,
      count: {
        type: 'string',
        enum: ['true'],
        description:
          'Adds `numberMatched`, the number of all features that touch the geometry, to a page. It requires `intersects` and `limit`.',
      },
    },
  },
} as const;

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(SCHEMA.querystring.properties));

interface Query extends FeatureQuery {
  readonly v?: string;
  readonly count?: 'true';
}

/**
 * Adds `GET /api/geodata/:name/`, with `?intersects=` well-known text. A longer geometry is sent by
 * POST to the same path, as plain text or as JSON `{ "intersects": "…" }`.
 */
export function addGeodataRoute(
  app: FastifyInstance,
  { store, read }: { readonly store: DatasetStore; readonly read: FeatureReader },
): void {
  const geometries = createGeometryReader();
  const findWhole = createWholeFinder(store);
  app.addHook('onClose', () => geometries.close());
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseQuestion(text),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    sendFeatures(request, reply, { store, read, findWhole, geometries, gone: whenGone(reply) });
  for (const url of ['/api/geodata/:name/', '/api/geodata/:name']) {
    addGetRoute(app, url, answer, {
      schema: SCHEMA,
      ownHead: true,
      postHandler: answer,
      bodyLimit: MAX_QUERY_BYTES + 1_000,
    });
  }
}

async function sendFeatures(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    store,
    read,
    findWhole,
    ...aside
  }: {
    readonly store: DatasetStore;
    readonly read: FeatureReader;
    readonly findWhole: WholeFinder;
    readonly geometries: GeometryReader;
    readonly gone: AbortSignal;
  },
): Promise<FastifyReply> {
  const { snapshot } = request.atlas;
  const { name } = request.params as { name: string };
  // Permission is checked first, so that other visitors learn nothing from errors in the query.
  const seen = decideName(snapshot.access, request.atlas.visitor, { feed: 'geojson', name });
  if (!seen.allow) throw deniedError(seen.status);
  refuseUnknown(request, PARAMETERS);
  const geometry = await readQuestion(request, aside);
  const datasets = snapshot.access.geojson.get(name) ?? [];
  const asked = { area: areaOf(request, geometry), signal: aside.gone };
  const whole = await findWhole(request, datasets, asked);
  const choice = chooseFeatures(request, { name, whole, isSearch: geometry !== null });
  const { cuts } = choice;
  const { limit, ...query } = readFeatureQuery(request.query as Query, cuts);
  const ids = cuts.map(({ dataset }) => dataset);
  const rights = licenceLinks(snapshot, ids, request.atlas.site);
  const counts = wantsCount(request.query as Query, { geometry, limit });
  const pieces = (under: FeatureStore) =>
    read({
      store: under,
      limit,
      address: request.ip,
      signal: aside.gone,
      selection: { ...query, geometry, counts, snapshot, united: cuts.length > 1 },
    });
  const head = (caching: Caching): void => {
    void reply.header('cache-control', CACHE[caching]);
  };
  const tail = ({ count, next, matched }: PageEnd): object | null =>
    limit === null
      ? rights.length > 0
        ? { links: rights }
        : null
      : {
          ...(matched !== null && { numberMatched: matched }),
          numberReturned: count,
          links: [...(next ? [nextLink(request, name, next)] : []), ...rights],
        };
  return sendCollection(request, reply, { store, choice, pieces, head, tail });
}

/** Throws `HttpError` 400 when there is nothing to count, or no member of a page for the number. */
function wantsCount(
  { count }: Query,
  { geometry, limit }: { readonly geometry: object | null; readonly limit: number | null },
): boolean {
  if (count === undefined) return false;
  if (geometry === null || limit === null)
    throw new HttpError('bad-request', { detail: '`count` requires a geometry and `limit`.' });
  return true;
}

/** Returns the link to the next page. It repeats only the parameters of the requested address. */
function nextLink(request: FastifyRequest, name: string, { cut, id }: Place): object {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  query.set('after', afterOf(cut, id));
  return {
    rel: 'next',
    type: 'application/geo+json',
    href: `${request.atlas.site}/api/geodata/${encodeURIComponent(name)}/?${query}`,
  };
}

function chooseFeatures(
  request: FastifyRequest,
  {
    name,
    whole,
    isSearch,
  }: {
    readonly name: string;
    readonly whole: (dataset: string) => boolean;
    readonly isSearch: boolean;
  },
): Choice {
  // A geometry sent by POST is not part of the address, so its answer has no version.
  const version = isSearch ? undefined : (request.query as Query).v;
  return chooseCuts(request, { feed: 'geojson', name, whole }, { version, changing: 'revalidate' });
}

/** Returns the area of a request: its geometry or its box; null for neither. */
function areaOf(request: FastifyRequest, geometry: QueryGeometry | null): AskedArea | null {
  const { bbox } = request.query as Query;
  if (geometry) return { bounds: boundsInDegrees(geometry), geometry };
  return bbox === undefined ? null : { bounds: readBbox(bbox), geometry: null };
}

function boundsInDegrees({ packed }: QueryGeometry): Bounds {
  const [west, south, east, north] = boundsOf(packed);
  const degrees = (units: number): number => units / UNITS_PER_DEGREE;
  return [degrees(west), degrees(south), degrees(east), degrees(north)];
}
