/** The largest number that is tested for its plural category. Counts of layers stay below it. */
const COUNTED = 200;

/**
 * Returns the plural categories that a language uses for whole numbers up to 200, and `other`. This
 * excludes the French category for millions. English rules apply to unknown languages.
 */
export function pluralCategoriesOf(locale: string): readonly Intl.LDMLPluralRule[] {
  const rules = new Intl.PluralRules([locale, 'en']);
  const used = new Set<Intl.LDMLPluralRule>(['other']);
  for (let count = 0; count <= COUNTED; count += 1) used.add(rules.select(count));
  return rules.resolvedOptions().pluralCategories.filter((category) => used.has(category));
}
