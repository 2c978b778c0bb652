import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './read-sources.ts';
import { textFiles } from './text-files.ts';

/** Words that comments, messages and pages do not use, each with what to write instead. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bwish(?:es|ed)?\b/i, 'request'],
  [/\btold\b/i, 'reported, logged'],
  [/\bsound\b/i, 'valid'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, repair, correct'],
  [/\bparted by\b/i, 'separated by'],
  [/\bleans? on\b/i, 'depends on'],
  [/\bstands?\b(?! (?:for|out)\b)/i, 'is'],
  [/\bowed\b/i, 'the field’s usual word'],
  [/\bwhom\b/i, 'a sentence with the person as its subject'],
  [/\bharvest/i, 'the field’s usual word'],
  [/\bworkshop/i, 'the field’s usual word'],
  [/\bstrangers?\b/i, 'other programs, other clients'],
  [/\bbreeds?\b/i, 'causes'],
  [/\bfor ever\b/i, 'permanently'],
  [/(?<!\bthere[\s*/#]+)\bis no (?!longer\b|more\b|less\b|fewer\b)/i, 'is not a, has no'],
];

/** Returns the places where a word occurs in a text, each with its line. */
function placesOf(word: RegExp, path: string, text: string): string[] {
  return [...text.matchAll(new RegExp(word, 'gi'))].map(({ index }) => {
    const start = text.lastIndexOf('\n', index) + 1;
    const [line = ''] = text.slice(start).split('\n', 1);
    return `${path}:${text.slice(0, index).split('\n').length}: ${line.trim().slice(0, 120)}`;
  });
}

/** Returns the words for people in a file: all of its text, or for YAML only the comments. */
function wordsOf(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return /\.ya?ml$/.test(path) ? text.replaceAll(/^(?:(?!\s#|^#).)*/gm, '') : text;
}

const files = textFiles()
  .filter((path) => !path.endsWith('/plain-words.test.ts'))
  .map((path) => ({ path, text: wordsOf(path) }));

it.each(WORDS)('no text has %s: write %s', (word) => {
  expect(files.flatMap(({ path, text }) => placesOf(word, path, text))).toEqual([]);
});

it('finds a word in the middle of a comment', () => {
  const [isNo] = WORDS.at(-1)!;
  expect(placesOf(isNo, 'a.ts', '\n/** A point is no area. */\n/** There is no area. */')).toEqual([
    'a.ts:2: /** A point is no area. */',
  ]);
});
