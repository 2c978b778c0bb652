/** Registers read-only addresses: GET and HEAD are answered, every other method is refused. */
import { present } from 'atlas-engine/runtime';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
} from 'fastify';
import { HttpError } from './errors.ts';

/** Sends an error in a form specific to the route. */
export type SendError = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: HttpError,
) => Promise<FastifyReply>;

declare module 'fastify' {
  interface FastifyContextConfig {
    endless?: boolean;
    sendError?: SendError | undefined;
  }
}

export interface GetRoute {
  readonly schema?: FastifySchema;
  /** False: the schema is documentation only, and the handler rejects invalid requests. */
  readonly validate?: boolean;
  /** True: the handler answers HEAD itself, without a body. */
  readonly ownHead?: boolean;
  /** True: the answer is a stream without an end, closed by either side. */
  readonly endless?: boolean;
  /** Default: JSON. */
  readonly sendError?: SendError;
  /** Also answers POST, for a query that is too long for an address; it changes nothing. */
  readonly postHandler?: RouteHandlerMethod;
  /** Maximum size of the body of such a POST, in bytes. */
  readonly bodyLimit?: number;
}

/** Adds a route for GET and HEAD; POST, PUT, PATCH, DELETE and OPTIONS end in 405. */
export function addGetRoute(
  app: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  {
    schema = {},
    validate = true,
    ownHead = false,
    endless = false,
    sendError,
    postHandler,
    bodyLimit,
  }: GetRoute = {},
): void {
  app.route(
    present({
      method: ownHead ? ['GET', 'HEAD'] : 'GET',
      exposeHeadRoute: !ownHead,
      url,
      schema,
      validatorCompiler: validate ? undefined : () => () => true,
      handler,
      config: { endless, sendError },
    }),
  );
  if (postHandler)
    app.route(
      present({
        method: 'POST',
        url,
        schema,
        handler: postHandler,
        bodyLimit,
      }),
    );
  const allow = postHandler ? 'GET, HEAD, POST' : 'GET, HEAD';
  app.route({
    method: [...(postHandler ? [] : ['POST']), 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    // Before the body is read, so that the client need not send one.
    onRequest: () => Promise.reject(new HttpError('method-not-allowed', { headers: { allow } })),
    handler: () => Promise.reject(new HttpError('method-not-allowed')),
  });
}
