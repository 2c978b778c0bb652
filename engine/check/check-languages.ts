import { hasInterfaceWords, INTERFACE_LANGUAGES } from '../page/outline-words.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { itemAt } from './places.ts';

/** Warns about languages without interface words. Diagnostic: `language-without-interface`. */
export function checkLanguages(context: CheckContext): void {
  const { locales } = context.model;
  const node = nodeOf(locales, context);
  const params = { known: INTERFACE_LANGUAGES };
  locales.available.forEach((locale, i) => {
    const target = itemAt(node, 'available', i);
    if (!hasInterfaceWords(locale) && 'available' in node)
      context.report.warn('language-without-interface', target, { ...params, locale });
  });
}
