import { lookup } from 'node:dns/promises';
import { isPrivateAddress } from '../../../server/services/private-address.ts';

/**
 * Returns whether the host of an address is in a private network. A server connects there only if its
 * operator sets the whole address.
 */
export async function isPrivateHost(address: string): Promise<boolean> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some((each) => isPrivateAddress(each.address));
}
