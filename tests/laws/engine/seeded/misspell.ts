import type { Random } from './random.ts';

/** Typing mistakes: two letters swapped, one omitted, one doubled, or a neighbouring key. */
const SLIPS: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at]! + word.slice(at + 2),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + word[at]! + word.slice(at),
  (word, at) => word.slice(0, at) + beside(word[at]!) + word.slice(at + 1),
];

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function beside(letter: string): string {
  const row = ROWS.find((keys) => keys.includes(letter)) ?? 'x';
  const place = row.indexOf(letter);
  return row[place + 1] ?? row[place - 1] ?? 'x';
}

/**
 * Returns the word with one typing mistake after its first letter, or null when none gives an
 * unknown word.
 */
export function misspell(word: string, random: Random, known: ReadonlySet<string>): string | null {
  for (let tries = 0; tries < 20; tries++) {
    const at = 1 + random.below(Math.max(word.length - 1, 1));
    if (!/[a-z]/i.test(word[at] ?? '')) continue;
    const slip = random.pick(SLIPS)(word, at);
    if (slip !== word && slip.length > 1 && !known.has(slip) && /^[\w./-]+$/.test(slip))
      return slip;
  }
  return null;
}
