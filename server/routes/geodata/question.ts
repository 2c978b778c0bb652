/** The geometry that a request for features asks by, in its address or its body. */
import type { FastifyRequest } from 'fastify';
import type { PackedGeometry } from '../../geometry/index.ts';
import { HttpError } from '../../http/errors.ts';
import type { GeometryReader } from './geometry-reader.ts';

/** Bytes of well-known text in an address; a longer geometry is to be sent by POST. */
const MAX_WKT_BYTES = 12_000;

/** Quotes and opening brackets in the JSON of a question, which has five; well-known text has none. */
const MAX_MARKS = 50;

/**
 * Reads the JSON of a question. A megabyte of brackets is none, and takes a tenth of a second.
 * Throws `HttpError` 400.
 */
export function parseQuestion(text: string): unknown {
  let marks = 0;
  for (const _ of text.matchAll(/["[{]/g)) if (++marks > MAX_MARKS) throw noQuestion();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw noQuestion();
  }
}

/** Reads the geometry; null when none is asked for. Throws `HttpError` 400, 414 or 503. */
export async function readQuestion(
  request: FastifyRequest,
  { geometries, gone }: { readonly geometries: GeometryReader; readonly gone: AbortSignal },
): Promise<PackedGeometry | null> {
  const text = textOf(request);
  if (text === null) return null;
  // The search does not look at the box: beside a small one it would give everything away as a part.
  if ((request.query as { bbox?: string }).bbox !== undefined)
    throw new HttpError('bad-request', {
      detail: '`bbox` and a geometry do not go together: cut the geometry to the box.',
    });
  const parsed = await geometries.read(text, gone);
  if (!('ok' in parsed)) throw new HttpError('bad-request', { detail: parsed.message });
  return parsed.ok;
}

/** The well-known text of the address, or of the body; null when none is asked for. */
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
    detail: 'The body is well-known text, or JSON such as {"intersects":"POINT(10 5)"}.',
  });
}
