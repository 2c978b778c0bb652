/** Whether the server answers and which revision it serves; what robots may read. */
import type { FastifyInstance } from 'fastify';
import { encode } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';

/** The map is for finding; its data calls are endless and of no use to a search engine. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /wms\n';

/** Adds `/health` (revision and public counts, the same for everyone) and `/robots.txt`. */
export async function addHealthRoutes(app: FastifyInstance): Promise<void> {
  const robots = await encode(ROBOTS, 'text/plain; charset=utf-8');
  addGetRoute(
    app,
    '/health',
    async (request, reply) =>
      sendEncoded(request, reply, request.atlas.snapshot.health, { caching: 'never' }),
    { schema: { summary: 'Revision and counts of what is public.' } },
  );
  addGetRoute(app, '/robots.txt', async (request, reply) =>
    sendEncoded(request, reply, robots, { caching: 'revalidate' }),
  );
}
