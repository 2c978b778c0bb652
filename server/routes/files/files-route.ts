/** Serves files of the configuration to those who may see them: PMTiles by ranges, pictures, icons. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decideFile } from '../../access/policies.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendFile } from '../../http/send-file.ts';

/**
 * Adds `/atlas/files/*`. The path of the request is looked up among the files of the model. No file
 * path is built from it.
 */
export function addFilesRoute(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/files/*', answer, {
    ownHead: true,
    schema: { querystring: { type: 'object', properties: { v: { type: 'string' } } } },
  });
}

function answer(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, asker } = request.atlas;
  const path = (request.params as { '*': string })['*'];
  const decision = decideFile(snapshot.access, asker, path);
  const file = decision.allow ? snapshot.files.get(path) : undefined;
  if (!decision.allow || !file) throw new HttpError('not-found');
  return sendFile(request, reply, { path: file.path, rank: decision.rank });
}
