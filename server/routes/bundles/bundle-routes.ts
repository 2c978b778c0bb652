/** Serves the bundle: public index and parts at addresses with a hash, and the additions of a level. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionKey } from '../../access/atlas-snapshot.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';

const SESSION = {
  summary: 'What the level of the visitor adds to the map, for the application.',
  params: {
    type: 'object',
    properties: { locale: { type: 'string', description: 'A language of the atlas.' } },
  },
} as const;

const PUBLIC = {
  summary: 'A part of the public map, for the application. It changes with the application.',
  produces: ['application/json'],
  params: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'A name in the index, which the page at `/` contains.' },
    },
  },
} as const;

/** Adds `/atlas/public.*`, `/atlas/part.*` and `/atlas/session.<locale>.json`. */
export function addBundleRoutes(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/session.:locale.json', sendSessionPart, { schema: SESSION });
  addGetRoute(app, '/atlas/:name', sendPart, { schema: PUBLIC });
}

/** Sends a session part, which depends on the visitor's level and must not be cached. */
async function sendSessionPart(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, visitor } = request.atlas;
  const { locale } = request.params as { locale: string };
  const part = snapshot.sessionParts.get(sessionKey(visitor.rank, locale));
  if (!part) throw new HttpError('not-found');
  return sendEncoded(request, reply, part, { caching: 'never' });
}

/** Sends a public part, which is the same for everyone, or the frame of a project. */
async function sendPart(request: FastifyRequest, reply: FastifyReply) {
  const { name } = request.params as { name: string };
  const { snapshot, visitor } = request.atlas;
  const path = `/atlas/${name}`;
  const { rank, encoded } = snapshot.frames.get(path) ?? {
    rank: 0,
    encoded: snapshot.publicParts.get(path),
  };
  if (!encoded || visitor.rank < rank) throw new HttpError('not-found');
  return sendEncoded(request, reply, encoded, { caching: rank > 0 ? 'never' : 'immutable' });
}
