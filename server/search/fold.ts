/** Words of names and of questions, folded alike: what is written otherwise is found all the same. */

/** Characters of a word that count; longer ones are cut. */
const WORD_LENGTH = 64;

/** Letters that Unicode does not take apart, as one types them without their mark. */
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
  // Of the languages of Central and West Africa.
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
 * The words of a text: lower case, without accents, cut at everything that is neither letter nor
 * digit, so also at apostrophes and hyphens. Any text is read; one without letters has no words.
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
 * How well names fit the words of a question: 0 one is it, 1 one begins with it, 2 words in them
 * begin with its words, null not at all. `names` is as `joinNames` makes it.
 */
export function fitOf(names: string, question: readonly string[]): 0 | 1 | 2 | null {
  const whole = `|${question.join(' ')}`;
  if (names.includes(`${whole}|`)) return 0;
  if (names.includes(whole)) return 1;
  const words = wordsOf(names);
  return question.every((word) => words.some((one) => one.startsWith(word))) ? 2 : null;
}

/** The words of names that were joined, each once. */
export function wordsOf(names: string): string[] {
  return [...new Set(names.split(/[| ]/).filter((word) => word !== ''))];
}

/** Several names folded, in one text: `|haut lomela|upper lomela|`; empty when none has words. */
export function joinNames(names: readonly string[]): string {
  const folded = [...new Set(names.map((name) => foldWords(name).join(' ')))].filter(Boolean);
  return folded.length === 0 ? '' : `|${folded.join('|')}|`;
}
