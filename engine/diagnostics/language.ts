import type { Code, Codes } from './codes.ts';
import type { Note, Severity } from './diagnostic.ts';
import type { Words } from './words.ts';

/** All words of one language: no code is without them, and none has words that is not declared. */
export interface Language {
  readonly severity: Readonly<Record<Severity, string>>;
  readonly helpWord: string;
  readonly notes: Readonly<Record<Note, string>>;
  /** Said when one template line fails for several calls or countries. */
  readonly expansions: (names: readonly string[]) => string;
  readonly codes: { readonly [C in Code]: Words<Codes[C]> };
}
