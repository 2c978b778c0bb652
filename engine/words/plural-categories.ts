/** Numbers up to this one show which plural categories a language needs; few layers are counted. */
const COUNTED = 200;

/**
 * The plural categories that a language uses for whole numbers up to 200, `other` included. The
 * category that French has for millions is not among them. A language that the platform does not
 * know is counted as English.
 */
export function pluralCategoriesOf(locale: string): readonly Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules([locale, 'en']);
  const used = new Set<Intl.LDMLPluralRule>(['other']);
  for (let count = 0; count <= COUNTED; count += 1) used.add(rules.select(count));
  return rules.resolvedOptions().pluralCategories.filter((category) => used.has(category));
}
