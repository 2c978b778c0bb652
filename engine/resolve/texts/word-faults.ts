import type { Report } from '../../model/report.ts';
import { pluralCategoriesOf } from '../../words/plural-categories.ts';
import { ENGLISH } from '../../words/shipped.ts';
import { placeOf, wordsIn, type WordEntry, type WordTree } from '../../words/word-tree.ts';
import { placesIn } from './placeholders.ts';

/** Plural categories that usually mean one number. Their form may omit `{{count}}`. */
const OF_ONE_NUMBER: readonly string[] = ['zero', 'one', 'two'];

/**
 * Reports errors in the words of the interface in a language of the atlas. Diagnostics:
 * `placeholder-mismatch`, `plural-form-missing`, `empty-text`.
 */
export function reportWordFaults(locale: string, tree: WordTree, report: Report): void {
  for (const entry of wordsIn(tree)) {
    const [name, word] = entry;
    const { group, key } = placeOf(name);
    const at = { node: tree[group]!, key };
    if (formsOf(entry).some(([, text]) => text.trim() === ''))
      report.error('empty-text', at, { locale });
    else reportPlaces(entry, { locale, at }, report);
    if (typeof word === 'string') continue;
    const missing = pluralCategoriesOf(locale).filter((category) => !(category in word));
    if (missing.length > 0)
      report.warn('plural-form-missing', { ...at, part: 'key' }, { locale, key: name, missing });
  }
}

/** Compares the `{{…}}` of each form with those of the English word. */
function reportPlaces(
  entry: WordEntry,
  { locale, at }: { readonly locale: string; readonly at: { node: object; key: string } },
  report: Report,
): void {
  const english = ENGLISH[entry[0]];
  const expected = placesIn(typeof english === 'string' ? english : english.other);
  const wrong = formsOf(entry).find(([category, text]) => {
    const found = placesIn(text);
    const needed = OF_ONE_NUMBER.includes(category)
      ? expected.filter((place) => place !== 'count' || found.includes(place))
      : expected;
    return found.join() !== needed.join();
  });
  if (!wrong) return;
  const [, word] = entry;
  const place = typeof word === 'string' ? at : { node: word, key: wrong[0] };
  const params = { first: 'en', expected, locale, found: placesIn(wrong[1]) };
  report.error('placeholder-mismatch', place, params);
}

function formsOf([, word]: WordEntry): readonly (readonly [category: string, text: string])[] {
  return typeof word === 'string' ? [['', word]] : Object.entries(word);
}
