/** Features of a name as GeoJSON, whole or those that touch a geometry (specification, section 7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../access/asker.ts';
import { versionOfCuts } from '../../access/atlas-snapshot.ts';
import {
  boundsOf,
  MAX_QUERY_BYTES,
  UNITS_PER_DEGREE,
  unpackToGeoJson,
  type PackedGeometry,
} from '../../geometry/index.ts';
import { deniedError, fromStore } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { CACHE, cachingOf, type Caching } from '../../http/send-encoded.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { whenGone } from '../../http/when-gone.ts';
import { decideName, type AllowedCut } from '../../access/policies.ts';
import type { Bounds, DatasetStore } from '../../store/store.ts';
import { areCurrent } from '../../access/current-cuts.ts';
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
import { createGeometryReader, type GeometryReader } from './geometry-reader.ts';
import { parseQuestion, readQuestion } from './question.ts';
import { asksWhole } from './whole-dataset.ts';

const SCHEMA = {
  summary: 'Features of a name as GeoJSON, whole or narrowed.',
  forms: FEATURE_FORMS,
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
          'Well-known text in degrees, longitude first, that features must touch, such as `POLYGON ((9 4, 10 4, 10 5, 9 4))`; by POST it is the body.',
      },
      v: VERSION_PARAMETER,
      ...FEATURE_PARAMETERS,
    },
  },
} as const;

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(SCHEMA.querystring.properties));

interface Query extends FeatureQuery {
  readonly v?: string;
}

/**
 * Adds `GET /api/geodata/:name/`, with `?intersects=` well-known text; a longer geometry comes by
 * POST on the same path, as plain text or as JSON `{ "intersects": "…" }`.
 */
export function addGeodataRoute(
  app: FastifyInstance,
  { store: all, read }: { readonly store: DatasetStore; readonly read: FeatureReader },
): void {
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseQuestion(text),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const store = storeUnder(all, request.atlas.snapshot);
    return sendFeatures(request, reply, { store, read, geometries, gone: whenGone(reply) });
  };
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
    ...aside
  }: {
    readonly store: FeatureStore;
    readonly read: FeatureReader;
    readonly geometries: GeometryReader;
    readonly gone: AbortSignal;
  },
): Promise<FastifyReply> {
  const { snapshot } = request.atlas;
  const { name } = request.params as { name: string };
  // Who may not see it learns no more of what they sent.
  const seen = decideName(snapshot.access, request.atlas.asker, { feed: 'geojson', name });
  if (!seen.allow) throw deniedError(seen.status);
  refuseUnknown(request, PARAMETERS);
  const search = await readQuestion(request, aside);
  const geometry = search && unpackToGeoJson(search);
  const { cuts: open, caching } = chooseCuts(request, name, search);
  const { limit, ...query } = readFeatureQuery(request.query as Query, open);
  const pieces = read({
    ...{ store, limit, address: request.ip, signal: aside.gone },
    wish: { ...query, geometry, snapshot, united: open.length > 1 },
  });
  const head = async (): Promise<void> => {
    const mayKeep =
      caching !== 'immutable' || (await fromStore(() => areCurrent(store, snapshot, open)));
    void reply.header('cache-control', CACHE[mayKeep ? caching : 'revalidate']);
  };
  const tail = ({ count, next }: PageEnd): object | null =>
    limit === null
      ? null
      : { numberReturned: count, links: next ? [nextLink(request, name, next)] : [] };
  return sendCollection(request, reply, { pieces, head, tail });
}

/** The page after this one. Of the address that was asked for only its parameters are repeated. */
function nextLink(request: FastifyRequest, name: string, { cut, id }: Place): object {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  query.set('after', afterOf(cut, id));
  return {
    rel: 'next',
    type: 'application/geo+json',
    href: `${request.atlas.site}/api/geodata/${encodeURIComponent(name)}/?${query}`,
  };
}

/** As for tiles: under the public version everyone receives what everyone may see. */
function chooseCuts(
  request: FastifyRequest,
  name: string,
  search: PackedGeometry | null,
): { cuts: readonly AllowedCut[]; caching: Caching } {
  const { snapshot, asker } = request.atlas;
  const { v, bbox } = request.query as Query;
  const area = search ? boundsInDegrees(search) : bbox === undefined ? null : readBbox(bbox);
  const wish = { feed: 'geojson', name, whole: asksWhole(snapshot, area) } as const;
  const open = decideName(snapshot.access, ANONYMOUS, wish);
  if (open.allow && search === null && v === versionOfCuts(snapshot, open.cuts)) {
    return { cuts: open.cuts, caching: 'immutable' };
  }
  const own = decideName(snapshot.access, asker, wish);
  if (!own.allow) throw deniedError(own.status);
  return { cuts: own.cuts, caching: cachingOf(Math.max(...own.cuts.map(({ cut }) => cut))) };
}

function boundsInDegrees(geometry: PackedGeometry): Bounds {
  const [west, south, east, north] = boundsOf(geometry);
  const degrees = (units: number): number => units / UNITS_PER_DEGREE;
  return [degrees(west), degrees(south), degrees(east), degrees(north)];
}
