/** Adds the routes of accounts: every call passes the same checks, in the same order. */
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
} from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { AccountsUnavailable } from '../../accounts/errors.ts';
import { isOperator } from '../../accounts/ranks.ts';
import { errorHeaders, toHttpError } from '../../http/errors.ts';
import { hasMore } from '../../http/has-more.ts';
import { clientOf } from '../../http/request-limits.ts';
import {
  refusal,
  Refusal,
  tooMany,
  type AccountRoute,
  type Answer,
  type Call,
  type UserCall,
} from './account-route.ts';
import { AUTHENTICATE, checkOrigin, hasDeadSession, userOf } from './check-call.ts';
import { cookiesOf, isSecureSite } from './cookies.ts';
import { bodyOf } from './read-fields.ts';

export interface AccountSite {
  readonly accounts: Accounts;
  /** The origin of the site; null when the operator has not set it. */
  readonly publicUrl: string | null;
}

/** Maximum bytes of a body. */
const BODY_LIMIT = 65_536;
/** Maximum number of texts, lists and objects in a body; a text counts twice. */
const MAX_MARKS = 20_000;
/** Maximum number of fields of a form. */
const MAX_FIELDS = 1_000;
const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOTHING = Buffer.alloc(0);
const UNAVAILABLE =
  'The accounts cannot be read or changed at the moment. Try again in a few seconds.';

/** Adds routes in a scope with their own types of bodies and forms of errors. */
export function addAccountRoutes(
  app: FastifyInstance,
  site: AccountSite,
  routes: readonly AccountRoute[],
): void {
  app.register(async (scope) => {
    addBodyTypes(scope);
    scope.setErrorHandler((thrown, request, reply) => {
      if (reply.raw.destroyed) return reply.hijack();
      const answer = answerTo(thrown, request);
      const givesCsrf = routeOf(routes, request)?.csrf === true;
      return send(givesCsrf ? { ...answer, csrf: 'give' } : answer, { request, reply, site });
    });
    for (const url of new Set(routes.map((route) => route.url))) {
      const own = routes.filter((route) => route.url === url);
      // The recorded server answers both forms.
      for (const address of [url, `${url}/`]) addOne(scope, site, { address, own });
    }
  });
}

function routeOf(
  routes: readonly AccountRoute[],
  { routeOptions, method }: FastifyRequest,
): AccountRoute | undefined {
  const url = routeOptions.url?.replace(/\/$/, '');
  return routes.find((route) => route.url === url && route.method === method);
}

function addOne(
  scope: FastifyInstance,
  site: AccountSite,
  { address, own }: { readonly address: string; readonly own: readonly AccountRoute[] },
): void {
  for (const route of own) {
    scope.route({
      method: route.method,
      url: address,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      exposeHeadRoute: false,
      schema: { ...route.schema, callers: route.for, answers: answersOf(route) },
      // The route reads its fields itself; the schema describes them.
      validatorCompiler: () => () => true,
      onRequest: async (request) => checkOrigin(request, site.publicUrl),
      handler: async (request, reply) => {
        const answer = await answerCall(route, request, site.accounts);
        return send(answer, { request, reply, site });
      },
    });
  }
  const allowed = own.map(({ method }) => method);
  scope.route({
    method: METHODS.filter((method) => !(allowed as readonly string[]).includes(method)),
    url: address,
    exposeHeadRoute: false,
    // The method is refused before the body is read.
    onRequest: async ({ method }) => {
      throw refusal(405, `Method "${method}" not allowed.`, { allow: allowed.join(', ') });
    },
    handler: async () => undefined,
  });
}

/** Returns the described answers of a route, with the refusal by its limit. */
function answersOf({
  limit,
  schema: { answers },
}: AccountRoute): NonNullable<FastifySchema['answers']> {
  const refused = limit && { 429: 'Too many requests; `Retry-After` gives the seconds to wait.' };
  return { ...refused, ...answers };
}

async function answerCall(
  route: AccountRoute,
  request: FastifyRequest,
  accounts: Accounts,
): Promise<Answer> {
  const user = await userOf(request, accounts);
  const hasKey = /^token /i.test(request.headers.authorization ?? '');
  checkLimit(route, request, accounts);
  const body = bodyOf(request.body);
  const call: Call = { request, accounts, body, user, hasKey };
  if (route.for === 'everyone') {
    const answer = await route.answer(call);
    return { ...(hasDeadSession(request, user) && { session: null }), ...answer };
  }
  if (!user) throw refusal(401, 'Authentication credentials were not provided.', AUTHENTICATE);
  if (route.for === 'operators') checkOperator({ ...call, user });
  return route.answer({ ...call, user });
}

function checkLimit(
  { limit }: AccountRoute,
  { ip }: FastifyRequest,
  { limits, now }: Accounts,
): void {
  const wait = limit ? limits.requests[limit].take(clientOf(ip), now()) : 0;
  if (wait > 0) throw tooMany(wait);
}

function checkOperator({ request, accounts, user }: UserCall): void {
  const { accounts: rules } = request.atlas.snapshot;
  if (!isOperator(user.grants, rules, accounts.now()))
    throw refusal(403, 'You do not have permission to perform this action.');
}

/** Returns the answer to anything thrown, in the form of the recorded interface. */
function answerTo(thrown: unknown, request: FastifyRequest): Answer {
  if (thrown instanceof SyntaxError) return { status: 400, body: { detail: 'JSON parse error' } };
  if (thrown instanceof AccountsUnavailable) {
    request.log.error({ err: thrown.cause }, 'unavailable');
    return { status: 503, body: { detail: UNAVAILABLE } };
  }
  const error = toHttpError(thrown);
  const { id, status, headers } = error;
  if (status >= 500 && id !== 'busy') request.log.error({ err: error.cause ?? error }, id);
  const body = error instanceof Refusal ? error.body : { detail: error.message };
  const isDead = status === 401 && hasDeadSession(request, null);
  return { status, body, headers, ...(isDead && { session: null }) };
}

function send(
  { status = 200, body, headers = {}, ...changes }: Answer,
  {
    request,
    reply,
    site: { publicUrl },
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly site: AccountSite;
  },
): FastifyReply {
  const cookies = cookiesOf(changes, { request }, isSecureSite(request, publicUrl));
  if (cookies.length > 0) void reply.header('set-cookie', [...cookies]);
  const content = status === 204 ? NOTHING : contentOf(body);
  return reply
    .code(status)
    .headers({
      ...errorHeaders(status),
      'cache-control': 'private, no-store',
      'content-type': 'application/json',
      vary: 'Cookie, Authorization',
      ...headers,
    })
    .send(content);
}

function contentOf(body: Answer['body']): Buffer | Readable {
  if (body instanceof Readable) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Reads JSON and the fields of forms; other types are refused before. */
function addBodyTypes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      if (hasMore(String(text), /["[{]/g, MAX_MARKS)) throw tooManyValues();
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      if (hasMore(String(text), /&/g, MAX_FIELDS)) done(tooManyValues());
      else done(null, Object.fromEntries(new URLSearchParams(String(text))));
    },
  );
}

function tooManyValues(): Refusal {
  return refusal(400, 'The body has too many values.');
}
