import { SCREENS } from 'atlas-engine/runtime';
import type { AtlasSnapshot, PageParts } from '../../access/atlas-snapshot.ts';
import { encode, type Encoded } from '../../http/encoded.ts';
import type { BuiltApp } from '../assets/built-app.ts';
import { pageHead } from './page-head.ts';
import { renderPage } from './page-html.ts';

/**
 * One page: the language of the interface, the address of its screen (`:key` for any key), and the open
 * project.
 */
interface PageKey {
  readonly locale: string;
  readonly path: string;
  /** The id of a project that the snapshot has; null for the whole region. */
  readonly project: string | null;
}

/**
 * Returns a function that renders and compresses each page once per snapshot. The number of pages
 * is limited, because only existing screens and projects have one. `origin` is the origin of the site,
 * or empty.
 */
export function preparedPages(
  built: BuiltApp,
  origin: string,
): (snapshot: AtlasSnapshot, key: PageKey) => Promise<Encoded> {
  const prepared = new WeakMap<AtlasSnapshot, Map<string, Promise<Encoded>>>();
  return (snapshot, key) => {
    const pages = prepared.get(snapshot) ?? new Map<string, Promise<Encoded>>();
    prepared.set(snapshot, pages);
    const name = JSON.stringify([key.locale, key.path, key.project]);
    const known = pages.get(name);
    if (known) return known;
    const html = renderFor(snapshot, key, { template: built.page, origin });
    // The best compression takes longer; most visitors open the map.
    const best = key.path === '/' && key.project === null;
    const made = encode(html, 'text/html; charset=utf-8', { best });
    pages.set(name, made);
    return made;
  };
}

function renderFor(
  snapshot: AtlasSnapshot,
  key: PageKey,
  { template, origin }: { readonly template: string; readonly origin: string },
): string {
  const parts = snapshot.pages.get(key.locale)!;
  const screen = parts.screens.get(key.path);
  const addresses = new Map(
    key.path.includes('/:')
      ? []
      : snapshot.locales.available.map((locale) => [locale, addressIn(locale, key)]),
  );
  const head = pageHead({
    ...previewOf(parts, key),
    locale: key.locale,
    site: parts.title,
    origin,
    addresses,
  });
  return renderPage(template, { ...parts, outline: screen?.outline ?? parts.outline, head });
}

function previewOf({ screens, previews }: PageParts, { path, project }: PageKey) {
  const screen = screens.get(path);
  const preview = previews.get(path === '/' ? (project ?? '') : '')!;
  return screen ? { title: screen.title, description: null, picture: null } : preview;
}

/** Returns the address of the same page in another language. */
function addressIn(locale: string, { path, project }: PageKey): string {
  const text = SCREENS.find(
    ({ path: pattern }) =>
      pattern.endsWith('/:lang') && path.startsWith(pattern.slice(0, -':lang'.length)),
  );
  if (text) return text.path.replace(':lang', encodeURIComponent(locale));
  const query = new URLSearchParams({ ...(project !== null && { project }), lang: locale });
  return `${path}?${query.toString()}`;
}
