/** Finds the hosts from which a browser loads the data of a bundle. */

/**
 * Returns the origins of all http addresses in the sources and pictures of parts of a bundle, sorted.
 * Addresses of links are not included, because they are loaded only after a click.
 */
export function hostsOf(parts: readonly object[]): string[] {
  const origins = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (!LOADED_KEYS.has(key) || !/^https?:\/\//i.test(value)) return;
      // A host may contain braces (`https://{s}.example.org`); it is not a valid origin.
      if (URL.canParse(value)) origins.add(new URL(value).origin);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) visit(item, name);
    }
  };
  for (const part of parts) visit((part as { sources?: object }).sources ?? {}, '');
  for (const part of parts) visitPictures(part, origins);
  return [...origins].filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)).sort();
}

/** Keys of a bundle source whose values are addresses that a browser loads. */
const LOADED_KEYS: ReadonlySet<string> = new Set(['tiles', 'pmtiles', 'data', 'url', 'hosts']);

/**
 * Adds the origins of legend pictures and thumbnails, which are loaded too but are not in the
 * sources.
 */
function visitPictures(value: unknown, origins: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { type, url, thumbnail } = value as { type?: unknown; url?: unknown; thumbnail?: unknown };
  for (const address of [type === 'image' ? url : undefined, thumbnail]) {
    if (typeof address === 'string' && /^https?:\/\//i.test(address) && URL.canParse(address)) {
      origins.add(new URL(address).origin);
    }
  }
  for (const item of Object.values(value)) visitPictures(item, origins);
}
