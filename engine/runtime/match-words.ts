/** Normalises the words of names and searches, and rates how well they match. */

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

/** The names and keywords of something that a search finds, in the form of `foldNames`. */
export interface Searched {
  readonly names: readonly string[];
  readonly keywords: readonly string[];
}

/**
 * How well a name or keyword matches: 0 if a name equals the search, 1 if a name begins with it or a
 * keyword equals it, 2 if words of the names begin with its words, 3 if its words match words of the
 * names and keywords by their beginning or their stem.
 */
export type Fit = 0 | 1 | 2 | 3;

/** Words that need not match if another word does: articles and prepositions. */
const UNIMPORTANT = /^\p{L}{1,3}$/u;

/** The shortest beginning by which a keyword is found. */
const SHORTEST_START = 3;

/** Endings of the plural and of adjectives, in English and French. */
const ENDING = /(?:ieres?|iers?|e+s?|s|x)$/;
const SHORTEST_STEM = 3;

/** Returns whether a word must match. */
export function isImportant(word: string): boolean {
  return !UNIMPORTANT.test(word);
}

/** Returns the distinct texts as normalised words, separated by spaces. */
export function foldNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => foldWords(name).join(' ')))].filter((name) => name !== '');
}

/** Returns the normalised keywords of texts that are separated by commas. */
export function foldKeywords(texts: readonly (string | undefined)[]): string[] {
  return foldNames(texts.flatMap((text) => text?.split(',') ?? []));
}

/**
 * Returns the stem of a word, so that `mine`, `mines` and `minière` are equal. Words without a known
 * ending are their own stem.
 */
function stemOf(word: string): string {
  const single = word.replace(/aux$/, 'al').replace(/ies$/, 'y');
  const stem = single.replace(ENDING, '');
  return stem.length < SHORTEST_STEM ? single : stem;
}

/** What is compared with each search. */
interface Prepared {
  /** The distinct words of the names, and of names and keywords. */
  readonly own: readonly string[];
  readonly all: readonly string[];
  /** The words of the keywords, and the stems of all these words, without elided articles. */
  readonly others: readonly string[];
  readonly stems: ReadonlySet<string>;
  /** The stems of the whole keywords. */
  readonly keywords: ReadonlySet<string>;
}

/** A search compares thousands of names, which stay the same. */
const known = new WeakMap<Searched, Prepared>();

function prepared(searched: Searched): Prepared {
  const before = known.get(searched);
  if (before) return before;
  const { names, keywords } = searched;
  const own = wordsOf(names);
  const words = wordsOf(keywords);
  // A single letter is an elided article.
  const others = words.filter((word) => word.length > 1);
  const made = {
    own,
    all: [...new Set([...own, ...words])],
    others,
    stems: new Set([...own, ...others].map(stemOf)),
    keywords: new Set(keywords.map(stemsOf)),
  };
  known.set(searched, made);
  return made;
}

/** Rates how well something matches a search; null if it does not. */
export function fitOf(searched: Searched, question: readonly string[]): Fit | null {
  const { names } = searched;
  const whole = question.join(' ');
  if (names.includes(whole)) return 0;
  const { own, others, stems, keywords } = prepared(searched);
  if (names.some((name) => name.startsWith(whole)) || keywords.has(stemsOf(whole))) return 1;
  if (question.every((word) => own.some((one) => one.startsWith(word)))) return 2;
  const matches = (word: string): boolean =>
    own.some((one) => one.startsWith(word)) ||
    others.some((one) => one === word || (word.length >= SHORTEST_START && one.startsWith(word))) ||
    stems.has(stemOf(word));
  const missed = question.filter((word) => !matches(word));
  return missed.length < question.length && !missed.some(isImportant) ? 3 : null;
}

/**
 * Returns how many letters of a search differ from the nearest words of names and keywords; null if
 * it is too different. A word may have a wrong letter from five letters on, and two from eight.
 */
export function differenceOf(searched: Searched, question: readonly string[]): number | null {
  const { all } = prepared(searched);
  let sum = 0;
  for (const word of question) {
    const most = word.length < 5 ? 0 : word.length < 8 ? 1 : 2;
    const least = Math.min(...all.map((one) => lettersBetween(word, one, most)));
    if (least <= most) sum += least;
    else if (isImportant(word)) return null;
  }
  return question.some(isImportant) ? sum : null;
}

function wordsOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text.split(' ')))];
}

function stemsOf(text: string): string {
  return text.split(' ').map(stemOf).join(' ');
}

/**
 * Returns how many letters are missing, added, replaced or exchanged with their neighbour between
 * two words (the optimal string alignment distance); more than `most` if it is above it.
 */
function lettersBetween(a: string, b: string, most: number): number {
  if (a === b) return 0;
  if (most === 0 || Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
