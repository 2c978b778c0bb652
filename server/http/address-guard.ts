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

/**
 * Gives the address to look for: the one asked for, or one that answers with the error. So even
 * these answers pass through the hooks, and carry the headers that every answer carries.
 */
export function addressGuard(request: RawRequestDefaultExpression<RawServerDefault>): string {
  const address = request.url ?? '/';
  if (address.length > MAX_ADDRESS_LENGTH) return TOO_LONG;
  const [path = '/'] = address.split('?', 1);
  try {
    return decodeURIComponent(path).includes('\0') ? BROKEN : address;
  } catch {
    return BROKEN;
  }
}
