/** The pictures that features name, for those who may see the field that names them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deniedError, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendFile } from '../../http/send-file.ts';
import { decideField } from '../../policies.ts';

const SCHEMA = {
  summary: 'A picture of a feature.',
  produces: ['image/*'],
  params: {
    type: 'object',
    properties: {
      dataset: { type: 'string', maxLength: 200 },
      field: { type: 'string', maxLength: 200 },
      file: { type: 'string', maxLength: 400 },
    },
    required: ['dataset', 'field', 'file'],
  },
  querystring: { type: 'object', properties: { v: { type: 'string' } } },
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
