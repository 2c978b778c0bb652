import { present } from 'atlas-engine/runtime';
/** OpenAPI 3.0 out of the schemas that validate the requests: what is written once cannot disagree. */

declare module 'fastify' {
  interface FastifySchema {
    /** One sentence; a route without one is no part of the described interface. */
    readonly summary?: string;
    /** Types of the answer. */
    readonly produces?: readonly string[];
    /** Statuses of the answer beside 200 and those of `COMMON`. */
    readonly answers?: Readonly<Record<number, string>>;
    /** How parameters of the query are written, where that is not as the text that validates them. */
    readonly forms?: Forms;
    /** Types of the answers to what is refused; absent: the JSON of `Error`. */
    readonly faults?: readonly string[];
  }
}

/** What stands in the place of the schema of a parameter, by its name. */
type Forms = Readonly<Record<string, { readonly schema: object }>>;

/** A route as the server registered it. */
export interface DescribedRoute {
  readonly method: string;
  readonly url: string;
  readonly schema: {
    readonly summary?: string;
    readonly produces?: readonly string[];
    readonly answers?: Readonly<Record<number, string>>;
    readonly forms?: Forms;
    readonly faults?: readonly string[];
    readonly params?: unknown;
    readonly querystring?: unknown;
  };
}

interface Parameters {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

/** Any route may end in these. */
const COMMON: Readonly<Record<number, string>> = {
  304: 'The copy of the client is the current one.',
  400: 'The request does not have the form that the address takes; `detail` says what is wrong.',
  401: 'Open to accounts that were granted access; nobody is logged in.',
  403: 'This account was not granted access.',
  404: 'There is nothing at this address, or nothing for this visitor.',
  414: 'The address is too long.',
  503: 'The data cannot be read at the moment; `Retry-After` says when to try again.',
};

/** Routes that read a body may end in these too. */
const OF_BODIES: Readonly<Record<number, string>> = {
  413: 'The body is too large.',
  415: 'The body is of a type that is not read here.',
};

/** Told by the server and not by the route, so always as JSON. */
const OF_SERVER: ReadonlySet<number> = new Set([413, 414, 415]);

/** Headings of the calls, by the beginning of their address. */
const TAGS: readonly (readonly [start: string, tag: string])[] = [
  ['/api/mvt/', 'Vector tiles'],
  ['/api/geodata/', 'GeoJSON'],
  ['/ogc', 'OGC API Features'],
  ['/wms', 'Web Map Service'],
  ['/api/features/', 'One feature'],
  ['/api/photos/', 'One feature'],
  ['/api/search', 'Search'],
];

const DESCRIPTION = `Reads the data of an atlas; nothing here changes anything, and no key is needed.
Every caller is given what their level sees: what is locked ends in 401 or 403, what is hidden in 404.
A slash at the end of an address under \`/api/geodata\`, \`/ogc\` and \`/wms\` makes no difference.
Coordinates are degrees of WGS 84, longitude first, where nothing else is said. GET also answers HEAD.
Pages of other sites may read the answers (CORS), without cookies.`;

/**
 * Makes the document; routes without a summary are left out, and so is the spelling of an address
 * with a slash at its end.
 */
export function describeApi(
  routes: readonly DescribedRoute[],
  { title, site }: { readonly title: string; readonly site: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  const urls = new Set(routes.map(({ url }) => url));
  for (const route of routes) {
    if (route.schema.summary === undefined || !['GET', 'POST'].includes(route.method)) continue;
    if (route.url.endsWith('/') && urls.has(route.url.slice(0, -1))) continue;
    const path = route.url.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.0.3',
    info: { title, version: '1', description: DESCRIPTION },
    tags: [...new Set(TAGS.map(([, name]) => name))].map((name) => ({ name })),
    servers: [{ url: site === '' ? '/' : site }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: { Error: ERROR_SCHEMA } },
  };
}

function operationOf({ method, url, schema }: DescribedRoute): object {
  const { summary, produces = ['application/json'], answers = {}, forms = {} } = schema;
  const json = { 'application/json': { schema: { $ref: ERROR_REF } } };
  const ofRoute = schema.faults ? typed(schema.faults) : json;
  const inPath = [...url.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const wildcard = url.endsWith('*') ? ['path'] : [];
  const pathSchemas = (schema.params as Parameters | undefined)?.properties ?? {};
  const query = (schema.querystring as Parameters | undefined) ?? {};
  const parameters = [
    ...[...inPath, ...wildcard].map((name) =>
      parameterOf(name, 'path', pathSchemas[name] ?? ANY_TEXT, true),
    ),
    ...Object.entries(query.properties ?? {}).map(([name, one]) =>
      Object.assign(
        parameterOf(name, 'query', one, query.required?.includes(name) === true),
        forms[name],
      ),
    ),
  ];
  const all = { ...COMMON, ...(method === 'POST' && OF_BODIES), ...answers };
  const faults = Object.entries(all).map(([status, description]) => {
    const content = OF_SERVER.has(Number(status))
      ? json
      : // What is no HTTP is refused before there is a route.
        { ...ofRoute, ...(status === '400' && json) };
    return [status, Number(status) < 400 ? { description } : { description, content }];
  });
  const tag = TAGS.find(([start]) => url.startsWith(start))?.[1];
  return present({
    summary,
    tags: tag !== undefined ? [tag] : undefined,
    parameters,
    requestBody:
      method === 'POST'
        ? {
            required: true,
            content: {
              'text/plain': { example: 'POLYGON ((9 4, 10 4, 10 5, 9 4))' },
              'application/json': { example: { intersects: 'POLYGON ((9 4, 10 4, 10 5, 9 4))' } },
            },
          }
        : undefined,
    responses: {
      200: { description: 'The answer.', content: typed(produces) },
      ...Object.fromEntries(faults),
    },
  });
}

function typed(types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function parameterOf(
  name: string,
  place: 'path' | 'query',
  schema: { readonly description?: string },
  required: boolean,
): object {
  const { description, ...rest } = schema;
  return present({
    name,
    in: place,
    required,
    description: description || undefined,
    schema: rest,
  });
}

const ANY_TEXT: { readonly type: string; readonly description?: string } = { type: 'string' };

const ERROR_REF = '#/components/schemas/Error';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    code: { type: 'string', description: 'Under `/ogc`, as its standard calls it: the id.' },
    description: { type: 'string', description: 'Under `/ogc`: detail or message.' },
    error: {
      type: 'object',
      required: ['id', 'message'],
      properties: {
        id: { type: 'string', description: 'Permanent; for programs.' },
        message: { type: 'string' },
        detail: { type: 'string', description: 'What is wrong and how it is mended.' },
      },
    },
  },
} as const;
