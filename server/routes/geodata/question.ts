/** Reads the query geometry of a request for features, from its address or its body. */
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { hasMore } from '../../http/has-more.ts';
import type { QueryGeometry } from '../../store/query-geometry.ts';
import type { GeometryReader } from '../geometries/geometry-reader.ts';

/** Maximum bytes of well-known text in an address; a longer geometry must be sent by POST. */
const MAX_WKT_BYTES = 12_000;

/** Maximum quotes and opening brackets in the JSON of a query, which has five; well-known text has none. */
const MAX_MARKS = 50;

/** Parses the JSON of a query. Throws `HttpError` 400. */
export function parseQuestion(text: string): unknown {
  if (hasMore(text, /["[{]/g, MAX_MARKS)) throw noQuestion();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw noQuestion();
  }
}

/** Reads the geometry; null when the request has none. Throws `HttpError` 400, 414 or 503. */
export async function readQuestion(
  request: FastifyRequest,
  { geometries, gone }: { readonly geometries: GeometryReader; readonly gone: AbortSignal },
): Promise<QueryGeometry | null> {
  const text = textOf(request);
  if (text === null) return null;
  // The search ignores `bbox`. With a small box, however, the request would wrongly be treated as a
  // request for a part of the dataset.
  if ((request.query as { bbox?: string }).bbox !== undefined)
    throw new HttpError('bad-request', {
      detail: '`bbox` cannot be used with a geometry. Clip the geometry to the box instead.',
    });
  const read = await geometries.read('search', text, gone);
  if ('fault' in read) throw new HttpError('bad-request', { detail: read.fault });
  return read.ok;
}

/** Returns the well-known text of the address or the body; null when there is none. */
function textOf(request: FastifyRequest): string | null {
  const { intersects } = request.query as { intersects?: string };
  if (request.method === 'POST') {
    const { body } = request;
    const wkt = typeof body === 'string' ? body : (body as { intersects?: unknown })?.intersects;
    if (typeof wkt !== 'string' || intersects !== undefined) throw noQuestion();
    return wkt;
  }
  if (intersects === undefined) return null;
  if (Buffer.byteLength(intersects) > MAX_WKT_BYTES) {
    throw new HttpError('address-too-long', {
      detail: 'Send a geometry of more than 12 kB in the body of a POST to the same path.',
    });
  }
  return intersects;
}

function noQuestion(): HttpError {
  return new HttpError('bad-request', {
    detail: 'The body must be well-known text, or JSON such as {"intersects":"POINT(10 5)"}.',
  });
}
