/** Rejects invalid addresses before routing. */
import type { RawServerDefault, RawRequestDefaultExpression } from 'fastify';
import type { ErrorId } from './errors.ts';

/**
 * Maximum length of path and query in characters. It is enough for a polygon of 12 kB in well-known
 * text.
 */
const MAX_ADDRESS_LENGTH = 13_000;

const BROKEN = '/.broken-address';
const TOO_LONG = '/.long-address';

/**
 * The internal addresses to which invalid requests are routed, with the error that each returns.
 */
export const ADDRESS_FAULTS: ReadonlyMap<string, ErrorId> = new Map([
  [BROKEN, 'bad-request'],
  [TOO_LONG, 'address-too-long'],
]);

/** Matches the scheme and authority of an address in absolute form, as sent to a proxy. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Returns the address to route: the requested one, or one that answers with an error. In this way
 * error answers also pass through the hooks and get the headers of every answer. The absolute form
 * (`GET http://…`) is reduced to path and query, because the client can put any host in it.
 */
export function addressGuard(request: RawRequestDefaultExpression<RawServerDefault>): string {
  if (hasTwoHosts(request.rawHeaders)) return BROKEN;
  const asked = request.url ?? '/';
  if (asked.length > MAX_ADDRESS_LENGTH) return TOO_LONG;
  const local = asked.replace(ORIGIN, '');
  const address = local.startsWith('/') || local === asked ? local : `/${local}`;
  const [path = '/'] = address.split('?', 1);
  try {
    return decodeURIComponent(path).includes('\0') ? BROKEN : address;
  } catch {
    return BROKEN;
  }
}

/** Returns whether there is more than one `Host`; Node would take the first (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[] | undefined): boolean {
  let hosts = 0;
  for (let at = 0; at < (rawHeaders?.length ?? 0); at += 2)
    if (rawHeaders![at]!.length === 4 && rawHeaders![at]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
