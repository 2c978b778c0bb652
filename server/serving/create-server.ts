/** The HTTP server of an atlas: routes over a compiled snapshot and a store of datasets. */
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ANONYMOUS, askerFromTestHeader, type Asker, type AskerFrom } from '../access/asker.ts';
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { TrustedProxies } from '../config/setting-forms.ts';
import { logAnswers } from '../http/access-log.ts';
import { answerClientFault } from '../http/client-faults.ts';
import { BusyError, HttpError, sendError, toHttpError } from '../http/errors.ts';
import { ADDRESS_FAULTS, addressGuard } from '../http/address-guard.ts';
import { limitRequests } from '../http/limit-connections.ts';
import { openToOtherSites } from '../http/other-sites.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import type { Refusals } from '../http/refusals.ts';
import { siteOf } from '../http/site.ts';
import { DEFAULT_LIMITS, type Limits } from '../http/limits.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureStores } from './measure-stores.ts';
import { Metrics } from '../metrics/metrics.ts';
import { protectServer } from './protect-server.ts';
import { addAssetsRoute } from '../routes/assets/assets-route.ts';
import { readBuiltApp } from '../routes/assets/built-app.ts';
import { addBundleRoutes } from '../routes/bundles/bundle-routes.ts';
import { addEventsRoute } from '../routes/events/events-route.ts';
import { addFeatureRoute } from '../routes/features/feature-route.ts';
import { addFilesRoute } from '../routes/files/files-route.ts';
import { createFeatureReader } from '../routes/geodata/feature-reader.ts';
import { addGeodataRoute } from '../routes/geodata/geodata-route.ts';
import {
  addHealthRoutes,
  type ConfigurationState,
  type Pending,
  type ServiceStates,
} from '../routes/health/health-routes.ts';
import { addOgcRoutes } from '../routes/ogc/ogc-routes.ts';
import { addOpenApiRoute } from '../routes/openapi/openapi-route.ts';
import { addPageRoutes } from '../routes/page/page-route.ts';
import { addPhotoRoute } from '../routes/photos/photo-route.ts';
import { addSearchRoute } from '../routes/search/search-route.ts';
import { addTileJsonRoute } from '../routes/tiles/tilejson-route.ts';
import { TileCache } from '../routes/tiles/tile-cache.ts';
import type { TileFiles } from '../routes/tiles/tile-files.ts';
import { addTileRoute } from '../routes/tiles/tile-route.ts';
import { wmsStylesOf, type WmsStyles } from '../routes/wms/open-layers.ts';
import { createPictureCache } from '../routes/wms/answer-map.ts';
import { addWmsRoute } from '../routes/wms/wms-route.ts';
import type { DatasetStore } from '../store/store.ts';

export interface ServerOptions {
  readonly snapshot: AtlasSnapshot;
  readonly store: DatasetStore;
  /** Folder of the built browser application. */
  readonly appDir: string;
  /** A pino logger; absent: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** Default: the test header, which is read under `NODE_ENV=test` only. */
  readonly askerFrom?: AskerFrom;
  /** Where the site is reached from outside, without a slash at its end; default: see `siteOf`. */
  readonly publicUrl?: string | null;
  /** Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed; default: nobody's. */
  readonly trustProxy?: TrustedProxies;
  /** CSP sources that may frame the atlas; default `'self'`. */
  readonly frameAncestors?: readonly string[];
  /** Where figures are gathered; default: nobody reads them. */
  readonly metrics?: Metrics;
  /** Bytes of tiles kept in memory; default 64 MiB. */
  readonly tileCacheBytes?: number;
  /** Bytes of pictures of the WMS kept in memory; default 32 MiB. */
  readonly pictureCacheBytes?: number;
  /** Tiles on the disk; default: none. */
  readonly tileFiles?: TileFiles;
  /** Folder whose disk `/health` looks at; default: none. */
  readonly dataDir?: string;
  /** What clients may take at the same time, where it is not `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** Told of every route that is added, so that a test can leave none out. */
  readonly onRoute?: (route: { readonly method: string | string[]; readonly url: string }) => void;
}

/** What one request sees of the atlas: one snapshot from its start to its end. */
export interface RequestAtlas {
  readonly snapshot: AtlasSnapshot;
  readonly wmsStyles: WmsStyles;
  readonly asker: Asker;
  /** What links of the answer begin with: an origin, or nothing. */
  readonly site: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    atlas: RequestAtlas;
  }
  interface FastifyInstance {
    /** Changes over to another snapshot; requests under way finish on the one they began with. */
    replaceSnapshot(this: void, next: AtlasSnapshot): void;
    /** Says in `/metrics` how the configuration on the disk stands to the one that is served. */
    tellConfiguration(this: void, state: ConfigurationState): void;
    /** Says in `/health` why the configuration on the disk is not served; null: it is, or has errors. */
    tellPending(this: void, pending: Pending | null): void;
    /** Gives `/health` what it says of outside services whenever it is asked. */
    tellServices(this: void, states: () => ServiceStates): void;
  }
}

/** Bytes of a request's body: nothing here reads one. */
const BODY_LIMIT = 1_024;

/** Bytes of tiles kept in memory. */
const TILE_CACHE_BYTES = 64 * 1_048_576;

/** Bytes of pictures kept in memory. */
const PICTURE_CACHE_BYTES = 32 * 1_048_576;

/** In this part of the time that a request has, requests that take longer are looked for. */
const TIMEOUT_CHECKS = 3;

/** Makes the server, ready to listen. Throws when the application is not built. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const built = readBuiltApp(options.appDir);
  const publicUrl = options.publicUrl ?? null;
  const metrics = options.metrics ?? new Metrics();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const trustProxy = options.trustProxy ?? false;
  const tiles = new TileCache({
    maxBytes: options.tileCacheBytes ?? TILE_CACHE_BYTES,
    files: options.tileFiles ?? null,
  });
  tiles.changeOver(options.snapshot);
  const pictures = createPictureCache(options.pictureCacheBytes ?? PICTURE_CACHE_BYTES);
  const security = {
    frameAncestors: options.frameAncestors ?? ["'self'"],
    https: publicUrl?.startsWith('https:') === true,
  };
  const app = makeFastify(options, limits);
  // Node itself would answer 417 to a header that means nothing here, past hooks, log and security headers.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  const { onRoute } = options;
  if (onRoute) app.addHook('onRoute', ({ method, url }) => onRoute({ method, url }));
  const { refusals, budget } = protectServer(app, { limits, trustProxy, metrics });
  addErrorHandlers(app, { metrics, refusals });
  let tellListeners: (snapshot: AtlasSnapshot) => void = () => undefined;
  addAtlas(app, {
    snapshot: options.snapshot,
    askerFrom: options.askerFrom ?? askerFromTestHeader,
    publicUrl,
    metrics,
    onReplaced: (snapshot) => {
      tiles.changeOver(snapshot);
      tellListeners(snapshot);
    },
  });
  logAnswers(app);
  measureAnswers(app, metrics);
  measureStores(metrics, { tiles, pictures, store: options.store });
  await addSecurityHeaders(app, security);
  openToOtherSites(app);
  limitRequests(app, limits);
  for (const [url, id] of ADDRESS_FAULTS) {
    app.all(url, () => Promise.reject(new HttpError(id)));
  }
  addOpenApiRoute(app);
  addPageRoutes(app, { built, security });
  addAssetsRoute(app, built);
  addBundleRoutes(app);
  tellListeners = addEventsRoute(app, { limits, metrics });
  addFilesRoute(app);
  addTileRoute(app, { store: options.store, cache: tiles });
  addTileJsonRoute(app);
  addFeatureRoute(app, options.store);
  addPhotoRoute(app);
  const read = createFeatureReader({ budget, pageBytes: limits.pageBytes });
  addGeodataRoute(app, { store: options.store, read });
  addOgcRoutes(app, { store: options.store, read });
  addWmsRoute(app, { store: options.store, pictures });
  addSearchRoute(app, options.store);
  await addHealthRoutes(app, { metrics, dataDir: options.dataDir ?? null });
  return app;
}

/** Fastify with the limits of a server, and without routes. */
function makeFastify({ logger, trustProxy }: ServerOptions, limits: Limits): FastifyInstance {
  return Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Fastify's own lines hold whole addresses, which may tell where someone looks.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: limits.requestTime,
    http: {
      headersTimeout: limits.headTime,
      requestTimeout: limits.requestTime,
      connectionsCheckingInterval: Math.ceil(limits.headTime / TIMEOUT_CHECKS),
    },
    trustProxy: trusted(trustProxy ?? false),
    rewriteUrl: addressGuard,
    routerOptions: { maxParamLength: 1_000 },
    frameworkErrors: (error, _request, reply) =>
      sendError(reply as FastifyReply, toHttpError(error)),
    clientErrorHandler: answerClientFault,
  });
}

/** As Fastify takes it; a number counts the proxies from the server outwards. */
function trusted(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies && [...proxies];
}

function addErrorHandlers(
  app: FastifyInstance,
  { metrics, refusals }: { readonly metrics: Metrics; readonly refusals: Refusals },
): void {
  const storeErrors = metrics.counter(
    'atlas_store_errors_total',
    'Questions that a store failed to answer.',
  );
  app.setNotFoundHandler((_request, reply) => sendError(reply, new HttpError('not-found')));
  app.setErrorHandler((thrown, request, reply) => {
    // Whoever asked is gone, and what was under way for them was given up.
    if (reply.raw.destroyed) return reply.hijack();
    const error = toHttpError(thrown, request.routeOptions.schema);
    if (error.id === 'unavailable' && error.cause !== undefined) storeErrors.add();
    if (error instanceof BusyError) refusals.add(error.reason);
    else if (error.status >= 500) {
      const cause = error.cause ?? error;
      request.log.error({ err: cause, ...openDatasetOf(cause, request) }, error.id);
    }
    const ofRoute = request.routeOptions.config.sendError;
    return ofRoute ? ofRoute(request, reply, error) : sendError(reply, error);
  });
}

/** The dataset that an error is about, where everyone may know of it. */
function openDatasetOf(error: unknown, { atlas }: FastifyRequest): { readonly dataset?: string } {
  const { dataset } = (error ?? {}) as { readonly dataset?: unknown };
  const known = typeof dataset === 'string' && atlas?.snapshot.access.datasets.get(dataset);
  return known && known.rank.view === 0 ? { dataset: known.dataset } : {};
}

/** Gives every request the current snapshot and its asker before anything else happens. */
function addAtlas(
  app: FastifyInstance,
  {
    snapshot,
    askerFrom,
    publicUrl,
    metrics,
    onReplaced,
  }: {
    readonly snapshot: AtlasSnapshot;
    readonly askerFrom: AskerFrom;
    readonly publicUrl: string | null;
    readonly metrics: Metrics;
    readonly onReplaced: (snapshot: AtlasSnapshot) => void;
  },
): void {
  let current = snapshot;
  let wmsStyles = wmsStylesOf(snapshot);
  let since = Date.now() / 1_000;
  metrics.gauge(
    'atlas_configuration_since_seconds',
    'Time since 1970 from which the revision is served.',
    () => [{ labels: { revision: current.revision }, value: since }],
  );
  app.decorate('replaceSnapshot', (next) => {
    current = next;
    wmsStyles = wmsStylesOf(next);
    since = Date.now() / 1_000;
    onReplaced(next);
  });
  app.decorateRequest('atlas', null as unknown as RequestAtlas); // set below, before any handler
  app.addHook('onRequest', async (request) => {
    const asker = askerFrom(request, current.access.levels);
    request.atlas = {
      snapshot: current,
      wmsStyles,
      asker: asker.rank > 0 || asker.account ? asker : ANONYMOUS,
      site: siteOf(request, publicUrl),
    };
  });
}
