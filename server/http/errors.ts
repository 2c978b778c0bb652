/** The errors of the server: a status, a permanent id, constant words. Nothing of the request is repeated. */
import { present } from 'atlas-engine/runtime';
import type { FastifyReply, FastifySchema } from 'fastify';
import { isOutOfFiles } from './open-files.ts';
import type { Refusal } from './refusals.ts';
import { wrongParameter, type Invalid } from './wrong-parameter.ts';

const ERRORS = {
  'bad-request': [400, 'The request does not have the form that this address takes.'],
  unauthorised: [401, 'This is open to accounts that were granted access. Log in first.'],
  forbidden: [403, 'This account was not granted access to this.'],
  'not-found': [
    404,
    'There is nothing at this address. `/api/openapi.json` describes those there are, `/ogc/collections` lists datasets.',
  ],
  'method-not-allowed': [
    405,
    'This address does not take this method; the header `Allow` names those it takes.',
  ],
  'too-slow': [408, 'The request took too long to arrive. Send it again.'],
  'too-large': [413, 'The body of the request is too large.'],
  'address-too-long': [
    414,
    'The address of the request, or its headers, are too long. Send a long geometry in the body of a POST.',
  ],
  'unsupported-type': [
    415,
    'The body of the request is of a type that is not read here. Send `Content-Type: text/plain` with well-known text, or `application/json`.',
  ],
  'range-not-satisfiable': [416, 'The file has no such range of bytes.'],
  internal: [500, 'The server failed to answer. The fault is in its log.'],
  unavailable: [503, 'The data cannot be read at the moment. Try again in a few seconds.'],
  busy: [503, 'Too much is asked for at the same time. Try again in a few seconds.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorId = keyof typeof ERRORS;

/** Seconds after which a client may try again when a store does not answer. */
const RETRY_AFTER_S = 5;

/** Ends a request with one of the errors of the server. */
export class HttpError extends Error {
  readonly id: ErrorId;
  readonly headers: Readonly<Record<string, string>>;
  /** What is wrong and how it is mended, in a sentence that repeats nothing of the request. */
  readonly detail: string | null;

  constructor(
    id: ErrorId,
    options: ErrorOptions & { headers?: Record<string, string>; detail?: string } = {},
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

/** Refuses a request for now, because something is used up that all requests share. */
export class BusyError extends HttpError {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super('busy');
    this.reason = reason;
  }
}

/** The error that a denial by the policies ends in. */
export function deniedError(status: 401 | 403 | 404): HttpError {
  if (status === 401) return new HttpError('unauthorised');
  return new HttpError(status === 403 ? 'forbidden' : 'not-found');
}

/**
 * Turns whatever was thrown while a request was answered into an error of the server; `schema` is
 * that of the route.
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
  const known = Object.entries(ERRORS).find(([, [status]]) => status === statusCode);
  if (known) return new HttpError(known[0] as ErrorId, { cause: error });
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new HttpError(isClientFault ? 'bad-request' : 'internal', { cause: error });
}

/** The body of an error as it goes over the wire: JSON `{ error: { id, message, detail? } }`. */
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
  return Buffer.from(JSON.stringify({ ...more, error }));
}

/** The headers of every error of a status: never kept by any cache, and what a client can do. */
export function errorHeaders(status: number): Readonly<Record<string, string>> {
  return present({
    'cache-control': 'private, no-store',
    // A way to log in (RFC 9110, section 15.5.2); browsers open no dialogue for this one.
    'www-authenticate': status === 401 ? 'Session' : undefined,
    'retry-after': status === 503 ? String(RETRY_AFTER_S) : undefined,
  });
}

/** Answers with an error: the same bytes and headers each time; `more` stands before it in the body. */
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
 * Runs a question to a store; when the store fails, the request ends in 503, not in 500. Errors of the
 * server itself stay what they are.
 */
export async function fromStore<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError('unavailable', { cause: error });
  }
}
