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
  /** If false, the schema is documentation only, and the handler rejects invalid requests. */
  readonly validate?: boolean;
  /** If true, the handler answers HEAD requests itself, without a body. */
  readonly ownHead?: boolean;
  /** If true, the response is a stream without an end, which either side closes. */
  readonly endless?: boolean;
  /** Sends errors in a form of the route. The default is JSON. */
  readonly sendError?: SendError;
  /**
   * The handler of POST requests, for queries that are too long for an address. It changes nothing.
   */
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
    // The method is refused before the body is read, so that the client does not have to send a
    // body.
    onRequest: () => Promise.reject(new HttpError('method-not-allowed', { headers: { allow } })),
    handler: () => Promise.reject(new HttpError('method-not-allowed')),
  });
}
