import type { ENGLISH_WORDS } from './english-words.en.ts';
import type { Words } from './words.ts';

type Declared = typeof ENGLISH_WORDS;

/** Every code with its parameters, as its English words declare them. */
export type Codes = {
  readonly [C in keyof Declared]: Declared[C] extends Words<infer P> ? P : never;
};

/** A code is permanent: in words, kebab-case. */
export type Code = keyof Codes;
