/** Features of a name as GeoJSON, whole or those that touch a geometry (specification, section 7). */
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../asker.ts';
import { versionOfCuts, type AtlasSnapshot } from '../../atlas-snapshot.ts';
import { parseWkt, unpackToGeoJson } from '../../geometry/index.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { chooseEncoding } from '../../http/negotiate.ts';
import { CACHE, cachingOf, type Caching } from '../../http/send-encoded.ts';
import { decideName, type AllowedCut } from '../../policies.ts';
import type { DatasetStore, StoredFeature } from '../../store/store.ts';
import { areCurrent } from '../current-cuts.ts';

/** Bytes of well-known text in an address; a longer geometry is to be sent by POST. */
const MAX_WKT_BYTES = 12_000;

/**
 * Milliseconds for the search of one page. What the reader takes to receive a page, and other
 * searches, do not count: an answer that has begun must not be cut off for them.
 */
const SEARCH_TIMEOUT = 5_000;

/** Searches take turns page by page; who comes when too many wait is told so at once. */
const GATE = { atOnce: 2, waiting: 200 };

const PAGE_SIZE = 1_000;

const SCHEMA = {
  params: {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 200 } },
    required: ['name'],
  },
  querystring: {
    type: 'object',
    properties: { intersects: { type: 'string' }, v: { type: 'string', maxLength: 2_000 } },
  },
} as const;

type Geometry = StoredFeature['geometry'];

/** Adds `GET /api/geodata/:name/`, with `?intersects=` well-known text. */
export function addGeodataRoute(app: FastifyInstance, store: DatasetStore): void {
  const inTurns = withTurns(store);
  for (const url of ['/api/geodata/:name/', '/api/geodata/:name']) {
    addGetRoute(app, url, (request, reply) => sendFeatures(request, reply, inTurns), {
      schema: SCHEMA,
      ownHead: true,
    });
  }
}

type FeatureStore = Pick<DatasetStore, 'page' | 'intersects' | 'status'>;

/** A store whose searches pass a gate, so that their time only begins when it is their turn. */
function withTurns(store: FeatureStore): FeatureStore {
  const gate = createGate(GATE);
  return {
    status: (dataset) => store.status(dataset),
    page: (request) => store.page(request),
    intersects: (request) => gate(() => store.intersects(request)),
  };
}

async function sendFeatures(request: FastifyRequest, reply: FastifyReply, store: FeatureStore) {
  const { snapshot } = request.atlas;
  const { name } = request.params as { name: string };
  const { intersects } = request.query as { intersects?: string };
  const { cuts, caching } = chooseCuts(request, name);
  const geometry = intersects === undefined ? null : readGeometry(intersects);
  const features = featuresOf(store, { cuts, geometry });
  // The first feature is read before the answer begins: a store that fails still ends in 503.
  const first = await fromStore(() => features.next());
  const mayKeep =
    caching !== 'immutable' || (await fromStore(() => areCurrent(store, snapshot, cuts)));
  void reply
    .headers({ 'cache-control': CACHE[mayKeep ? caching : 'revalidate'], vary: 'Accept-Encoding' })
    .type('application/geo+json; charset=utf-8');
  const gzip = chooseEncoding(request.headers['accept-encoding'], ['gzip']) === 'gzip';
  if (gzip) void reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') return reply.send();
  const text = Readable.from(written(first, features, { snapshot, united: cuts.length > 1 }));
  return reply.send(gzip ? text.compose(createGzip()) : text);
}

/** As for tiles: under the public version everyone receives what everyone may see. */
function chooseCuts(
  request: FastifyRequest,
  name: string,
): { cuts: readonly AllowedCut[]; caching: Caching } {
  const { snapshot, asker } = request.atlas;
  const { v, intersects } = request.query as { v?: string; intersects?: string };
  const open = decideName(snapshot.access, ANONYMOUS, { feed: 'geojson', name });
  if (open.allow && intersects === undefined && v === versionOfCuts(snapshot, open.cuts)) {
    return { cuts: open.cuts, caching: 'immutable' };
  }
  const own = decideName(snapshot.access, asker, { feed: 'geojson', name });
  if (!own.allow) throw deniedError(own.status);
  return { cuts: own.cuts, caching: cachingOf(Math.max(...own.cuts.map(({ cut }) => cut))) };
}

function readGeometry(text: string): Geometry {
  if (Buffer.byteLength(text) > MAX_WKT_BYTES) throw new HttpError('address-too-long');
  const parsed = parseWkt(text);
  if (!('ok' in parsed)) throw new HttpError('bad-request');
  return unpackToGeoJson(parsed.ok);
}

interface CutFeature {
  readonly cut: AllowedCut;
  readonly feature: StoredFeature;
}

async function* featuresOf(
  store: FeatureStore,
  { cuts, geometry }: { cuts: readonly AllowedCut[]; geometry: Geometry | null },
): AsyncGenerator<CutFeature, void> {
  for (const cut of cuts) {
    let after: number | undefined;
    for (;;) {
      const request = {
        dataset: cut.dataset,
        fields: cut.fields,
        limit: PAGE_SIZE,
        ...(after !== undefined && { after }),
      };
      const page = geometry
        ? await store.intersects({ ...request, geometry, timeout: SEARCH_TIMEOUT })
        : await store.page(request);
      for (const feature of page) yield { cut, feature };
      after = page.at(-1)?.id;
      if (page.length < PAGE_SIZE) break;
    }
  }
}

async function* written(
  first: IteratorResult<CutFeature, void>,
  rest: AsyncGenerator<CutFeature, void>,
  how: { snapshot: AtlasSnapshot; united: boolean },
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  for (let next = first, comma = ''; !next.done; next = await rest.next(), comma = ',') {
    yield `${comma}\n${JSON.stringify(toGeoJson(next.value, how))}`;
  }
  yield '\n]}\n';
}

/**
 * Ids of several datasets under one name could meet, so there they carry their dataset. What counts
 * are those open to the asker: else a dataset that is not would show in the ids of the others.
 */
function toGeoJson(
  { cut, feature }: CutFeature,
  { snapshot, united }: { snapshot: AtlasSnapshot; united: boolean },
): object {
  const demo = snapshot.datasets.get(cut.dataset)?.demo === true;
  return {
    type: 'Feature',
    id: united ? `${cut.dataset}.${feature.id}` : feature.id,
    ...(demo && { demo }),
    properties: Object.fromEntries(
      cut.fields
        .map((field) => [field, feature.properties[field] ?? null] as const)
        .filter(([, value]) => value !== null),
    ),
    geometry: feature.geometry,
  };
}
