import { nodeOf, type CheckContext } from '../context.ts';
import { itemAt } from '../places.ts';

/** Reports languages without words for the whole interface. Diagnostic: `interface-incomplete`. */
export function checkLanguages(context: CheckContext): void {
  const { locales, words, missingWords } = context.model;
  const node = nodeOf(locales, context);
  locales.available.forEach((locale, i) => {
    const missing = missingWords[locale] ?? [];
    const of = Object.keys(words[locale] ?? {}).length;
    if (missing.length > 0)
      context.report.warn('interface-incomplete', itemAt(node, 'available', i), {
        locale,
        missing,
        of,
      });
  });
}
