/** The description of the interface for programs. */
import type { FastifyInstance } from 'fastify';
import { encode, type Encoded } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { describeApi, type DescribedRoute } from './describe-api.ts';

/** Adds `/api/openapi.json`. To be called before the routes that it is to describe. */
export function addOpenApiRoute(
  app: FastifyInstance,
  { publicUrl }: { readonly publicUrl: string },
): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, schema: schema ?? {} });
  });
  let made: Promise<Encoded> | null = null;
  addGetRoute(
    app,
    '/api/openapi.json',
    async (request, reply) => {
      made ??= encode(
        JSON.stringify(describeApi(routes, { title: 'Atlas server', publicUrl })),
        'application/vnd.oai.openapi+json;version=3.0; charset=utf-8',
      );
      return sendEncoded(request, reply, await made, { caching: 'revalidate' });
    },
    { schema: { summary: 'This description.' } },
  );
}
