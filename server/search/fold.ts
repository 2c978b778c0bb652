/** Normalises the words of names and searches, so that spelling variants match. */

/** Maximum number of characters of a word. Longer words are truncated. */
const WORD_LENGTH = 64;

/** Letters that Unicode does not decompose, with the plain letters that people type for them. */
const PLAIN: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  // Letters of languages of Central and West Africa.
  ɓ: 'b',
  ɗ: 'd',
  ɖ: 'd',
  ƒ: 'f',
  ɣ: 'g',
  ʋ: 'v',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ɔ: 'o',
  ŋ: 'n',
  ɲ: 'n',
  ɨ: 'i',
  ʉ: 'u',
  ƙ: 'k',
  ƴ: 'y',
};

/**
 * Returns the words of a text in lower case, without accents, split at every character that is neither
 * letter nor digit, including apostrophes and hyphens. A text without letters has no words.
 */
export function foldWords(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => PLAIN[letter] ?? letter);
  const words = bare.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => Array.from(word).slice(0, WORD_LENGTH).join(''));
}

/**
 * Rates how well names match a search: 0 if a name equals the search, 1 if a name begins with it, 2
 * if words of the names begin with its words, null if nothing matches. `names` has the form of
 * `joinNames`.
 */
export function fitOf(names: string, question: readonly string[]): 0 | 1 | 2 | null {
  const whole = `|${question.join(' ')}`;
  if (names.includes(`${whole}|`)) return 0;
  if (names.includes(whole)) return 1;
  const words = wordsOf(names);
  return question.every((word) => words.some((one) => one.startsWith(word))) ? 2 : null;
}

/** Returns the distinct words of joined names. */
export function wordsOf(names: string): string[] {
  return [...new Set(names.split(/[| ]/).filter((word) => word !== ''))];
}

/** Joins normalised names in one text: `|haut lomela|upper lomela|`; empty when none has words. */
export function joinNames(names: readonly string[]): string {
  const folded = [...new Set(names.map((name) => foldWords(name).join(' ')))].filter(Boolean);
  return folded.length === 0 ? '' : `|${folded.join('|')}|`;
}
