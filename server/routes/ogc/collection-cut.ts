/** Finds the part of a collection that the visitor may see. */
import type { FastifyRequest } from 'fastify';
import type { Use } from 'atlas-engine';
import { deniedError, HttpError } from '../../http/errors.ts';
import { decide, type AllowedCut } from '../../access/policies.ts';

/**
 * Returns the part (`AllowedCut`) of the collection in the address that the visitor may receive for
 * a use. Throws `HttpError` 401, 403 or 404.
 */
export function cutOf(request: FastifyRequest, use: Use = 'view'): AllowedCut {
  const { access } = request.atlas.snapshot;
  const { collection: dataset } = request.params as { collection: string };
  const feeds = [...access.geojson.values()].some((ids) => ids.includes(dataset));
  const decision = decide(access, request.atlas.visitor, { dataset, use });
  if (!feeds) throw new HttpError('not-found');
  if (!decision.allow) throw deniedError(decision.status);
  return decision;
}
