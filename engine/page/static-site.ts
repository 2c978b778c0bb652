/**
 * Where the files of a static site are. The command that writes the site and the application that reads
 * it use these rules. Addresses begin with `./`: they are relative to the one page of the site.
 */

/** The file that lists what a build has written. A former build is recognised by it. */
export const SITE_MANIFEST = 'atlas-site.json';

/** The size in bytes of the parts of an archive, for servers that do not answer ranges. */
export const ARCHIVE_PART_BYTES = 65_536;

/** Returns the address of a part of an archive; the first part has the number 0. */
export function archivePart(archive: string, part: number): string {
  const [path = '', query] = archive.split('?');
  return `${path}.parts/${part}.bin${query === undefined ? '' : `?${query}`}`;
}

/** Returns the address of the index of a language. */
export function siteIndex(locale: string): string {
  return `./atlas/index.${encodeURIComponent(locale)}.json`;
}

/** Returns the address of the archive of a dataset. */
export function siteArchive(dataset: string): string {
  return `./atlas/tiles/${encodeURIComponent(dataset)}.pmtiles`;
}

/** Returns the address of the file with the attributes of some features, and of others. */
export function siteDetails(dataset: string, id: string, files: number): string {
  return `./atlas/details/${encodeURIComponent(dataset)}.${Number(id) % files}.json`;
}

/** The calls whose answers are lists in a language. */
const LIST = /^\/api\/(places|keywords)\?locale=(.+)$/;

/** Returns the address of the file with the answer of a server at an address from the root. */
export function siteAddress(address: string): string {
  if (address === '/health') return `./${SITE_MANIFEST}`;
  const [, list, locale] = LIST.exec(address) ?? [];
  return list === undefined ? `.${address}` : `./atlas/${list}.${locale}.json`;
}
