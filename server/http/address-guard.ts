/** Turns away addresses that cannot be read, before routes are looked for. */
import type { RawServerDefault, RawRequestDefaultExpression } from 'fastify';
import type { ErrorId } from './errors.ts';

/** Characters of path and query; a polygon in well-known text of 12 kB still passes. */
const MAX_ADDRESS_LENGTH = 13_000;

const BROKEN = '/.broken-address';
const TOO_LONG = '/.long-address';

/** Where the guard sends such addresses, and the error that is answered there. */
export const ADDRESS_FAULTS: ReadonlyMap<string, ErrorId> = new Map([
  [BROKEN, 'bad-request'],
  [TOO_LONG, 'address-too-long'],
]);

/** Scheme and authority of an address in absolute form, as a client sends it to a proxy. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Gives the address to look for: the one asked for, or one that answers with the error. So even
 * these answers pass through the hooks, and carry the headers that every answer carries. Of the
 * absolute form (`GET http://…`) only path and query are left: the host in it is a claim of the
 * client.
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

/** Tells whether the `Host` is named more than once, of which Node takes the first (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[] | undefined): boolean {
  let hosts = 0;
  for (let at = 0; at < (rawHeaders?.length ?? 0); at += 2)
    if (rawHeaders![at]!.length === 4 && rawHeaders![at]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
