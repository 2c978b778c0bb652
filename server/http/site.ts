/** The address of the site as it stands in links. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Headers of a proxy: the host it names may be its own name for this server. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * Gives the origin that links begin with: what the operator says, else the host that was asked for,
 * when it is a name of this very machine, else nothing, which makes links relative. Any other host
 * is a claim of the client, which must not reach an answer.
 */
export function siteOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { headers } = request;
  if (isForwarded(headers)) return '';
  const [, name = '', port = ''] = HOST.exec(headers.host ?? '') ?? [];
  const isOwn = isLoopback(name) || (isIP(bare(name)) > 0 && bare(name) === localAddress(request));
  return isOwn ? `http://${name.toLowerCase()}${port}` : '';
}

/** Tells whether a request asks this machine by a name that means itself everywhere, through no proxy. */
export function isAskedHere(headers: IncomingHttpHeaders): boolean {
  const [, name = ''] = HOST.exec(headers.host ?? '') ?? [];
  return isLoopback(name) && !isForwarded(headers);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined);
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/** Tells whether a host, as written in an address, means the machine it is used on. */
function isLoopback(host: string): boolean {
  const name = bare(host).toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function bare(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** Where the connection came in; absent in tests that have none. */
function localAddress({ socket }: FastifyRequest): string | undefined {
  return socket.localAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
}
