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
 * Prints the words of the interface that the atlas lacks in a language, in English and as YAML for
 * `locales/<language>.yaml`: all of them for a language that the atlas does not have yet.
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

/** The English word, with the plural forms that the language needs. */
function toTranslate(word: WrittenWord, language: string): WrittenWord {
  if (typeof word === 'string') return word;
  const forms = pluralCategoriesOf(language).map((category) => [
    category,
    word[category] ?? word.other,
  ]);
  return { ...Object.fromEntries(forms), other: word.other };
}

/** Texts in double quotes are YAML whatever they hold. */
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
