import {
  FIRST_WORDS,
  pluralCategoriesOf,
  SHIPPED_LANGUAGES,
  shippedWords,
  toI18next,
  treeOf,
  WORD_NAMES,
  type AtlasModel,
  type WordEntry,
  type WrittenWord,
} from 'atlas-engine';
import {
  printResult,
  UsageError,
  type CommandIo,
  type ExitCode,
} from '../../host/common/command.ts';
import { openValid } from '../../host/config/valid-config.ts';
import { importWords, ownWords } from './import-words.ts';

export interface WordsOptions {
  readonly config: string;
  readonly language: string;
  /** The language of the printed words, which must have all. */
  readonly from: string;
  /** Whether to print only the words that every visitor sees. */
  readonly first: boolean;
  /** Whether to print the words that the language has, as a file of i18next. */
  readonly i18next: boolean;
  /** A file of i18next whose words are taken into the atlas. */
  readonly import?: string;
}

/**
 * Prints the words of the interface that are missing in a language, in another language and as YAML
 * for `locales/<language>.yaml`. For a language that is not in the atlas yet, it prints all words. With
 * `i18next`, it prints the words that the language has, for a translation platform, and
 * `import` takes them back.
 */
export async function words(options: WordsOptions, io: CommandIo): Promise<ExitCode> {
  const { config, language, from, first } = options;
  requireLanguage(language);
  requireLanguage(from);
  const opened = await openValid(config, io);
  if (!opened) return 1;
  const { model } = opened.atlas;
  if (options.import !== undefined)
    return importWords({ config, language, from: options.import }, opened, io);
  if (options.i18next) return printI18next(options, model, io);
  const source = sourceIn(from, model);
  const others = shippedWords(language) ? [] : WORD_NAMES;
  const missing = model.missingWords[language] ?? others;
  const chosen = first ? missing.filter((name) => FIRST_WORDS.includes(name)) : missing;
  if (chosen.length === 0)
    io.err(
      missing.length === 0
        ? `The interface has every word in \`${language}\`.`
        : `The interface has every word in \`${language}\` that every visitor sees. ${missing.length} others are missing.`,
    );
  const entries = chosen.map((name): WordEntry => [name, toTranslate(source[name], language)]);
  if (entries.length > 0 || io.format === 'json')
    printResult(io, treeOf(entries), () => yamlOf(entries));
  return 0;
}

/** Prints the words that a language has as a file of i18next. */
function printI18next(
  { language, first }: WordsOptions,
  model: AtlasModel,
  io: CommandIo,
): ExitCode {
  const own = Object.entries(ownWords(language, model));
  const chosen = own.filter(([name]) => !first || FIRST_WORDS.some((one) => one === name));
  if (own.length === 0)
    io.err(
      `The interface has no word in \`${language}\` yet. \`atlas words en --i18next\` prints the words to translate.`,
    );
  io.out(JSON.stringify(toI18next(Object.fromEntries(chosen), language), null, 2));
  return 0;
}

/** Returns the words of a language. Throws `UsageError` if it does not have all of them. */
function sourceIn(
  from: string,
  { words: own, missingWords }: AtlasModel,
): AtlasModel['words'][string] {
  const complete = Object.keys(own).filter((locale) => missingWords[locale]?.length === 0);
  if (complete.includes(from)) return own[from]!;
  if (SHIPPED_LANGUAGES.includes(from)) return shippedWords(from)!;
  const known = [...new Set([...SHIPPED_LANGUAGES, ...complete])];
  const lacks = missingWords[from]?.length;
  throw new UsageError(
    `\`${from}\` ${lacks === undefined ? 'is not a language of the atlas' : `lacks ${lacks} words`}, so it cannot be the source of a translation. Use ${known.map((code) => `\`${code}\``).join(' or ')}.`,
  );
}

/** Throws `UsageError` unless a text is the code of a language. */
export function requireLanguage(code: string): void {
  try {
    Intl.getCanonicalLocales(code);
  } catch {
    throw new UsageError(`\`${code}\` is not a language code such as \`ln\` or \`pt-BR\`.`);
  }
}

/** Returns a word with the plural forms that the language needs. */
function toTranslate(word: WrittenWord, language: string): WrittenWord {
  if (typeof word === 'string') return word;
  const forms = pluralCategoriesOf(language).map((category) => [
    category,
    word[category] ?? word.other,
  ]);
  return { ...Object.fromEntries(forms), other: word.other };
}

/**
 * Writes YAML. Texts are quoted as JSON strings, which are always valid YAML. Words that every
 * visitor sees have a comment.
 */
function yamlOf(missing: readonly WordEntry[]): string {
  const markOf = (name: string): string =>
    FIRST_WORDS.some((first) => first === name) ? ' # first' : '';
  const lines = Object.entries(treeOf(missing)).flatMap(([group, entries]) => [
    `  ${group}:`,
    ...Object.entries(entries).flatMap(([key, word]) =>
      typeof word === 'string'
        ? [`    ${key}: ${JSON.stringify(word)}${markOf(`${group}.${key}`)}`]
        : [
            `    ${key}:${markOf(`${group}.${key}`)}`,
            ...Object.entries(word).map(([form, text]) => `      ${form}: ${JSON.stringify(text)}`),
          ],
    ),
  ]);
  return ['# first: every visitor sees this word', 'interface:', ...lines].join('\n');
}
