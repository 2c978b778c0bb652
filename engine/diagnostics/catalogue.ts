import type { Code } from './codes.ts';
import { commandLine, type CommandFolder } from './command-line.ts';
import type { Diagnostic, Note, Severity } from './diagnostic.ts';
import { ENGLISH } from './catalogue.en.ts';
import { present } from '../basics/present.ts';
import type { Language } from './language.ts';
import type { Advice, Edit, Words } from './words.ts';

/** The texts of a diagnostic in one language. */
export interface Worded {
  readonly short: string;
  readonly message: string;
  /** The advice; empty if there is none. */
  readonly help: string;
  readonly edit?: Edit;
  /** A command that helps to fix the problem. */
  readonly command?: string;
}

export interface Catalogue {
  /** The kind of problem in a few words, by code. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly words: (diagnostic: Diagnostic) => Worded;
  readonly severity: (severity: Severity) => string;
  readonly note: (note: Note) => string;
  readonly helpWord: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = { en: ENGLISH };

/**
 * Returns the catalogue of a locale; English when the locale has none. `folder` is the
 * configuration folder in commands.
 */
export function catalogueOf(locale: string, folder?: CommandFolder): Catalogue {
  const language = LANGUAGES[languageOf(locale)] ?? ENGLISH;
  return {
    kinds: new Map(Object.entries(language.codes).map(([code, { short }]) => [code, short])),
    words: (diagnostic) => worded(diagnostic, language, folder),
    severity: (severity) => language.severity[severity],
    note: (note) => language.notes[note],
    helpWord: language.helpWord,
  };
}

function languageOf(locale: string): string {
  return locale.split('-')[0]!;
}

function worded<C extends Code>(
  { code, params, expansions = [] }: Diagnostic<C>,
  language: Language,
  folder: CommandFolder | undefined,
): Worded {
  const words: Words<typeof params> = language.codes[code];
  const { short } = words;
  const message = typeof words.message === 'string' ? words.message : words.message(params);
  const where = expansions.length > 0 ? ` ${language.expansions(expansions)}` : '';
  const given = typeof words.advice === 'string' ? words.advice : words.advice(params);
  const { text, edit, command }: Advice = typeof given === 'string' ? { text: given } : given;
  const line = command && commandLine(command, folder);
  return present({
    short,
    message: `${message}${where}`,
    help: typeof text === 'string' ? text : text(`\`${line ?? ''}\``),
    edit,
    command: line,
  });
}
