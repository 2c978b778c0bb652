/** Inserts the parts of an atlas into the built `index.html`. */
import { directionOf, escapeHtml } from 'atlas-engine/runtime';

/** What is inserted into the page. */
interface PageContents {
  readonly locale: string;
  /** HTML: the title, and what a link to the page shows. */
  readonly head: string;
  /** HTML of the page until the scripts run. */
  readonly outline: string;
  /** The ground of the theme of the outline; absent for the one without a theme. */
  readonly ground?: 'light' | 'dark';
  /** The public index as JSON text. */
  readonly index: string;
  /** The message of the application when the index cannot be read. */
  readonly failure: string;
  /** Address of an icon that replaces the one of the application. */
  readonly favicon?: string;
}

/** Markers in the page of the application. They are comments, which the build keeps. */
const MARKS = {
  head: '<!--atlas:head-->',
  outline: '<!--atlas:outline-->',
  bundle: '<!--atlas:bundle-->',
} as const;

/** The id of the element with the public index. */
const INDEX_ELEMENT_ID = 'atlas-index';

/**
 * Renders the page of one language: with title and `lang`, an outline that can be read without
 * scripts, and the public index as JSON. Throws when a marker is missing.
 */
export function renderPage(template: string, parts: PageContents): string {
  const pieces: Record<keyof typeof MARKS, string> = {
    head: `${iconLinks(parts.favicon)}${parts.head}<meta name="atlas-failure" content="${escapeHtml(parts.failure)}" />`,
    outline: parts.outline,
    bundle: `<script type="application/json" id="${INDEX_ELEMENT_ID}">${escapeJson(parts.index)}</script>`,
  };
  // Split before filling, so that inserted text cannot be taken for a marker.
  let rest = withRoot(template, parts);
  if (parts.favicon !== undefined) rest = rest.replace(APP_ICON, '');
  let page = '';
  for (const key of ['head', 'outline', 'bundle'] as const) {
    const at = rest.indexOf(MARKS[key]);
    if (at === -1) throw new Error(`The page of the application has no marker ${MARKS[key]}.`);
    page += rest.slice(0, at) + pieces[key];
    rest = rest.slice(at + MARKS[key].length);
  }
  return page + rest;
}

const APP_ICON = /<link\b[^>]*\brel="icon"[^>]*>/;

/** Returns the elements for an icon of the atlas. A phone uses a PNG for its home screen. */
function iconLinks(address: string | undefined): string {
  if (address === undefined) return '';
  const isPng = /\.png(?:\?|$)/i.test(address);
  const href = escapeHtml(address);
  const icon = `<link rel="icon" type="image/${isPng ? 'png' : 'svg+xml'}" href="${href}" />`;
  return isPng ? `${icon}<link rel="apple-touch-icon" href="${href}" />` : icon;
}

function withRoot(
  template: string,
  { locale, ground }: Pick<PageContents, 'locale' | 'ground'>,
): string {
  const theme = ground === undefined ? '' : ` data-ground="${ground}"`;
  return template.replace(
    /<html\b[^>]*>/,
    () => `<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}"${theme}>`,
  );
}

/**
 * Inside a script element, only `<` can begin the end tag or a comment; JSON allows `\u003c`
 * instead.
 */
function escapeJson(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`);
}
