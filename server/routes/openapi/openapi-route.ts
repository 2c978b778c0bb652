/** Serves the description of the interface for programs. */
import type { FastifyInstance } from 'fastify';
import { encode } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { describeApi, type DescribedRoute } from './describe-api.ts';

const OPENAPI_TYPE = 'application/vnd.oai.openapi+json';

/** Adds `/api/openapi.json`. Must be called before the routes that it describes. */
export function addOpenApiRoute(app: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, schema: schema ?? {} });
  });
  addGetRoute(
    app,
    '/api/openapi.json',
    async (request, reply) => {
      const document = describeApi(routes, { title: 'Atlas server', site: request.atlas.site });
      const body = await encode(
        JSON.stringify(document),
        `${OPENAPI_TYPE};version=3.0; charset=utf-8`,
      );
      return sendEncoded(request, reply, body, { caching: 'revalidate' });
    },
    { schema: { summary: 'This description.', produces: [OPENAPI_TYPE] } },
  );
}
