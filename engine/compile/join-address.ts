/**
 * Joins the address of a service and a path. An address with `{z}` is a complete tile address and
 * is returned unchanged. A query of the address, which may contain a key, moves to the end:
 * `https://a.org/v1?key=k` and `/{z}.png` give `https://a.org/v1/{z}.png?key=k`.
 */
export function joinAddress(address: string, path: string): string {
  if (address.includes('{z}')) return address;
  const [base = '', query] = address.split('?', 2);
  const joined = `${base.replace(/\/$/, '')}${path}`;
  if (!query) return joined;
  return `${joined}${path.includes('?') ? '&' : '?'}${query}`;
}
