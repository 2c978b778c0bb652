import type { Code, Codes } from './codes.ts';
import type { Note, Severity } from './diagnostic.ts';
import type { Words } from './words.ts';

/**
 * All messages of a language. The type ensures that there is one for every code and for no others.
 */
export interface Language {
  readonly severity: Readonly<Record<Severity, string>>;
  readonly helpWord: string;
  readonly notes: Readonly<Record<Note, string>>;
  /**
   * Returns the sentence that is added if a line of a template fails for several calls or
   * countries.
   */
  readonly expansions: (names: readonly string[]) => string;
  readonly codes: { readonly [C in Code]: Words<Codes[C]> };
}
