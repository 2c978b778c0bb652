import {
  missingOutline,
  outline,
  pageOutline,
  pagePath,
  translator,
  type BundleIndex,
  type PageDocument,
} from 'atlas-engine/runtime';
import { MISSING_SCREEN, type PageParts, type ScreenParts } from '../access/atlas-snapshot.ts';

/** Returns the parts of the page in the language of an index, with those of its screens. */
export function pageParts(index: BundleIndex, documents: readonly PageDocument[]): PageParts {
  const screens = new Map<string, ScreenParts>();
  const add = (path: string | null, title: string, html: string): void => {
    if (path !== null) screens.set(path, { title: `${title} · ${index.title}`, outline: html });
  };
  for (const document of documents)
    add(pagePath(document.id, document.locale), document.title, pageOutline(index, document));
  add(MISSING_SCREEN, translator(index)('screen.missing-title'), missingOutline(index));
  return {
    locale: index.locale,
    title: index.title,
    attribution: index.attribution,
    outline: outline(index),
    index: JSON.stringify(index),
    failure: index.words['app.no-bundle'],
    screens,
  };
}
