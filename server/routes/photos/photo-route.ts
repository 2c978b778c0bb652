/** The pictures that features name, for those who may see the field that names them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deniedError, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendFile } from '../../http/send-file.ts';
import { decideField } from '../../access/policies.ts';
import { VERSION_PARAMETER } from '../geodata/feature-query.ts';

const SCHEMA = {
  summary: 'A picture of a feature.',
  produces: ['image/*'],
  params: {
    type: 'object',
    properties: {
      dataset: { type: 'string', maxLength: 200, description: 'The id of a dataset.' },
      field: { type: 'string', maxLength: 200, description: 'An attribute that names pictures.' },
      file: { type: 'string', maxLength: 400, description: 'What a feature has there.' },
    },
    required: ['dataset', 'field', 'file'],
  },
  querystring: { type: 'object', properties: { v: VERSION_PARAMETER } },
} as const;

/**
 * Adds `GET /api/photos/:dataset/:field/:file`. The request only chooses among the pictures that
 * were found when the snapshot was made; no path is ever made from it.
 */
export function addPhotoRoute(app: FastifyInstance): void {
  addGetRoute(app, '/api/photos/:dataset/:field/:file', answer, { ownHead: true, schema: SCHEMA });
}

function answer(request: FastifyRequest, reply: FastifyReply) {
  const { snapshot, asker } = request.atlas;
  const wish = request.params as { dataset: string; field: string; file: string };
  const decision = decideField(snapshot.access, asker, wish);
  if (!decision.allow) throw deniedError(decision.status);
  const path = snapshot.photos.get(wish.dataset)?.get(wish.field)?.get(wish.file);
  if (path === undefined) throw new HttpError('not-found');
  return sendFile(request, reply, { path, rank: decision.rank });
}
