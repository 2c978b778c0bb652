import type { BundleIndex } from 'atlas-engine/runtime';
import { request, type Outcome } from './http-client.ts';

/** The element into which the server writes the public index. */
const INDEX_SELECTOR = 'script#atlas-index';

/** Reads the public index from a page; null when it is missing or not valid JSON. */
export function readIndex(page: Document): BundleIndex | null {
  try {
    const text = page.querySelector(INDEX_SELECTOR)?.textContent;
    return text ? (JSON.parse(text) as BundleIndex) : null;
  } catch {
    return null;
  }
}

/** Returns the message that the server embeds in the page, shown when the index cannot be read. */
export function readFailure(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="atlas-failure"]')?.content ?? '';
}

/**
 * Fetches the page in a language of the atlas and reads the index in it. Scripts of the page do not
 * run. The page for a frame has the index and no drawn page.
 */
export function requestIndex(locale: string): Promise<Outcome<BundleIndex>> {
  return request(`/?lang=${encodeURIComponent(locale)}&embed=1`, {}, (text) => {
    const index = readIndex(new DOMParser().parseFromString(text, 'text/html'));
    return index?.locale === locale ? index : undefined;
  });
}
