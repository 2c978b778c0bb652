/**
 * Returns the origin of the page around the compact map, which the element `<atlas-map>` writes into
 * the query as `host`; null without it. The policy `frame-ancestors` decides which pages may be
 * around the map.
 */
export function hostOf(search: string): string | null {
  const host = new URLSearchParams(search).get('host');
  if (host === null || window.parent === window || !URL.canParse(host)) return null;
  return new URL(host).origin === host && host !== 'null' ? host : null;
}
