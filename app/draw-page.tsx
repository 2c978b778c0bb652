/**
 * Draws the page of the map as HTML on the server, with the components that draw it in the browser.
 * `scripts/build-app.ts` builds this module for Node.
 */
import { enableStaticRendering } from 'mobx-react-lite';
import { renderToString } from 'preact-render-to-string';
import type { BundleIndex } from 'atlas-engine/runtime';
import { LOGGED_OUT } from './account/account-types.ts';
import { AtlasStore, type MediaOf } from './stores/atlas-store.ts';
import { AtlasProvider } from './ui/common/atlas-context.ts';
import { NARROW, PHONE } from './ui/common/use-media.ts';
import { App } from './ui/page/app.tsx';
import { interfaceTheme } from './ui/page/theme.ts';

// Components do not observe stores that live for one page.
enableStaticRendering(true);

/** What the server knows of the page that a visitor asks for. */
interface AskedView {
  /** The id of the open project; null for the whole region. */
  readonly project: string | null;
  /** Whether the page is for a phone. */
  readonly phone: boolean;
}

/** The page of the map as HTML, and whether its theme is for light or dark grounds. */
interface DrawnPage {
  readonly html: string;
  readonly ground: 'light' | 'dark';
}

/**
 * Returns the page of the map in the language of an index, as everyone sees it before the map has
 * loaded, with a style element for the theme. It has no notices, which the visitor may have closed. Every
 * text is escaped, and there are no style attributes, which the content security policy refuses.
 */
export function drawPage(index: BundleIndex, { project, phone }: AskedView): DrawnPage {
  const search = project === null ? '' : `?${new URLSearchParams({ project }).toString()}`;
  const atlas = new AtlasStore(index, {
    network: { json: never, index: never },
    address: { search, hash: '' },
    history: {
      location: () => ({ pathname: '/', search, hash: '', state: null }),
      push: nothing,
      replace: nothing,
      move: nothing,
      listen: nothing,
    },
    dismissed: Object.fromEntries((index.notices ?? []).map(({ id, version }) => [id, version])),
    seen: {},
    coordinates: 'degrees',
    today: '',
    account: LOGGED_OUT,
    loadClient: never,
    media: phone ? PHONE_MEDIA : DESKTOP_MEDIA,
  });
  atlas.ui.setPhone(phone);
  const { ground, properties } = interfaceTheme(index.tokens, atlas.bases.current);
  const html = renderToString(
    <AtlasProvider value={atlas}>
      <App />
    </AtlasProvider>,
  );
  return { html: `<style>:root{${declarations(properties)}}</style>${html}`, ground };
}

/** Returns custom properties as CSS, without values that would end the declaration or the element. */
function declarations(properties: ReadonlyMap<string, string>): string {
  const safe = [...properties].filter(([, value]) => !/[<>{};]/.test(value));
  return safe.map(([name, value]) => `${name}:${value}`).join(';');
}

const PHONE_MEDIA = mediaOf(new Set([PHONE, NARROW]));
const DESKTOP_MEDIA = mediaOf(new Set());

function mediaOf(matching: ReadonlySet<string>): MediaOf {
  return (query) => ({
    matches: matching.has(query),
    addEventListener: nothing,
    removeEventListener: nothing,
  });
}

function nothing(): void {
  // The page on the server has no events and no history.
}

/** No request is answered while a page is drawn. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
