/** The HTTP server of an atlas: routes that answer from a compiled snapshot and a store of datasets. */
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ANONYMOUS, askerFromTestHeader, type Asker, type AskerFrom } from '../access/asker.ts';
import { askerOfAuthor } from '../routes/author/asker-of-author.ts';
import { askerFromSession, type Accounts } from '../accounts/accounts.ts';
import { withholdFrom } from 'atlas-engine';
import type { AtlasSnapshot, ScopedSnapshot } from '../access/atlas-snapshot.ts';
import type { Downloads } from '../downloads/downloads.ts';
import type { TrustedProxies } from '../config/setting-forms.ts';
import { logAnswers } from '../http/access-log.ts';
import { createClientGate } from '../http/client-gate.ts';
import { answerClientFault } from '../http/client-faults.ts';
import { BusyError, HttpError, sendError, toHttpError } from '../http/errors.ts';
import { ADDRESS_FAULTS, addressGuard } from '../http/address-guard.ts';
import { limitRequests } from '../http/limit-connections.ts';
import { limitRoute } from '../http/limit-route.ts';
import { limitUnderWay } from '../http/limit-under-way.ts';
import { openToOtherSites, refuseElsewhere } from '../http/other-sites.ts';
import { addSecurityHeaders, type SecurityOptions } from '../http/security-headers.ts';
import type { Refusals } from '../http/refusals.ts';
import { siteOf } from '../http/site.ts';
import { DEFAULT_LIMITS, type Limits } from '../http/limits.ts';
import { endLeftSessions } from './end-left-sessions.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureStores } from './measure-stores.ts';
import { Metrics } from '../metrics/metrics.ts';
import { protectServer } from './protect-server.ts';
import { addRoutesOfAccounts } from '../routes/account-routes.ts';
import { addAssetsRoute } from '../routes/assets/assets-route.ts';
import { readBuiltApp } from '../routes/assets/built-app.ts';
import { addAreasRoutes, AREAS_URLS } from '../routes/areas/areas-routes.ts';
import { addAnalysisRoute, ANALYSIS_URLS } from '../routes/analysis/analysis-route.ts';
import { addNearRoute, NEAR_URLS } from '../routes/analysis/near-route.ts';
import { addOverlapsRoute, OVERLAPS_URLS } from '../routes/analysis/overlaps-route.ts';
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
import { addOpenRoute, type OpenPlace } from '../routes/author/open-route.ts';
import { addPageRoutes, expectsPage } from '../routes/page/page-route.ts';
import { addPhotoRoute } from '../routes/photos/photo-route.ts';
import { DOWNLOAD_URLS } from '../routes/prepared-dataset/prepared-dataset-routes.ts';
import { addKeywordsRoute } from '../routes/search/keywords-route.ts';
import { addPlacesRoute } from '../routes/search/places-route.ts';
import { addSearchRoute } from '../routes/search/search-route.ts';
import { addTermsRoute } from '../routes/terms/terms-route.ts';
import { addTileJsonRoute } from '../routes/tiles/tilejson-route.ts';
import { compressWhenIdle } from '../routes/tiles/compress-when-idle.ts';
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
  /** A pino logger; default: nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** The accounts; without them, the server has no routes for accounts. */
  readonly accounts?: Accounts;
  /** The jobs of downloads; without them, or without accounts, nothing can be downloaded. */
  readonly downloads?: Downloads;
  /**
   * Identifies the visitor. The default is the test header, which is read only with
   * `NODE_ENV=test`, and then the session.
   */
  readonly askerFrom?: AskerFrom;
  /**
   * Public address of the site without a trailing slash. If it is not set, `siteOf` determines the
   * address.
   */
  readonly publicUrl?: string | null;
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; default: none. */
  readonly trustProxy?: TrustedProxies;
  /** CSP sources that may embed the atlas in a frame; default `'self'`. */
  readonly frameAncestors?: readonly string[];
  /** The registry for the metrics. The default is a new registry. */
  readonly metrics?: Metrics;
  /** Maximum bytes of tiles cached in memory; default 64 MiB. */
  readonly tileCacheBytes?: number;
  /** Maximum bytes of WMS pictures cached in memory; default 32 MiB. */
  readonly pictureCacheBytes?: number;
  /** Tiles on disk; default: none. */
  readonly tileFiles?: TileFiles;
  /** Folder whose disk `/health` checks; default: none. */
  readonly dataDir?: string;
  /**
   * The tools of the author, who is the only visitor: pages of other sites and other names of this
   * machine are refused. Default: none.
   */
  readonly author?: { readonly openPlace: OpenPlace };
  /** Limits that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** Called for every added route, so that a test can check all of them. */
  readonly onRoute?: (route: { readonly method: string | string[]; readonly url: string }) => void;
}

/** The atlas for one request: the same snapshot from its start to its end. */
export interface RequestAtlas {
  readonly snapshot: AtlasSnapshot;
  readonly wmsStyles: WmsStyles;
  readonly visitor: Asker;
  /** The origin of links in the answer, or empty for relative links. */
  readonly site: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    atlas: RequestAtlas;
  }
  interface FastifyInstance {
    /** Replaces the snapshot. Requests in progress keep the old one. */
    replaceSnapshot(this: void, next: AtlasSnapshot): void;
    /**
     * Withholds datasets from everyone at once, because their consent has ended: from this snapshot and
     * the next ones, until it is called again.
     */
    withhold(this: void, datasets: ReadonlySet<string>): void;
    /** Returns the snapshot that is served: to everyone, or to a visitor with levels in places. */
    currentSnapshot(this: void, visitor?: Pick<Asker, 'scopes'>): AtlasSnapshot;
    /**
     * Serves snapshots to visitors with levels in places, by the hash of these levels. They belong to
     * the snapshot `of`; if another one is served now, they are dropped.
     */
    serveScoped(this: void, of: AtlasSnapshot, scoped: ReadonlyMap<string, ScopedSnapshot>): void;
    /** Identifies the sender of a request, with the session as it is now. */
    identify(this: void, request: Pick<FastifyRequest, 'headers'>): Promise<Asker>;
    /** Reports the state of the configuration on disk in `/metrics`. */
    reportConfiguration(this: void, state: ConfigurationState): void;
    /**
     * Sets the reason in `/health` why the configuration on disk is not served. Null if it is
     * served, or if it has errors.
     */
    reportPending(this: void, pending: Pending | null): void;
    /** Sets the function that returns the states of outside services for `/health`. */
    reportServices(this: void, states: () => ServiceStates): void;
  }
}

/** Maximum size of a request body in bytes; routes that read one set their own. */
const BODY_LIMIT = 1_024;

/** Maximum bytes of tiles cached in memory. */
const TILE_CACHE_BYTES = 64 * 1_048_576;

/** Maximum bytes of pictures cached in memory. */
const PICTURE_CACHE_BYTES = 32 * 1_048_576;

/** Milliseconds. */
const MINUTE = 60_000;

/** Number of checks for slow requests within the time limit of a request. */
const TIMEOUT_CHECKS = 3;

/** Creates the server, ready to listen. Throws when the application has not been built. */
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
  const security = securityOf(options);
  const app = makeFastify(options, limits);
  // Node would answer 417 to an `Expect` header, without hooks, log and security headers.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply));
  const { onRoute, accounts, author, downloads = null } = options;
  if (onRoute) app.addHook('onRoute', ({ method, url }) => onRoute({ method, url }));
  const { refusals, budget } = protectServer(app, { limits, trustProxy, metrics });
  addErrorHandlers(app, { metrics, refusals });
  if (author) refuseElsewhere(app);
  endLeftSessions(app, { accounts, publicUrl });
  let notifyListeners: () => void = () => undefined;
  addAtlas(app, {
    snapshot: options.snapshot,
    askerFrom: askerOf(options),
    publicUrl,
    metrics,
    onChange: (snapshot) => {
      tiles.changeOver(snapshot);
      notifyListeners();
    },
  });
  logAnswers(app);
  measureAnswers(app, metrics);
  if (options.tileFiles) compressWhenIdle(app, tiles);
  measureStores(metrics, { tiles, pictures, store: options.store });
  await addSecurityHeaders(app, security);
  openToOtherSites(app);
  limitRequests(app, limits);
  for (const [url, id] of ADDRESS_FAULTS) app.all(url, () => Promise.reject(new HttpError(id)));
  addOpenApiRoute(app);
  const forAuthor = author !== undefined;
  const sendMissing = addPageRoutes(app, { built, security, publicUrl, forAuthor });
  app.setNotFoundHandler((request, reply) =>
    expectsPage(request)
      ? sendMissing(request, reply)
      : sendError(reply, new HttpError('not-found')),
  );
  addAssetsRoute(app, built);
  addBundleRoutes(app);
  notifyListeners = addEventsRoute(app, { limits, metrics });
  accounts?.sessions.onChange(app.recheckListeners);
  addFilesRoute(app);
  addTileRoute(app, { store: options.store, cache: tiles });
  addTileJsonRoute(app);
  addFeatureRoute(app, options.store);
  addPhotoRoute(app);
  const read = createFeatureReader({ budget, pageBytes: limits.pageBytes });
  limitSearches(app, limits);
  addGeodataRoute(app, { store: options.store, read });
  addAnalysisRoutes(app, options.store);
  addOgcRoutes(app, { store: options.store, read });
  addWmsRoute(app, { store: options.store, pictures });
  addSearchRoutes(app, options.store);
  if (author) addOpenRoute(app, author.openPlace);
  if (accounts) addRoutesOfAccounts(app, { accounts, publicUrl, downloads, store: options.store });
  addTermsRoute(app);
  await addHealthRoutes(app, { metrics, dataDir: options.dataDir ?? null });
  return app;
}

/** The jobs of one address run one after the other; those of others do not wait for all of them. */
const ANALYSIS_GATE = { atOnce: 2, waiting: 100 };

function addAnalysisRoutes(app: FastifyInstance, store: DatasetStore): void {
  const gate = createClientGate(ANALYSIS_GATE);
  addAnalysisRoute(app, { store, gate });
  addNearRoute(app, { store, gate });
  addOverlapsRoute(app, { store, gate });
}

function addSearchRoutes(app: FastifyInstance, store: DatasetStore): void {
  addSearchRoute(app, store);
  addKeywordsRoute(app);
  addPlacesRoute(app, store);
  addAreasRoutes(app, store);
}

/** Limits how often one address may search and analyse, and how many areas it sends at once. */
function limitSearches(
  app: FastifyInstance,
  { searchesPerMinute, analysesPerAddress }: Limits,
): void {
  const rules = { most: searchesPerMinute, period: MINUTE };
  limitRoute(app, ['/api/search'], rules);
  limitRoute(app, [...ANALYSIS_URLS, ...NEAR_URLS, ...OVERLAPS_URLS], rules);
  limitRoute(app, AREAS_URLS, rules);
  for (const urls of [ANALYSIS_URLS, DOWNLOAD_URLS])
    limitUnderWay(app, { urls, methods: ['POST'], most: analysesPerAddress });
  limitUnderWay(app, {
    urls: NEAR_URLS,
    methods: ['GET', 'HEAD', 'POST'],
    most: analysesPerAddress,
  });
  limitUnderWay(app, {
    urls: OVERLAPS_URLS,
    methods: ['GET', 'HEAD'],
    most: analysesPerAddress,
  });
}

function securityOf({ frameAncestors, publicUrl }: ServerOptions): SecurityOptions {
  return {
    frameAncestors: frameAncestors ?? ["'self'"],
    https: publicUrl?.startsWith('https:') === true,
  };
}

/** Returns what identifies visitors: the choice of the author, the test header, then the session. */
function askerOf({ accounts, askerFrom, author }: ServerOptions): AskerFrom {
  const fromSession = accounts ? askerFromSession(accounts) : () => ANONYMOUS;
  const identify: AskerFrom = (request, levels, rules) => {
    const tested = askerFromTestHeader(request, levels);
    return tested === ANONYMOUS ? fromSession(request, levels, rules) : tested;
  };
  const asker = askerFrom ?? identify;
  return author ? askerOfAuthor(asker) : asker;
}

/** Creates Fastify with the limits of a server, without routes. */
function makeFastify({ logger, trustProxy }: ServerOptions, limits: Limits): FastifyInstance {
  return Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Fastify's own lines contain whole addresses, which may reveal where a visitor looks.
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

/** Returns the setting in Fastify's form; a number counts the proxies from the server outwards. */
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
    'Queries that failed in the store.',
  );
  app.setErrorHandler((thrown, request, reply) => {
    // The client has disconnected, and its work was cancelled.
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

/** Returns the dataset of an error, if it is public. */
function openDatasetOf(error: unknown, { atlas }: FastifyRequest): { readonly dataset?: string } {
  const { dataset } = (error ?? {}) as { readonly dataset?: unknown };
  const known = typeof dataset === 'string' && atlas?.snapshot.access.datasets.get(dataset);
  return known && known.rank.view === 0 ? { dataset: known.dataset } : {};
}

/** Adds the current snapshot and the visitor to every request, before any other hook. */
function addAtlas(
  app: FastifyInstance,
  {
    snapshot,
    askerFrom,
    publicUrl,
    metrics,
    onChange,
  }: {
    readonly snapshot: AtlasSnapshot;
    readonly askerFrom: AskerFrom;
    readonly publicUrl: string | null;
    readonly metrics: Metrics;
    /** Called with the snapshot of everyone when it or one of the others was replaced. */
    readonly onChange: (snapshot: AtlasSnapshot) => void;
  },
): void {
  let current = servedOf(snapshot);
  // Visitors for whose levels in places there is no snapshot are answered as everyone.
  let scopedTo: ReadonlyMap<string, Served> = new Map();
  const servedTo = ({ scopes }: Pick<Asker, 'scopes'>): Served => scopedTo.get(scopes) ?? current;
  let since = Date.now() / 1_000;
  metrics.gauge(
    'atlas_configuration_since_seconds',
    'Time since 1970 at which the current revision was first served.',
    () => [{ labels: { revision: current.snapshot.revision }, value: since }],
  );
  let whole = snapshot;
  let withheld: ReadonlySet<string> = new Set();
  const serve = (): void => {
    const { access } = whole;
    const isWhole = ![...withheld].some((id) => access.datasets.has(id));
    current = servedOf(isWhole ? whole : { ...whole, access: withholdFrom(access, withheld) });
    scopedTo = new Map();
    onChange(current.snapshot);
  };
  app.decorate('replaceSnapshot', (next) => {
    whole = next;
    since = Date.now() / 1_000;
    serve();
  });
  app.decorate('withhold', (datasets) => {
    const isSame = datasets.size === withheld.size && [...datasets].every((id) => withheld.has(id));
    withheld = datasets;
    if (!isSame) serve();
  });
  app.decorate('serveScoped', (of, scoped) => {
    const { snapshot: base } = current;
    if (of !== base) return;
    scopedTo = new Map([...scoped].map(([hash, part]) => [hash, servedOf({ ...base, ...part })]));
    onChange(base);
  });
  const identify = async (request: Pick<FastifyRequest, 'headers'>): Promise<Asker> => {
    const { access, accounts } = current.snapshot;
    const visitor = await askerFrom(request, access.levels, accounts);
    return visitor.rank > 0 || visitor.account ? visitor : ANONYMOUS;
  };
  app.decorate('currentSnapshot', (visitor = ANONYMOUS) => servedTo(visitor).snapshot);
  app.decorate('identify', identify);
  app.decorateRequest('atlas', null as unknown as RequestAtlas); // set below, before any handler
  app.addHook('onRequest', async (request) => {
    const visitor = await identify(request);
    request.atlas = { ...servedTo(visitor), visitor, site: siteOf(request, publicUrl) };
  });
}

/** A snapshot with what is computed from it once. */
type Served = Pick<RequestAtlas, 'snapshot' | 'wmsStyles'>;

function servedOf(snapshot: AtlasSnapshot): Served {
  return { snapshot, wmsStyles: wmsStylesOf(snapshot) };
}
