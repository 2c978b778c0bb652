/** Writes the head of a page: its title, what a link to it shows, and its other languages. */
import type { Preview } from '../../access/atlas-snapshot.ts';
import { escapeHtml } from 'atlas-engine/runtime';

/** The preview of a page, and where the page is. */
interface HeadParts extends Preview {
  readonly locale: string;
  /** The name of the atlas. */
  readonly site: string;
  /** The origin of the site; empty when the operator has not set it, which makes links relative. */
  readonly origin: string;
  /** The address of this page in each language, from the root of the site. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The ids of the levels whose view an author may choose; empty for other visitors. */
  readonly levels: readonly string[];
}

/**
 * Returns the elements of the head. Programs that make previews need complete addresses, so the
 * picture and the address are left out without an origin.
 */
export function pageHead(parts: HeadParts): string {
  const { locale, site, origin, title, description, picture, addresses } = parts;
  const own = addresses.get(locale);
  const complete = (path: string | null | undefined): string | null =>
    origin !== '' && path ? `${origin}${path}` : null;
  const image = complete(picture);
  const graph: readonly (readonly [property: string, content: string | null])[] = [
    ['og:type', 'website'],
    ['og:site_name', site],
    ['og:locale', locale],
    ['og:title', title],
    ['og:description', description],
    ['og:url', complete(own)],
    ...(image === null ? [] : imageOf(image, title)),
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...graph.map(([property, content]) => meta('property', property, content)),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
    ...[...addresses].map(([language, path]) => alternate(language, `${origin}${path}`)),
    meta('name', 'atlas-author', parts.levels.join(' ') || null),
  ].join('');
}

/** The size of the pictures of links, in px; the reference of the language demands it. */
const IMAGE = { width: 1200, height: 630 } as const;

function imageOf(address: string, alt: string): [property: string, content: string][] {
  return [
    ['og:image', address],
    ['og:image:type', /\.jpe?g\b/i.test(address) ? 'image/jpeg' : 'image/png'],
    ['og:image:width', String(IMAGE.width)],
    ['og:image:height', String(IMAGE.height)],
    ['og:image:alt', alt],
    ['twitter:image:alt', alt],
  ];
}

function meta(key: 'name' | 'property', name: string, content: string | null): string {
  return content === null ? '' : `<meta ${key}="${name}" content="${escapeHtml(content)}" />`;
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(address)}" />`;
}
