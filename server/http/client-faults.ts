/** Answers to what is no HTTP request at all, where neither a request nor a reply exists. */
import type { Socket } from 'node:net';
import { errorBody } from './errors.ts';

/** Answers 400 in the form of all errors and ends the connection. */
export function answerClientFault(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = errorBody('bad-request');
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'cache-control: private, no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body.toString()}`);
}
