/**
 * The errors of the server: a status, a permanent id and a fixed text. The text contains no part of
 * the request.
 */
import type { ErrorAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyReply, FastifySchema } from 'fastify';
import { isOutOfFiles } from './open-files.ts';
import type { ReachedLimit } from './refusals.ts';
import { wrongParameter, type Invalid } from './wrong-parameter.ts';

const ERRORS = {
  'bad-request': [400, 'The request does not have the form that this address expects.'],
  unauthorised: [401, 'Only accounts with permission may see this. Log in first.'],
  forbidden: [403, 'This account does not have permission to see this.'],
  'not-found': [
    404,
    'Nothing was found at this address. `/api/openapi.json` describes the available addresses; `/ogc/collections` lists the datasets.',
  ],
  'method-not-allowed': [
    405,
    'This address does not support this method; the header `Allow` lists the supported ones.',
  ],
  conflict: [409, 'The state of the server does not allow this at the moment.'],
  'too-slow': [408, 'The request took too long to arrive. Send it again.'],
  'too-large': [413, 'The body of the request is too large.'],
  'address-too-long': [
    414,
    'The address or the headers of the request are too long. Send a long geometry in the body of a POST.',
  ],
  'unsupported-type': [
    415,
    'The media type of the request body is not supported. Send `Content-Type: text/plain` with well-known text, or `application/json`.',
  ],
  'too-many': [
    429,
    'Too many requests from this address. The header `Retry-After` gives the seconds to wait.',
  ],
  'range-not-satisfiable': [416, 'The requested range of bytes is outside the file.'],
  internal: [500, 'The server failed to answer. Its log has the error.'],
  unavailable: [503, 'The data cannot be read at the moment. Try again in a few seconds.'],
  busy: [503, 'The server has too many requests at the moment. Try again in a few seconds.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorId = keyof typeof ERRORS;

/** The statuses of the errors of the server. */
export type ErrorStatus = (typeof ERRORS)[ErrorId][0];

/** Value of `Retry-After` in seconds, for a store that does not answer. */
const RETRY_AFTER_S = 5;

/** Thrown to end a request with one of the errors of the server. */
export class HttpError extends Error {
  readonly id: ErrorId;
  readonly headers: Readonly<Record<string, string>>;
  /** The error and how to fix it, in a sentence that quotes nothing from the request. */
  readonly detail: string | null;

  constructor(
    id: ErrorId,
    options: ErrorOptions & { headers?: Readonly<Record<string, string>>; detail?: string } = {},
  ) {
    super(ERRORS[id][1], options);
    this.id = id;
    this.headers = options.headers ?? {};
    this.detail = options.detail ?? null;
  }

  get status(): number {
    return ERRORS[this.id][0];
  }
}

/** Thrown to refuse a request temporarily, because a shared resource is used up. */
export class BusyError extends HttpError {
  readonly reason: ReachedLimit;

  constructor(reason: ReachedLimit) {
    super('busy');
    this.reason = reason;
  }
}

/** Returns the error for a denial by the policies. */
export function deniedError(status: 401 | 403 | 404): HttpError {
  if (status === 401) return new HttpError('unauthorised');
  return new HttpError(status === 403 ? 'forbidden' : 'not-found');
}

/**
 * Converts anything thrown while a request was answered to an error of the server. `schema` is that
 * of the route.
 */
export function toHttpError(error: unknown, schema?: FastifySchema): HttpError {
  if (error instanceof HttpError) return error;
  if (isOutOfFiles(error)) return new HttpError('unavailable', { cause: error });
  const thrown = (error ?? {}) as Invalid & { statusCode?: number };
  const { validation, statusCode } = thrown;
  if (validation !== undefined) {
    const detail = wrongParameter(thrown, schema);
    return new HttpError('bad-request', present({ cause: error, detail: detail ?? undefined }));
  }
  const known = idOf(statusCode);
  if (known) return new HttpError(known, { cause: error });
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new HttpError(isClientFault ? 'bad-request' : 'internal', { cause: error });
}

/** Returns the id of the first error with a status; undefined without one. */
export function idOf(status: ErrorStatus): ErrorId;
export function idOf(status: number | undefined): ErrorId | undefined;
export function idOf(status: number | undefined): ErrorId | undefined {
  const ids = Object.keys(ERRORS) as ErrorId[];
  return ids.find((id) => ERRORS[id][0] === status);
}

/** Returns the body of an error: JSON `{ error: { id, message, detail? } }`. */
export function errorBody(
  id: ErrorId,
  detail: string | null = null,
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const error = present({
    id,
    message: ERRORS[id][1],
    detail: detail ?? undefined,
  });
  return Buffer.from(JSON.stringify({ ...more, error } satisfies ErrorAnswer));
}

/** Returns the headers of an error status: no caching, and how the client can continue. */
export function errorHeaders(status: number): Readonly<Record<string, string>> {
  return present({
    'cache-control': 'private, no-store',
    // An authentication scheme is required (RFC 9110, section 15.5.2); browsers show no dialog for
    // this scheme.
    'www-authenticate': status === 401 ? 'Session' : undefined,
    'retry-after': status === 503 ? String(RETRY_AFTER_S) : undefined,
  });
}

/** Sends an error, with the same bytes and headers each time; `more` precedes it in the body. */
export function sendError(
  reply: FastifyReply,
  error: HttpError,
  more?: Readonly<Record<string, string>>,
): FastifyReply {
  return reply
    .code(error.status)
    .headers({ ...error.headers, ...errorHeaders(error.status) })
    .type('application/json; charset=utf-8')
    .send(errorBody(error.id, error.detail, more));
}

/**
 * Runs a query on the store. If the store fails, the request ends in 503, not in 500. Errors of the
 * server itself are not changed.
 */
export async function fromStore<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError('unavailable', { cause: error });
  }
}
