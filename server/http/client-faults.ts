/** Answers to what is no HTTP request at all, where neither a request nor a reply exists. */
import type { Socket } from 'node:net';
import { errorBody } from './errors.ts';

/** Answers 400, or 414 to more than Node reads of a head, in the form of all errors; ends the connection. */
export function answerClientFault(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const body = errorBody(isTooLong ? 'address-too-long' : 'bad-request');
  const head = [
    isTooLong ? 'HTTP/1.1 414 URI Too Long' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'cache-control: private, no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body.toString()}`);
}
