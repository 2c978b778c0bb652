import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { encode, type Encoded } from '../../http/encoded.ts';
import type { BuiltApp } from '../assets/built-app.ts';
import { renderPage } from './page-html.ts';

/** One page: the language of the interface, and the address of its screen. */
export interface PageKey {
  readonly locale: string;
  readonly path: string;
}

/**
 * Returns a function that renders and compresses each page once per snapshot. The number of pages
 * is limited, because only existing screens have one.
 */
export function preparedPages(
  built: BuiltApp,
): (snapshot: AtlasSnapshot, key: PageKey) => Promise<Encoded> {
  const prepared = new WeakMap<AtlasSnapshot, Map<string, Promise<Encoded>>>();
  return (snapshot, { locale, path }) => {
    const pages = prepared.get(snapshot) ?? new Map<string, Promise<Encoded>>();
    prepared.set(snapshot, pages);
    const name = `${locale} ${path}`;
    const known = pages.get(name);
    if (known) return known;
    const parts = snapshot.pages.get(locale)!;
    const html = renderPage(built.page, { ...parts, ...parts.screens.get(path) });
    // The best compression takes longer; most visitors open the map.
    const made = encode(html, 'text/html; charset=utf-8', { best: path === '/' });
    pages.set(name, made);
    return made;
  };
}
