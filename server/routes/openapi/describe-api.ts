/** Generates OpenAPI 3.0 from the schemas that validate the requests, so that both always agree. */
import { errorAnswer, refusalAnswer, type SchemaNode } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifySchema } from 'fastify';

declare module 'fastify' {
  interface FastifySchema {
    /** A one-sentence summary. A route without a summary is not part of the described interface. */
    readonly summary?: string;
    readonly description?: string;
    /** Media types of the answer. */
    readonly produces?: readonly string[];
    /** The schema of the answer 200, if it is JSON. */
    readonly answer?: SchemaNode;
    /** The schema of a body in JSON. */
    readonly request?: SchemaNode;
    /** Statuses of the answer besides 200 and those of `COMMON`. */
    readonly answers?: Readonly<Record<number, string | OtherAnswer>>;
    /** Forms of query parameters that differ from the text that validates them. */
    readonly forms?: Forms;
    /** Media types of the body of a POST, with an example of each; default: JSON, if there is a `request`. */
    readonly bodies?: Bodies;
    /** Who may call a route of accounts. */
    readonly callers?: Callers;
    /** Media types of error answers; default: the JSON of `Error`. */
    readonly faults?: readonly string[];
  }
}

/**
 * The schemas that replace those of parameters in the description, by the name of the parameter.
 */
type Forms = Readonly<Record<string, { readonly schema: object }>>;

/** `users` and `operators` need the key of an account. */
export type Callers = 'everyone' | 'users' | 'operators';

/** Examples of a request body, by media type. */
type Bodies = Readonly<Record<string, { readonly example?: unknown }>>;

/** An answer with another status than 200 that has a document. */
interface OtherAnswer {
  readonly description: string;
  readonly answer: SchemaNode;
}

/** A route as registered by the server. */
export interface DescribedRoute {
  readonly method: string;
  readonly url: string;
  readonly schema: FastifySchema;
}

interface Parameters {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

/** Possible errors of every route. */
const COMMON: Readonly<Record<number, string>> = {
  304: 'The copy of the client is current.',
  400: 'The request does not have the form that the address expects; `detail` describes the error.',
  401: 'Only accounts with permission may see this, and the visitor is not logged in.',
  403: 'This account does not have permission.',
  404: 'Nothing was found at this address for this visitor.',
  414: 'The address is too long.',
  503: 'The data cannot be read at the moment; `Retry-After` gives the time to wait.',
};

/** Additional errors of routes that read a body. */
const OF_BODIES: Readonly<Record<number, string>> = {
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
};

/** Statuses that the server sends before a route runs. Their body is always JSON. */
const OF_SERVER: ReadonlySet<number> = new Set([413, 414, 415]);

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PATCH', 'DELETE']);

/** The name of the key of an account in the document. */
const KEY = 'key';

const KEY_SCHEME = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The word `Token`, a space and the key that `POST /api/auth/login/` returns.',
};

/** Tags that group the routes, by the beginning of their address. */
const TAGS: readonly (readonly [start: string, tag: string])[] = [
  ['/api/geodata/analysis', 'Analysis'],
  ['/api/geodata/prepared-dataset', 'Downloads'],
  ['/api/mvt/', 'Vector tiles'],
  ['/api/geodata/', 'GeoJSON'],
  ['/api/auth/', 'Accounts'],
  ['/api/users/', 'Accounts'],
  ['/api/setlang', 'Accounts'],
  ['/api/contact', 'Messages'],
  ['/api/admin/', 'Administration'],
  ['/ogc', 'OGC API Features'],
  ['/wms', 'Web Map Service'],
  ['/api/features/', 'One feature'],
  ['/api/photos/', 'One feature'],
  ['/api/search', 'Search'],
  ['/api/keywords', 'Search'],
  ['/api/areas', 'Areas'],
  ['/api/places', 'Search'],
  ['/api/terms/', 'Terms of use'],
  ['/atlas/', 'The map'],
  ['/atlas-map.js', 'The map'],
  ['/health', 'The server'],
  ['/robots.txt', 'The server'],
  ['/api/openapi.json', 'The server'],
  ['/', 'The map'],
];

const DESCRIPTION = `Access to the data of an atlas. Public data need no key; \`Authorization: Token\` and the key of an
account give what the account may see. Every visitor receives what their level may see: locked data give 401 or 403, hidden data 404.
A trailing slash of an address under \`/api/geodata\`, \`/ogc\` and \`/wms\` makes no difference.
Coordinates are degrees of WGS 84, longitude first, unless stated otherwise. GET also answers HEAD.
Pages of other sites may read the answers (CORS), without cookies.
The routes of accounts are those of dj-rest-auth. They read JSON and the fields of forms. Changes with the cookie of a session need the
header \`X-CSRFToken\` with the value of the cookie \`csrftoken\`; those with a key do not. Only operators may call the routes under \`/api/admin\`.`;

/**
 * Builds the document. Routes without a summary are left out, and so are variants of an address with
 * a trailing slash.
 */
export function describeApi(
  routes: readonly DescribedRoute[],
  { title, site }: { readonly title: string; readonly site: string },
): object {
  const paths: Record<string, Record<string, object>> = {};
  const urls = new Set(routes.map(({ url }) => url));
  for (const route of routes) {
    if (route.schema.summary === undefined || !METHODS.has(route.method)) continue;
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
    components: {
      schemas: { Error: errorAnswer, Refusal: refusalAnswer },
      securitySchemes: { [KEY]: KEY_SCHEME },
    },
  };
}

function operationOf({ method, url, schema }: DescribedRoute): object {
  const { summary, description, produces = ['application/json'], callers } = schema;
  const bodies = schema.bodies ?? (schema.request && { 'application/json': {} });
  const hasBody = bodies !== undefined && method !== 'GET' && method !== 'DELETE';
  const tag = TAGS.find(([start]) => url.startsWith(start))?.[1];
  return present({
    summary,
    description,
    tags: tag !== undefined ? [tag] : undefined,
    parameters: parametersOf(url, schema),
    security: callers && callers !== 'everyone' ? [{ [KEY]: [] }] : undefined,
    requestBody: hasBody
      ? { required: true, content: withSchema(bodies, schema.request) }
      : undefined,
    responses: {
      ...(produces.length > 0 && {
        200: { description: 'The answer.', content: typed(produces, schema.answer) },
      }),
      ...otherAnswers(method, schema),
    },
  });
}

function parametersOf(url: string, { params, querystring, forms = {} }: FastifySchema): object[] {
  const inPath = [...url.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const wildcard = url.endsWith('*') ? ['path'] : [];
  const pathSchemas = (params as Parameters | undefined)?.properties ?? {};
  const query = (querystring as Parameters | undefined) ?? {};
  return [
    ...[...inPath, ...wildcard].map((name) =>
      parameterOf(name, 'path', pathSchemas[name === 'path' ? '*' : name] ?? ANY_TEXT, true),
    ),
    ...Object.entries(query.properties ?? {}).map(([name, one]) =>
      Object.assign(
        parameterOf(name, 'query', one, query.required?.includes(name) === true),
        forms[name],
      ),
    ),
  ];
}

/** Returns the answers besides 200, by status. */
function otherAnswers(method: string, { answers, callers, faults }: FastifySchema): object {
  const json = { 'application/json': { schema: callers ? REFUSAL : ERROR } };
  const ofRoute = faults ? typed(faults) : json;
  const all = { ...COMMON, ...(method !== 'GET' && OF_BODIES), ...answers };
  const entries = Object.entries(all).map(([status, one]) => {
    if (typeof one !== 'string') return [status, describedAnswer(one)];
    const ofFault = OF_SERVER.has(Number(status))
      ? json
      : // Data that is not HTTP is refused before routing.
        { ...ofRoute, ...(status === '400' && json) };
    const hasContent = Number(status) >= 400;
    return [status, { description: one, ...(hasContent && { content: ofFault }) }];
  });
  return Object.fromEntries(entries) as object;
}

function describedAnswer({ description, answer }: OtherAnswer): object {
  return { description, content: typed(['application/json'], answer) };
}

/** Returns media types; those of JSON with the schema. */
function typed(types: readonly string[], schema?: SchemaNode): object {
  return withSchema(Object.fromEntries(types.map((type) => [type, {}])), schema);
}

function withSchema(content: Readonly<Record<string, object>>, schema?: SchemaNode): object {
  const entries = Object.entries(content).map(([type, one]) =>
    schema && /[/+]json$/.test(type) ? [type, { schema, ...one }] : [type, one],
  );
  return Object.fromEntries(entries);
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

const ERROR = { $ref: '#/components/schemas/Error' };

/** Routes of accounts refuse in their own form, except what is refused before routing. */
const REFUSAL = { anyOf: [{ $ref: '#/components/schemas/Refusal' }, ERROR] };
