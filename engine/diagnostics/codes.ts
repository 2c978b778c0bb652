import type { ENGLISH_WORDS } from './english-words.en.ts';
import type { Words } from './words.ts';

type Declared = typeof ENGLISH_WORDS;

/** Every code with the parameters that its English words declare. */
export type Codes = {
  readonly [C in keyof Declared]: Declared[C] extends Words<infer P> ? P : never;
};

/** A code in kebab-case. Codes never change. */
export type Code = keyof Codes;
