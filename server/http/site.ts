/** Determines the address of the site for links. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Headers that show that a proxy forwarded the request. The requested host may then be an internal
 * name of this server.
 */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Returns the origin for links: the one that the operator set, otherwise the requested host if it
 * is a name of this machine, otherwise an empty text, which makes links relative. Any other host
 * comes from the client and must not appear in an answer.
 */
export function siteOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { headers } = request;
  if (isForwarded(headers)) return '';
  const [, name = '', port = ''] = HOST.exec(headers.host ?? '') ?? [];
  const isOwn = isLoopback(name) || (isIP(bare(name)) > 0 && bare(name) === localAddress(request));
  return isOwn ? `http://${name.toLowerCase()}${port}` : '';
}

/** Returns whether a request uses a name that means the local machine, and came through no proxy. */
export function isAskedHere(headers: IncomingHttpHeaders): boolean {
  const [, name = ''] = HOST.exec(headers.host ?? '') ?? [];
  return isLoopback(name) && !isForwarded(headers);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined);
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/** Returns whether a host, as written in an address, means the local machine. */
function isLoopback(host: string): boolean {
  const name = bare(host).toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function bare(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Returns the local address of the connection; undefined in tests without a connection. */
function localAddress({ socket }: FastifyRequest): string | undefined {
  return socket.localAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
}
