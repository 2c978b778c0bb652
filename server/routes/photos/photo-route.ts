/** Serves the pictures that features name, to those who may see the field. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deniedError, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { FILE_ANSWERS, sendFile } from '../../http/send-file.ts';
import { decideField } from '../../access/policies.ts';
import { VERSION_PARAMETER } from '../geodata/feature-query.ts';

const SCHEMA = {
  summary: 'A picture of a feature.',
  produces: ['image/*'],
  answers: FILE_ANSWERS,
  params: {
    type: 'object',
    properties: {
      dataset: { type: 'string', maxLength: 200, description: 'The id of a dataset.' },
      field: {
        type: 'string',
        maxLength: 200,
        description: 'An attribute with names of pictures.',
      },
      file: {
        type: 'string',
        maxLength: 400,
        description: 'The file name in that attribute of a feature.',
      },
    },
    required: ['dataset', 'field', 'file'],
  },
  querystring: { type: 'object', properties: { v: VERSION_PARAMETER } },
} as const;

/**
 * Adds `GET /api/photos/:dataset/:field/:file`. The request selects one of the pictures found when the
 * snapshot was made; a path is never built from it.
 */
export function addPhotoRoute(app: FastifyInstance): void {
  addGetRoute(app, '/api/photos/:dataset/:field/:file', answer, { ownHead: true, schema: SCHEMA });
}

function answer(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, visitor } = request.atlas;
  const wanted = request.params as { dataset: string; field: string; file: string };
  const decision = decideField(snapshot.access, visitor, wanted);
  if (!decision.allow) throw deniedError(decision.status);
  const path = snapshot.photos.get(wanted.dataset)?.get(wanted.field)?.get(wanted.file);
  if (path === undefined) throw new HttpError('not-found');
  const { rank, revocable = false } = decision;
  return sendFile(request, reply, { path, rank, revocable });
}
