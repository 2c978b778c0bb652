import { hasInterfaceWords, INTERFACE_LANGUAGES } from '../page/outline-words.ts';
import { nodeOf, type CheckContext } from './context.ts';

/** Warns of languages that the interface has no words in: `language-without-interface`. */
export function checkLanguages(context: CheckContext): void {
  const { locales } = context.model;
  const available = nodeOf(locales, context)['available'];
  locales.available.forEach((locale, key) => {
    if (hasInterfaceWords(locale) || !Array.isArray(available)) return;
    context.report.warn(
      'language-without-interface',
      { node: available, key },
      { locale, known: INTERFACE_LANGUAGES },
    );
  });
}
