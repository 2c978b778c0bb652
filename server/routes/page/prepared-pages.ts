import { SCREENS } from 'atlas-engine/runtime';
import type { AtlasSnapshot, PageParts } from '../../access/atlas-snapshot.ts';
import { encode, type Encoded } from '../../http/encoded.ts';
import { styleSources } from '../../http/security-headers.ts';
import type { PageDrawer } from './page-drawer.ts';
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
  /** The screen for which the map is drawn; null for pages that do not show it at once. */
  readonly screen: 'phone' | 'desktop' | null;
}

/** A compressed page, and the CSP sources of its style elements. */
export interface PreparedPage {
  readonly encoded: Encoded;
  readonly styles: readonly string[];
}

interface PageSource {
  /** The built page, with markers. */
  readonly template: string;
  /** The origin of the site, or empty. */
  readonly origin: string;
  /** Draws the page of the map; null for an application that the server cannot draw. */
  readonly drawer: PageDrawer | null;
  /** Whether the pages have the tools of the author. */
  readonly forAuthor: boolean;
}

/**
 * Returns a function that renders and compresses each page once per snapshot. The number of pages
 * is limited, because only existing screens and projects have one.
 */
export function preparedPages(
  source: PageSource,
): (snapshot: AtlasSnapshot, key: PageKey) => Promise<PreparedPage> {
  const prepared = new WeakMap<AtlasSnapshot, Map<string, Promise<PreparedPage>>>();
  return (snapshot, key) => {
    const pages = prepared.get(snapshot) ?? new Map<string, Promise<PreparedPage>>();
    prepared.set(snapshot, pages);
    const name = JSON.stringify([key.locale, key.path, key.project, key.screen]);
    const known = pages.get(name);
    if (known) return known;
    const made = makePage(snapshot, key, source);
    pages.set(name, made);
    return made;
  };
}

async function makePage(
  snapshot: AtlasSnapshot,
  key: PageKey,
  source: PageSource,
): Promise<PreparedPage> {
  const html = await renderFor(snapshot, key, source);
  // The best compression takes longer; most visitors open the map. An author waits for the page.
  const isMap = key.path === '/' && key.project === null;
  const effort = source.forAuthor ? 'none' : isMap ? 'best' : 'fast';
  const encoded = await encode(html, 'text/html; charset=utf-8', { effort });
  return { encoded, styles: styleSources(html) };
}

async function renderFor(
  snapshot: AtlasSnapshot,
  key: PageKey,
  source: PageSource,
): Promise<string> {
  const parts = snapshot.pages.get(key.locale)!;
  const addresses = new Map(
    key.path.includes('/:')
      ? []
      : snapshot.locales.available.map((locale) => [locale, addressIn(locale, key)]),
  );
  const head = pageHead({
    ...previewOf(parts, key),
    locale: key.locale,
    site: parts.title,
    origin: source.origin,
    addresses,
    levels: source.forAuthor ? snapshot.access.levels : [],
  });
  return renderPage(source.template, { ...parts, ...(await contentOf(parts, key, source)), head });
}

/** Hides the page that needs scripts. */
const WITHOUT_SCRIPTS = '<style>#root>.atlas{display:none}</style>';

/**
 * Returns what the page shows until the scripts run: for the map the page as it will be, with the
 * outline for readers without scripts, and for other screens their outline.
 */
async function contentOf(
  parts: PageParts,
  key: PageKey,
  { drawer }: PageSource,
): Promise<{ readonly outline: string; readonly ground?: 'light' | 'dark' }> {
  const own = parts.screens.get(key.path)?.outline;
  if (own !== undefined) return { outline: own };
  if (drawer === null || key.screen === null) return { outline: parts.outline };
  const view = { project: key.project, phone: key.screen === 'phone' };
  const { html, ground } = await drawer.draw({ index: parts.index, view });
  return { outline: `${html}<noscript>${WITHOUT_SCRIPTS}${parts.outline}</noscript>`, ground };
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
