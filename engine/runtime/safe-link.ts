/** The part of the standard `URL` that this file uses; browsers and Node provide it. */
declare const URL: new (address: string) => { readonly protocol: string; readonly href: string };

/**
 * Allowed schemes of links. `javascript:` and `data:` are not allowed, because they would run code
 * in the page.
 */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Returns the normalised address of a link; null unless it is http, https or mailto. */
export function safeLink(address: string): string | null {
  try {
    const url = new URL(address.trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** Returns the address of an image; null unless it is http, https or from the site's root. */
export function safePicture(address: string): string | null {
  // Browsers ignore tabs and line breaks in addresses.
  const text = address.replaceAll(/[\t\n\r]/g, '').trim();
  if (/^\/(?![/\\])/.test(text)) return text;
  return /^https?:/i.test(text) ? safeLink(text) : null;
}
