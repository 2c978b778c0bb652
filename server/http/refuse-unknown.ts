import type { FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

/**
 * Refuses a parameter that is not known, as OGC API Features asks: a misspelt `bbox` that is passed
 * over gives everything. Throws `HttpError` 400 with those that are known.
 */
export function refuseUnknown(request: FastifyRequest, known: ReadonlySet<string>): void {
  for (const name of new URLSearchParams(request.url.split('?', 2)[1] ?? '').keys()) {
    if (!known.has(name))
      throw new HttpError('bad-request', {
        detail: `A parameter of the address is not known. It takes ${[...known].join(', ')}.`,
      });
  }
}
