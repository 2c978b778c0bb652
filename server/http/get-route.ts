/** Registers addresses that are read only: GET and HEAD answer, every other method is refused. */
import type { FastifyInstance, FastifySchema, RouteHandlerMethod } from 'fastify';
import { HttpError } from './errors.ts';

export interface GetRoute {
  readonly schema?: FastifySchema;
  /** True: the handler answers HEAD itself, without making the body. */
  readonly ownHead?: boolean;
}

/** Adds a route for GET and HEAD; POST, PUT, PATCH, DELETE and OPTIONS end in 405. */
export function addGetRoute(
  app: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  { schema = {}, ownHead = false }: GetRoute = {},
): void {
  app.route({
    method: ownHead ? ['GET', 'HEAD'] : 'GET',
    exposeHeadRoute: !ownHead,
    url,
    schema,
    handler,
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    // Before the body is read: nobody has to send one to learn this.
    onRequest: () =>
      Promise.reject(new HttpError('method-not-allowed', { headers: { allow: 'GET, HEAD' } })),
    handler: () => Promise.reject(new HttpError('method-not-allowed')),
  });
}
