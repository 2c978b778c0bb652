/** Recognises trusted proxies, whose connections carry the requests of many clients. */
import { BlockList, isIP } from 'node:net';
import type { TrustedProxies } from '../config/setting-forms.ts';

/** Returns a function that tests whether an address belongs to a trusted proxy. */
export function proxyTest(proxies: TrustedProxies): (address: string) => boolean {
  // A number of proxies means that all requests come through them.
  if (proxies === false || typeof proxies === 'number') return () => proxies !== false;
  const networks = new BlockList();
  for (const text of proxies) {
    if (text === 'loopback') {
      networks.addSubnet('127.0.0.0', 8, 'ipv4');
      networks.addAddress('::1', 'ipv6');
      continue;
    }
    const [address = '', bits] = text.split('/');
    const family = familyOf(address);
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return networks.check(plain, familyOf(plain));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
