/** Features of a name as GeoJSON, whole or those that touch a geometry (specification, section 7). */
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../asker.ts';
import { versionOfCuts } from '../../atlas-snapshot.ts';
import {
  boundsOf,
  MAX_QUERY_BYTES,
  UNITS_PER_DEGREE,
  unpackToGeoJson,
  type PackedGeometry,
} from '../../geometry/index.ts';
import { deniedError, fromStore } from '../../http/errors.ts';
import { createGate, type Gate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { chooseEncoding } from '../../http/negotiate.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { CACHE, cachingOf, type Caching } from '../../http/send-encoded.ts';
import { storeUnder } from '../../loaded-for.ts';
import { whenGone } from '../../http/when-gone.ts';
import { decideName, type AllowedCut } from '../../policies.ts';
import type { Bounds, DatasetStore } from '../../store/store.ts';
import { areCurrent } from '../current-cuts.ts';
import {
  createPageReader,
  featureCollection,
  featuresOf,
  toGeoJson,
  type CutFeature,
  type FeatureStore,
  type PageReader,
  type Wording,
} from './feature-pages.ts';
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
import { createGeometryReader, type GeometryReader } from './geometry-reader.ts';
import { parseQuestion, readQuestion } from './question.ts';
import { asksWhole } from './whole-dataset.ts';

/** Searches take turns page by page; who comes when too many wait is told so at once. */
const GATE = { atOnce: 2, waiting: 200 };

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
export function addGeodataRoute(app: FastifyInstance, allFeatures: DatasetStore): void {
  const turns = createGate(GATE);
  const readPage = createPageReader();
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseQuestion(text),
  );
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const gone = whenGone(reply);
    return sendFeatures(request, reply, {
      store: withTurns(storeUnder(allFeatures, request.atlas.snapshot), turns, gone),
      ...{ readPage, geometries, gone },
    });
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

/**
 * The store for one asker: its searches pass a gate, so that their time only begins when it is their
 * turn, and leave it when the asker is gone.
 */
function withTurns(store: FeatureStore, gate: Gate, gone: AbortSignal): FeatureStore {
  return {
    status: (dataset) => store.status(dataset),
    page: (request) => store.page(request),
    intersects: (request) => gate(() => store.intersects(request), gone),
  };
}

async function sendFeatures(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    store,
    readPage,
    ...aside
  }: {
    readonly store: FeatureStore;
    readonly readPage: PageReader;
    readonly geometries: GeometryReader;
    readonly gone: AbortSignal;
  },
) {
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
  const wish = { ...query, geometry };
  const united = open.length > 1;
  const head = async () => {
    const mayKeep =
      caching !== 'immutable' || (await fromStore(() => areCurrent(store, snapshot, open)));
    void reply
      .headers({
        'cache-control': CACHE[mayKeep ? caching : 'revalidate'],
        vary: 'Accept-Encoding',
      })
      .type('application/geo+json; charset=utf-8');
  };
  if (limit !== null) {
    const page = await fromStore(() =>
      readPage(store, { ...wish, limit, snapshot, united }, aside.gone),
    );
    await head();
    const links = page.next ? [nextLink(request, page.next)] : [];
    return reply.send(`${featureCollection(page, links)}\n`);
  }
  const features = featuresOf(store, wish);
  // The first feature is read before the answer begins: a store that fails still ends in 503.
  const first = await fromStore(() => features.next());
  await head();
  const gzip = chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip';
  if (gzip) void reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') return reply.send();
  const body = Readable.from(written(first, features, { snapshot, united }));
  return reply.send(gzip ? body.compose(createGzip()) : body);
}

/** The page after this one, at the same address. */
function nextLink(
  request: FastifyRequest,
  next: { readonly cut: number; readonly id: number },
): object {
  const [path = '', search = ''] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('after', afterOf(next.cut, next.id));
  return {
    rel: 'next',
    type: 'application/geo+json',
    href: `${request.atlas.site}${path}?${query}`,
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

async function* written(
  first: IteratorResult<CutFeature, void>,
  rest: AsyncGenerator<CutFeature, void>,
  how: Wording,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  for (let next = first, comma = ''; !next.done; next = await rest.next(), comma = ',') {
    yield `${comma}\n${JSON.stringify(toGeoJson(next.value, how))}`;
  }
  yield '\n]}\n';
}
