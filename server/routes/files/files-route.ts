/** Files of the configuration that are served as they are: PMTiles by ranges, pictures, icons. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowsFile } from '../../policies.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendFile } from '../../http/send-file.ts';

/**
 * Adds `/atlas/files/*`. The request only chooses among the addresses that the model names; no path
 * is ever made from it.
 */
export function addFilesRoute(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/files/*', answer, {
    ownHead: true,
    schema: { querystring: { type: 'object', properties: { v: { type: 'string' } } } },
  });
}

function answer(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot } = request.atlas;
  const path = (request.params as { '*': string })['*'];
  const file = allowsFile(snapshot.access, path) ? snapshot.files.get(path) : undefined;
  if (!file) throw new HttpError('not-found');
  return sendFile(request, reply, { path: file.path, rank: 0 });
}
