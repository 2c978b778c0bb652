/** Serves the bundle: public index and parts at addresses with a hash, and the additions of a level. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionKey } from '../../access/atlas-snapshot.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';

/** Adds `/atlas/public.*`, `/atlas/part.*` and `/atlas/session.<locale>.json`. */
export function addBundleRoutes(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/session.:locale.json', sendSessionPart);
  addGetRoute(app, '/atlas/:name', sendPublicPart);
}

/** Sends a session part, which depends on the visitor's level and must not be cached. */
async function sendSessionPart(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, asker } = request.atlas;
  const { locale } = request.params as { locale: string };
  const part = snapshot.sessionParts.get(sessionKey(asker.rank, locale));
  if (!part) throw new HttpError('not-found');
  return sendEncoded(request, reply, part, { caching: 'never' });
}

/** Sends a public part, which is the same for everyone. */
async function sendPublicPart(request: FastifyRequest, reply: FastifyReply) {
  const { name } = request.params as { name: string };
  const part = request.atlas.snapshot.publicParts.get(`/atlas/${name}`);
  if (!part) throw new HttpError('not-found');
  return sendEncoded(request, reply, part, { caching: 'immutable' });
}
