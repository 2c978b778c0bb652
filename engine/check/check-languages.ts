import { nodeOf, type CheckContext } from './context.ts';
import { itemAt } from './places.ts';

/** Warns of languages in which the interface lacks words: `interface-incomplete`. */
export function checkLanguages(context: CheckContext): void {
  const { locales, words, missingWords } = context.model;
  const node = nodeOf(locales, context);
  locales.available.forEach((locale, i) => {
    const missing = missingWords[locale] ?? [];
    const of = Object.keys(words[locale] ?? {}).length;
    if (missing.length > 0)
      context.report.warn('interface-incomplete', itemAt(node, 'available', i), {
        ...{ locale, missing, of },
      });
  });
}
