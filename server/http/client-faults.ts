/** Answers to what is no HTTP request at all, where neither a request nor a reply exists. */
import type { Socket } from 'node:net';
import { errorBody, type ErrorId } from './errors.ts';

/** Milliseconds that a client has to read the answer and close the connection. */
const GRACE = 1_000;

/** The status line and the id of the error, by the code of Node's error. */
const FAULTS: Readonly<Record<string, readonly [line: string, id: ErrorId]>> = {
  HPE_HEADER_OVERFLOW: ['414 URI Too Long', 'address-too-long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too-slow'],
};

/**
 * Answers 400, 414 to more than Node reads of a head, or 408 to a request that takes too long to
 * arrive, in the form of all errors, and ends the connection. A connection with an answer under way is
 * ended at once: its client did not even read that.
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
  // A client that keeps its side open would keep the connection.
  setTimeout(() => socket.destroy(), GRACE).unref();
}
