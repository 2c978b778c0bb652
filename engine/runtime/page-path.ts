/** Returns the address of a page of text in a language, from the root of the site. */
export function pagePath(id: string, locale: string): string {
  return `/account/${encodeURIComponent(id)}/${encodeURIComponent(locale)}`;
}
