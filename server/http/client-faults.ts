/** Answers data that is not valid HTTP, for which there is no request or reply object. */
import type { Socket } from 'node:net';
import { errorBody, type ErrorId } from './errors.ts';

/** Milliseconds until the server closes the connection. */
const GRACE = 1_000;

/** The status line and the id of the error, by the code of Node's error. */
const FAULTS: Readonly<Record<string, readonly [line: string, id: ErrorId]>> = {
  HPE_HEADER_OVERFLOW: ['414 URI Too Long', 'address-too-long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too-slow'],
};

/**
 * Sends an error in the common form and ends the connection. The status is 400, 414 for headers
 * larger than Node's limit, or 408 for a request that arrives too slowly. If an answer is still
 * being sent on the connection, it is closed at once.
 */
export function answerClientFault(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  const [line, id] = FAULTS[error.code ?? ''] ?? ['400 Bad Request', 'bad-request'];
  const body = errorBody(id);
  const head = [
    `HTTP/1.1 ${line}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'cache-control: private, no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body.toString()}`);
  // Otherwise a client that does not close its side would keep the connection open.
  setTimeout(() => socket.destroy(), GRACE).unref();
}
