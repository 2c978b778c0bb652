/**
 * Joins the address of a service and a path. An address that names `{z}` is one of tiles already, and
 * taken whole. A query of the address, which may hold a key, moves to the end:
 * `https://a.org/v1?key=k` and `/{z}.png` give `https://a.org/v1/{z}.png?key=k`.
 */
export function joinAddress(address: string, path: string): string {
  if (address.includes('{z}')) return address;
  const [base = '', query] = address.split('?', 2);
  const joined = `${base.replace(/\/$/, '')}${path}`;
  if (!query) return joined;
  return `${joined}${path.includes('?') ? '&' : '?'}${query}`;
}
