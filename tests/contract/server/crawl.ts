/**
 * Requests everything from a running server: the routes come from the server; names, ids, tiles and
 * versions come from every variant of the atlas that is compared, and some are invented.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SCREENS } from 'atlas-engine/runtime';
import { NOBODY, QUESTIONS, shapesAt, TILES } from './crawl-values.ts';
import { colorsOf } from './picture-colors.ts';
import type { GuardedServer } from './guarded-server.ts';
import { sample } from '../../size.ts';

/** The parts of a response that a client can see, except the date. */
export interface Answer {
  readonly status: number;
  readonly headers: string;
  /** The body as received. */
  readonly body: Buffer;
}

export type Crawl = ReadonlyMap<string, Answer>;

/** A value in an address, and the dataset that it belongs to; an invented one belongs to none. */
interface Owned {
  readonly value: string | number;
  readonly owner?: string;
}

/** The values that addresses are built from. */
export interface Targets {
  readonly tileNames: readonly string[];
  readonly wmsNames: readonly string[];
  readonly geojsonNames: readonly string[];
  readonly datasets: readonly string[];
  readonly groups: readonly string[];
  readonly projects: readonly string[];
  readonly ids: readonly Owned[];
  readonly versions: readonly Owned[];
  readonly bundlePaths: readonly string[];
  readonly assets: readonly string[];
  readonly files: readonly string[];
  /** The words to search for. */
  readonly words: readonly string[];
  /** Dataset, field and file name of a picture. */
  readonly photos: readonly (readonly [dataset: string, field: string, file: string])[];
}

/** Collects the values for addresses from all servers. */
export async function gatherTargets(servers: readonly GuardedServer[]): Promise<Targets> {
  const ids: Owned[] = [1, 2, 999_999, '01', 'x'].map((value) => ({ value }));
  for (const { model, store } of servers) {
    for (const dataset of model.datasets.values()) {
      if (dataset.geometry === 'raster') continue;
      const page = await store.page({ dataset: dataset.id, fields: [], limit: 3 });
      for (const { id } of page) ids.push({ value: id, owner: dataset.id });
    }
  }
  const all = (pick: (server: GuardedServer) => Iterable<string>): string[] => [
    ...new Set(servers.flatMap((server) => [...pick(server)])),
  ];
  const hidden = all(({ atlas }) => atlas.hiddenNames);
  return {
    tileNames: [...all(({ snapshot }) => snapshot.access.tiles.keys()), ...hidden, ...NOBODY],
    wmsNames: [...all(({ snapshot }) => snapshot.access.wms.keys()), ...hidden, ...NOBODY],
    geojsonNames: [...all(({ snapshot }) => snapshot.access.geojson.keys()), ...hidden, ...NOBODY],
    datasets: [...all(({ model }) => model.datasets.keys()), ...hidden, ...NOBODY],
    groups: [...all(({ model }) => model.groups.map(({ id }) => id)), ...NOBODY],
    projects: [...all(({ model }) => model.projects.map(({ id }) => id)), ...hidden, ...NOBODY],
    ids,
    versions: [
      { value: 'old' },
      ...servers.flatMap(({ snapshot }) =>
        [...snapshot.datasets].flatMap(([owner, { versions }]) =>
          Object.values(versions).map((value) => ({ value, owner })),
        ),
      ),
    ],
    bundlePaths: all(({ snapshot }) => snapshot.publicParts.keys()),
    assets: ['index-abc.js', 'no-such.js'],
    files: [
      'atlas.yaml',
      'data/relief.pmtiles',
      'data/graves.geojson',
      'data/unnamed.txt',
      'icons/well.svg',
      'texts/graves.en.md',
      ...all(({ snapshot }) => snapshot.files.keys()),
      ...all(({ atlas }) => atlas.pictures),
    ],
    // Every sixteenth secret is enough, because the others are of the same kinds.
    words: all(({ secrets }) =>
      Object.values(secrets).flatMap((some) => some.filter((_, i) => i % 16 === 0)),
    ),
    photos: photosOf(servers),
  };
}

/**
 * Returns names with values: each name with its own values and with the invented ones, and, of its
 * pairs with the values of other datasets, daily one of ten.
 */
function paired(
  names: readonly string[],
  values: readonly Owned[],
): (readonly [name: string, value: string | number])[] {
  const isOwn = (name: string, owner = name): boolean => owner === name;
  const all = names.flatMap((name) => values.map(({ value, owner }) => ({ name, value, owner })));
  const foreign = all.filter(({ name, owner }) => !isOwn(name, owner));
  const own = all.filter(({ name, owner }) => isOwn(name, owner));
  return [...own, ...sample(foreign, 10)].map(({ name, value }) => [name, value] as const);
}

/** Returns every picture with every dataset and picture field, whether they match or not. */
function photosOf(servers: readonly GuardedServer[]): Targets['photos'] {
  const files = servers.flatMap(({ atlas }) =>
    atlas.pictures.map((path) => path.split('/').at(-1)!),
  );
  const fields = servers.flatMap(({ model }) =>
    [...model.datasets.values()].flatMap(({ id, fields: all }) =>
      [...all.values()].flatMap(({ name, folder }) => (folder ? [[id, name] as const] : [])),
    ),
  );
  const asked = [
    ...fields,
    ...fields.map(([dataset]) => [dataset, 'no-such'] as const),
    ...NOBODY.map((name) => [name, 'views'] as const),
  ];
  const tried = [...files, 'missing.jpg', '../../atlas.yaml', '..', 'constructor'];
  return [...new Map(asked.map((pair) => [pair.join('/'), pair])).values()].flatMap(
    ([dataset, field]) => [...new Set(tried)].map((file) => [dataset, field, file] as const),
  );
}

const mapOf = (name: string | number): string =>
  `/wms?service=WMS&version=1.1.1&request=GetMap&layers=${name}&styles=&srs=EPSG:4326&bbox=9,-3,17,5&width=64&height=64&format=image/png&transparent=true`;

/** The addresses to request, by pattern. A route that is missing here fails the test. */
const ADDRESSES: Readonly<Record<string, (targets: Targets) => readonly string[]>> = {
  '/': ({ projects }) => [
    '/',
    '/?lang=en',
    '/?lang=fr',
    '/?lang=xx',
    '/?lang=en&lang=fr',
    ...projects.map((project) => `/?project=${project}`),
  ],
  '/account': () => ['/account'],
  '/admin': () => ['/admin'],
  '/account/privacy-policy/:lang': () =>
    ['en', 'fr', 'xx'].map((locale) => `/account/privacy-policy/${locale}`),
  '/account/data-agreement/:lang': () => ['/account/data-agreement/en'],
  '/errors/404': () => ['/errors/404'],
  '/assets/:name': ({ assets }) => assets.map((name) => `/assets/${name}`),
  '/atlas/session.:locale.json': () =>
    ['en', 'fr', 'xx'].map((locale) => `/atlas/session.${locale}.json`),
  // Its answer has no end; it is tested in events.test.ts.
  '/atlas/events': () => [],
  '/atlas/:name': ({ bundlePaths }) => [...bundlePaths, '/atlas/part.people.x.en.json', '/atlas/x'],
  '/atlas/files/*': ({ files }) =>
    files.flatMap((name) => [`/atlas/files/${name}`, `/atlas/files/${name}?v=old`]),
  '/api/mvt/tile/:name/:z/:x/:y.pbf': ({ tileNames, versions }) => [
    ...tileNames.flatMap((name) => TILES.map((at) => `/api/mvt/tile/${name}/${at}.pbf`)),
    ...paired(tileNames, versions).map(([name, v]) => `/api/mvt/tile/${name}/3/4/3.pbf?v=${v}`),
  ],
  '/api/mvt/:name.json': ({ tileNames }) => tileNames.map((name) => `/api/mvt/${name}.json`),
  '/api/features/:dataset/:id': ({ datasets, ids }) =>
    paired(datasets, ids).map(([name, id]) => `/api/features/${name}/${id}`),
  '/api/photos/:dataset/:field/:file': ({ photos }) =>
    photos.map((names) => `/api/photos/${names.map(encodeURIComponent).join('/')}`),
  '/wms/': ({ wmsNames }) => [
    '/wms/?service=WMS&request=GetCapabilities',
    ...wmsNames.map(
      (name) => `/wms/?service=WMS&request=GetLegendGraphic&layer=${name}&format=image/png`,
    ),
  ],
  '/wms': ({ wmsNames, versions }) => [
    '/wms',
    ...['1.1.1', '1.3.0'].map((v) => `/wms?service=WMS&request=GetCapabilities&version=${v}`),
    '/wms?service=WMS&request=GetCapabilities&language=fr',
    ...wmsNames.flatMap((name) => {
      const map = mapOf(name);
      return [
        map,
        map.replace(`layers=${name}`, `layers=heat,${name}`),
        map.replace('1.1.1', '1.3.0').replace('srs=EPSG:4326', 'crs=CRS:84'),
        `/wms?service=WMS&version=1.1.1&request=GetLegendGraphic&layer=${name}&format=image/png`,
        // The first well is here; other features may be.
        ...['application/json', 'text/html&language=fr'].map(
          (format) =>
            `${map.replace('GetMap', 'GetFeatureInfo')}&query_layers=${name}&x=8&y=39&feature_count=50&info_format=${format}`,
        ),
        `${map}&exceptions=application/vnd.ogc.se_inimage`,
      ];
    }),
    ...paired(wmsNames, versions).map(([name, v]) => `${mapOf(name)}&v=${v}`),
  ],
  '/api/geodata/:name/': ({ geojsonNames, versions }) => [
    ...geojsonNames.flatMap((name) => [
      `/api/geodata/${name}/`,
      `/api/geodata/${name}/?intersects=POLYGON((9 -3,17 -3,17 5,9 5,9 -3))`,
      `/api/geodata/${name}/?intersects=POLYGON((0`,
      `/api/geodata/${name}/?intersects=POLYGON((9 -3,17 -3,17 5,9 5,9 -3))&limit=1&count=true`,
      `/api/geodata/${name}/?limit=2`,
      `/api/geodata/${name}/?bbox=9,-3,17,5&limit=3`,
      `/api/geodata/${name}/?fields=name`,
      `/api/geodata/${name}/?fields=phone`,
      `/api/geodata/${name}/?intersects=${'9'.repeat(12_500)}`,
    ]),
    ...paired(geojsonNames, versions).map(([name, v]) => `/api/geodata/${name}/?v=${v}`),
  ],
  '/api/geodata/:name': ({ geojsonNames }) => geojsonNames.map((name) => `/api/geodata/${name}`),
  '/api/geodata/analysis': () => ['/api/geodata/analysis'],
  '/api/geodata/analysis/': () => ['/api/geodata/analysis/'],
  '/api/geodata/near': ({ datasets, ids }) => [
    ...['', '?lng=10.5&lat=0.5', '?lng=13&lat=1', '?lng=-179.9&lat=-80', '?lng=200&lat=1'].map(
      (query) => `/api/geodata/near${query}`,
    ),
    ...paired(datasets, ids).map(([name, id]) => `/api/geodata/near?dataset=${name}&id=${id}`),
  ],
  '/api/geodata/near/': () => ['/api/geodata/near/?lng=11&lat=1'],
  '/api/geodata/overlaps': ({ groups }) => [
    '/api/geodata/overlaps?layer=wells',
    ...groups.flatMap((group) => [
      `/api/geodata/overlaps?layer=${group}&with=wells`,
      `/api/geodata/overlaps?layer=wells&with=${group}`,
      `/api/geodata/overlaps?layer=${group}&with=${group}&after=wells:1`,
    ]),
  ],
  '/api/geodata/overlaps/': () => ['/api/geodata/overlaps/'],
  '/ogc': () => ['/ogc', '/ogc?f=json', '/ogc?nonsense=1'],
  '/ogc/': () => ['/ogc/'],
  '/ogc/conformance': () => ['/ogc/conformance'],
  '/ogc/conformance/': () => ['/ogc/conformance/'],
  '/ogc/collections': () => ['/ogc/collections'],
  '/ogc/collections/': () => ['/ogc/collections/'],
  '/ogc/collections/:collection': ({ datasets }) =>
    datasets.map((name) => `/ogc/collections/${name}`),
  '/ogc/collections/:collection/': ({ datasets }) =>
    datasets.map((name) => `/ogc/collections/${name}/`),
  '/ogc/collections/:collection/items': ({ datasets }) =>
    datasets.flatMap((name) =>
      ['', '?limit=1', '?bbox=9,-3,17,5', '?fields=name', '?fields=phone', '?limit=0'].map(
        (query) => `/ogc/collections/${name}/items${query}`,
      ),
    ),
  '/ogc/collections/:collection/items/': ({ datasets }) =>
    datasets.map((name) => `/ogc/collections/${name}/items/`),
  '/ogc/collections/:collection/items/:id': ({ datasets, ids }) =>
    paired(datasets, ids).map(([name, id]) => `/ogc/collections/${name}/items/${id}`),
  '/ogc/collections/:collection/items/:id/': ({ datasets }) =>
    datasets.map((name) => `/ogc/collections/${name}/items/1/`),
  '/api/search': ({ words, datasets }) => [
    '/api/search',
    ...QUESTIONS.flatMap((question) => {
      const q = encodeURIComponent(question);
      return ['', '&locale=fr', '&limit=50'].map((more) => `/api/search?q=${q}${more}`);
    }),
    ...[...words, ...datasets].map((word) => `/api/search?q=${encodeURIComponent(word)}&limit=50`),
  ],
  '/api/areas': ({ words }) => [
    '/api/areas',
    '/api/areas?locale=fr',
    ...[...QUESTIONS, ...words].map((word) => `/api/areas?q=${encodeURIComponent(word)}`),
  ],
  '/api/areas/outline': ({ datasets, ids, projects }) => [
    '/api/areas/outline',
    ...paired(datasets, ids).map(([name, id]) => `/api/areas/outline?dataset=${name}&id=${id}`),
    ...projects.map((project) => `/api/areas/outline?project=${project}`),
  ],
  '/atlas-map.js': () => ['/atlas-map.js'],
  '/api/keywords': () => ['', '?locale=fr', '?locale=zz'].map((query) => `/api/keywords${query}`),
  '/api/places': () => ['', '?locale=fr', '?locale=zz'].map((query) => `/api/places${query}`),
  '/api/terms/:id': () => ['/api/terms/no-such'],
  '/api/terms/:id/': () => ['/api/terms/no-such/', '/api/terms/coast/'],
  '/api/openapi.json': () => ['/api/openapi.json'],
  '/health': () => ['/health'],
  '/robots.txt': () => ['/robots.txt'],
  '/.broken-address': () => ['/.broken-address', '/%zz', '/api/features/%zz/1'],
  '/.long-address': () => ['/.long-address', `/${'a'.repeat(13_500)}`],
};

/** Addresses without a route. */
const STRAY = [
  '/nowhere',
  '/api',
  '/api/mvt',
  '/api/geodata/',
  '/atlas',
  '/.env',
  '//',
  '/index.html',
];

/** Returns the addresses of all routes of a server. Throws for a route that the crawl does not know. */
export function addressesOf(routes: readonly string[], targets: Targets): string[] {
  return [...new Set([...routes.flatMap((route) => askedBy(route, targets)), ...STRAY])];
}

/**
 * The routes of accounts and of their downloads, which send nothing to other visitors.
 * `tests/contract/accounts` and `tests/contract/downloads` request them.
 */
const OF_ACCOUNTS =
  /^\/(?:api\/(?:admin|auth|contact|geodata\/prepared-dataset|setlang|users)\b|dev\/mail)/;

function askedBy(route: string, targets: Targets): readonly string[] {
  if (OF_ACCOUNTS.test(route)) return [];
  const make = Object.hasOwn(ADDRESSES, route) ? ADDRESSES[route] : undefined;
  const isScreen = SCREENS.some(({ path }) => path === route);
  // It leads to the address without the slash.
  if (!make && route.endsWith('/')) return [`${askedBy(route.slice(0, -1), targets)[0]}/`];
  if (!make && isScreen) return [route.replace(/:\w+/g, 'a1')];
  if (!make) throw new Error(`The crawl knows no addresses for the route ${route}.`);
  return make(targets);
}

/** A query that is sent by POST. */
export interface Posted {
  readonly url: string;
  readonly body: string;
  readonly type: 'text/plain' | 'application/json';
}

const EVERYWHERE = 'POLYGON((8 -4,20 -4,20 6,8 6,8 -4))';

/** Areas to analyse: everything, with some of the points, with none, and one that is not valid. */
const ANALYSED = [
  [8, -4, 20, 6],
  [10, 0, 11, 1],
  [8, -4, 8.1, -3.9],
  [9, 0, 9, 0],
].map(([west, south, east, north]) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
}));

const analysesAt = (url: string): readonly Posted[] =>
  ANALYSED.map((geometry) => ({
    url,
    body: JSON.stringify({ geometry, feature: 'drawn' }),
    type: 'application/json',
  }));

/** Lists of the features of each dataset. */
const listsOf = ({ datasets }: Targets): readonly Posted[] =>
  datasets.map((objects) => ({
    url: '/api/geodata/analysis/',
    body: JSON.stringify({ geometry: ANALYSED[0], feature: 'drawn', objects }),
    type: 'application/json',
  }));

/** The POST requests, by pattern. A route with POST that is missing here fails the test. */
const POSTS: Readonly<Record<string, (targets: Targets) => readonly Posted[]>> = {
  '/api/geodata/:name/': ({ geojsonNames }) =>
    geojsonNames.flatMap((name) =>
      [
        { body: EVERYWHERE, type: 'text/plain' } as const,
        { body: 'POLYGON((0', type: 'text/plain' } as const,
        { body: JSON.stringify({ intersects: EVERYWHERE }), type: 'application/json' } as const,
      ].map((posted) => ({ url: `/api/geodata/${name}/`, ...posted })),
    ),
  '/api/geodata/analysis': () => analysesAt('/api/geodata/analysis').slice(0, 1),
  '/api/geodata/analysis/': (targets) => [
    ...analysesAt('/api/geodata/analysis/'),
    ...listsOf(targets),
  ],
  '/api/geodata/near': () => shapesAt('/api/geodata/near').slice(0, 1),
  '/api/geodata/near/': () => shapesAt('/api/geodata/near/'),
  '/api/geodata/:name': ({ geojsonNames }) =>
    geojsonNames.map((name) => ({
      url: `/api/geodata/${name}?fields=name`,
      body: EVERYWHERE,
      type: 'text/plain',
    })),
};

/**
 * Returns the POST requests for all routes of a server that accept POST, by the server's own answers.
 * Throws for a route that the crawl does not know.
 */
export async function postsOf(
  app: FastifyInstance,
  routes: readonly string[],
  targets: Targets,
): Promise<Posted[]> {
  const posts: Posted[] = [];
  for (const route of routes) {
    const [url] = askedBy(route, targets);
    // The addresses of errors answer every method in the same way.
    if (url === undefined || route.startsWith('/.')) continue;
    const { statusCode } = await app.inject({ method: 'POST', url });
    if (statusCode === 405) continue;
    if (!Object.hasOwn(POSTS, route))
      throw new Error(`The crawl has no POST request for the route ${route}.`);
    posts.push(...POSTS[route]!(targets));
  }
  return [...new Map(posts.map((post) => [`${post.url} ${post.body}`, post])).values()];
}

export interface CrawlOptions {
  /** Level of the visitor; undefined for an anonymous visitor. */
  readonly level?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly methods?: readonly ('GET' | 'HEAD' | 'POST' | 'OPTIONS')[];
}

/** What answers a crawl: a server in this process, or one behind a port. */
export interface Crawled {
  inject(request: {
    readonly method: NonNullable<CrawlOptions['methods']>[number];
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly payload?: string;
  }): Promise<{
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly rawPayload: Buffer;
  }>;
}

/** Requests all addresses in sequence, and sends all POST requests. */
export async function crawl(
  app: Crawled,
  asked: readonly (string | Posted)[],
  { level, headers = {}, methods = ['GET'] }: CrawlOptions = {},
): Promise<Crawl> {
  const answers = new Map<string, Answer>();
  const all = { ...headers, ...(level !== undefined && { 'x-atlas-level': level }) };
  for (const one of asked) {
    for (const method of typeof one === 'string' ? methods : (['POST'] as const)) {
      const url = typeof one === 'string' ? one : one.url;
      const sent = typeof one === 'string' ? '' : ` ${one.body}`;
      const answer = await app.inject({
        method,
        url,
        headers: { ...all, ...(typeof one !== 'string' && { 'content-type': one.type }) },
        ...(typeof one !== 'string' && { payload: one.body }),
      });
      const { date: _date, ...seen } = answer.headers;
      const lines = Object.entries(seen).map(([name, value]) => `${name}: ${String(value)}`);
      answers.set(`${method} ${url}${sent}`, {
        status: answer.statusCode,
        headers: lines.sort().join('\n'),
        body: answer.rawPayload,
      });
    }
  }
  return answers;
}

const PNG_START = Buffer.from('\x89PNG', 'latin1');

/** Returns all readable content of an answer: headers, the decompressed body, colours of a picture. */
export async function readable({ headers, body }: Answer): Promise<string> {
  if (body.subarray(0, 4).equals(PNG_START))
    return `${headers}\n${body.toString('latin1')}\n${await colorsOf(body)}`;
  const plain = headers.includes('content-encoding: gzip')
    ? gunzipSync(body)
    : headers.includes('content-encoding: br')
      ? brotliDecompressSync(body)
      : body;
  return `${headers}\n${plain.toString('latin1')}`;
}

/** Returns the addresses with different answers in two crawls. */
export function differences(one: Crawl, other: Crawl): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => {
    const [a, b] = [one.get(key), other.get(key)];
    return !a || !b || a.status !== b.status || a.headers !== b.headers || !a.body.equals(b.body);
  });
}
