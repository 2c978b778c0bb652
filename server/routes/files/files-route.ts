/** Serves files of the configuration to those who may see them: PMTiles by ranges, pictures, icons. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION_PARAMETER } from '../geodata/feature-query.ts';
import { decideFile } from '../../access/policies.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { FILE_ANSWERS, sendFile } from '../../http/send-file.ts';

const SCHEMA = {
  summary: 'A file of the configuration: an archive of tiles, a picture, an icon or GeoJSON.',
  produces: ['*/*'],
  params: {
    type: 'object',
    properties: { '*': { type: 'string', description: 'The path of a file.' } },
  },
  querystring: { type: 'object', properties: { v: VERSION_PARAMETER } },
  answers: FILE_ANSWERS,
} as const;

/**
 * Adds `/atlas/files/*`. The path of the request is looked up among the files of the model. No file
 * path is built from it.
 */
export function addFilesRoute(app: FastifyInstance): void {
  addGetRoute(app, '/atlas/files/*', answer, {
    ownHead: true,
    schema: SCHEMA,
  });
}

function answer(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, visitor } = request.atlas;
  const path = (request.params as { '*': string })['*'];
  const decision = decideFile(snapshot.access, visitor, path);
  const file = decision.allow ? snapshot.files.get(path) : undefined;
  if (!decision.allow || !file) throw new HttpError('not-found');
  return sendFile(request, reply, { path: file.path, rank: decision.rank });
}
