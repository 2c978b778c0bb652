import {
  ENGLISH,
  pluralCategoriesOf,
  shippedWords,
  treeOf,
  WORD_NAMES,
  type WordEntry,
  type WrittenWord,
} from 'atlas-engine';
import { UsageError, type CommandIo, type ExitCode } from '../common/command.ts';
import { openValid } from '../config/valid-config.ts';

/**
 * Prints the words of the interface that are missing in a language, in English and as YAML for
 * `locales/<language>.yaml`. For a language that is not in the atlas yet, it prints all words.
 */
export async function words(
  { config, language }: { readonly config: string; readonly language: string },
  io: CommandIo,
): Promise<ExitCode> {
  if (!isLanguage(language))
    throw new UsageError(`\`${language}\` is not a language code such as \`ln\` or \`pt-BR\`.`);
  const opened = await openValid(config, io);
  if (!opened) return 1;
  const others = shippedWords(language) ? [] : WORD_NAMES;
  const missing = opened.atlas.model.missingWords[language] ?? others;
  if (missing.length === 0) io.err(`The interface has every word in \`${language}\`.`);
  else io.out(yamlOf(missing.map((name) => [name, toTranslate(ENGLISH[name], language)])));
  return 0;
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** Returns the English word with the plural forms that the language needs. */
function toTranslate(word: WrittenWord, language: string): WrittenWord {
  if (typeof word === 'string') return word;
  const forms = pluralCategoriesOf(language).map((category) => [
    category,
    word[category] ?? word.other,
  ]);
  return { ...Object.fromEntries(forms), other: word.other };
}

/** Writes YAML. Texts are quoted as JSON strings, which are always valid YAML. */
function yamlOf(missing: readonly WordEntry[]): string {
  const lines = Object.entries(treeOf(missing)).flatMap(([group, entries]) => [
    `  ${group}:`,
    ...Object.entries(entries).flatMap(([key, word]) =>
      typeof word === 'string'
        ? [`    ${key}: ${JSON.stringify(word)}`]
        : [
            `    ${key}:`,
            ...Object.entries(word).map(([form, text]) => `      ${form}: ${JSON.stringify(text)}`),
          ],
    ),
  ]);
  return ['interface:', ...lines].join('\n');
}
