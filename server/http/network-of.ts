import { isIP } from 'node:net';

/** Reduces an address to its network: 24 bits of IPv4, 48 bits of IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`;
  // Behind a trusted proxy, the address is text supplied by that proxy.
  if (isIP(mapped) === 0) return 'unknown';
  const [head = ''] = mapped.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}
