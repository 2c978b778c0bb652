import type { Diagnostic, DiagnosticParams, Severity } from './diagnostic.ts';
import { ENGLISH } from './catalogue.en.ts';

/** Words of one code: what is wrong, and what to do. Backticks mark what stands in the file. */
export interface CodeWords {
  readonly message: (p: Params) => string;
  readonly help: (p: Params) => string;
}

/** The words of one language. */
export interface CatalogueWords {
  readonly severity: Readonly<Record<Severity, string>>;
  readonly helpWord: string;
  readonly notes: Readonly<Record<string, string>>;
  /** Said when one template line fails for several calls or countries. */
  readonly expansions: (names: readonly string[]) => string;
  readonly codes: Readonly<Record<string, CodeWords>>;
}

/** Readers of a diagnostic's parameters, so that a sentence reads well where they are absent. */
export interface Params {
  readonly text: (name: string) => string;
  readonly list: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
}

export interface Catalogue {
  readonly words: (diagnostic: Diagnostic) => { readonly message: string; readonly help: string };
  readonly severity: (severity: Severity) => string;
  readonly note: (note: string) => string;
  readonly helpWord: string;
}

const LANGUAGES: Readonly<Record<string, CatalogueWords>> = { en: ENGLISH };

/** The catalogue of a locale; English where a locale has none of its own. */
export function catalogueOf(locale: string): Catalogue {
  const language = LANGUAGES[locale.split('-')[0]!] ?? ENGLISH;
  return {
    words: (diagnostic) => {
      const words = language.codes[diagnostic.code] ?? ENGLISH.codes[diagnostic.code];
      if (!words) throw new Error(`The catalogue has no words for the code ${diagnostic.code}`);
      const params = paramsOf(diagnostic.params);
      const expansions = params.list('expansions');
      const where = expansions.length > 0 ? ` ${language.expansions(expansions)}` : '';
      return { message: `${words.message(params)}${where}`, help: words.help(params) };
    },
    severity: (severity) => language.severity[severity],
    note: (note) => language.notes[note] ?? note,
    helpWord: language.helpWord,
  };
}

function paramsOf(params: DiagnosticParams): Params {
  return {
    text: (name) => {
      const value = params[name];
      return value === undefined
        ? ''
        : Array.isArray(value)
          ? (value as readonly string[]).join(', ')
          : String(value);
    },
    list: (name) => {
      const value = params[name];
      return Array.isArray(value) ? (value as readonly string[]) : [];
    },
    has: (name) => {
      const value = params[name];
      return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
    },
  };
}
