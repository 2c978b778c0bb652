/** What this file needs of the standard's `URL`, which browsers and Node have. */
declare const URL: new (address: string) => { readonly protocol: string; readonly href: string };

/** Schemes a link may have; `javascript:` and `data:` run code in the page. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** An address that may stand behind a link, normalised; null for any but http, https and mailto. */
export function safeLink(address: string): string | null {
  try {
    const url = new URL(address.trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** An address a picture may be read from: http, https or the site's own root; null for any other. */
export function safePicture(address: string): string | null {
  // Browsers leave out tabs and line breaks wherever they stand.
  const text = address.replaceAll(/[\t\n\r]/g, '').trim();
  if (/^\/(?![/\\])/.test(text)) return text;
  return /^https?:/i.test(text) ? safeLink(text) : null;
}
