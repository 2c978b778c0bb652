import type { FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

/**
 * Refuses unknown parameters, as OGC API Features requires: with a misspelt `bbox` ignored, the answer
 * would have all features. Throws `HttpError` 400 that lists the known ones.
 */
export function refuseUnknown(request: FastifyRequest, known: ReadonlySet<string>): void {
  for (const name of new URLSearchParams(request.url.split('?', 2)[1] ?? '').keys()) {
    if (!known.has(name))
      throw new HttpError('bad-request', {
        detail: `The address has an unknown parameter. The known ones are ${[...known].join(', ')}.`,
      });
  }
}
