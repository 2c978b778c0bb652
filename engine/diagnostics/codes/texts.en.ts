import type { Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, didYouMean, names, nearest } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';

/** Returns an example of a text in every language of the atlas: `{ en: …, fr: … }`. */
function inEvery(locales: readonly string[]): string {
  return `\`{ ${locales.map((locale) => `${locale}: …`).join(', ')} }\``;
}

/** Returns the first three names of a list and the number of the others. */
function few(list: readonly string[]): string {
  const others = list.length - 3;
  return others > 1 ? `${list.slice(0, 3).map(code).join(', ')} and ${others} others` : names(list);
}

/** The Markdown file of a text, and the line in it. */
type InFile = { readonly file?: string; readonly line?: number };

/** Returns the place in a Markdown file, after a space; empty for a text in YAML. */
function whereIn({ file, line }: InFile): string {
  return file === undefined ? '' : ` in ${code(file)}, line ${line}`;
}

/** Returns advice on the name of a Markdown file in place of a text. */
function fileAdvice(found: string): Advice | undefined {
  const [, path] = /^([^\s]+?)(?:\.[a-z]{2,3})?\.md$/i.exec(found) ?? [];
  return path === undefined
    ? undefined
    : change(
        `Name the file without its language and extension: \`{ file: ${path} }\`.`,
        found,
        `{ file: ${path} }`,
      );
}

/** The messages about texts in several languages. */
export const TEXTS_WORDS = {
  'translation-missing': words<Texts<'key'> & Lists<'locales'>>({
    short: 'Translation is missing',
    message: (p) =>
      p.key.startsWith('texts.')
        ? `The text ${code(p.key)} is missing in ${names(p.locales)}.`
        : p.key === 'field'
          ? `The field for ${names(p.locales)} is missing.`
          : `The text is missing in ${names(p.locales)}.`,
    advice: (p) =>
      p.key.startsWith('texts.')
        ? `Add it to ${names(p.locales.map((locale) => `locales/${locale}.yaml`))}, under the same keys.`
        : p.key === 'field'
          ? `Add ${p.locales.map((locale) => `\`${locale}: …\``).join(', ')}, or \`fallback: …\` beside \`by-language\`, the field for all other languages.`
          : `Add ${p.locales.map((locale) => `\`${locale}: …\``).join(', ')}, or write \`{ all: … }\` if the text is the same in every language.`,
  }),
  'unknown-locale': words<Unknown>({
    short: 'Unknown language',
    message: (p) => `${code(p.found)} is not a language of this atlas.`,
    advice: (p) => nearest(p, 'Add it to `locales.available`.', 'The languages are'),
  }),
  'locale-incomplete': words<Texts<'locale'> & Numbers<'missing' | 'of'>>({
    short: 'Language is incomplete',
    message: (p) => `${p.missing} of ${p.of} texts are missing in the language ${code(p.locale)}.`,
    advice: (p) =>
      `Add them, or remove \`${p.locale}\` from \`locales.available\` until they exist. When half of them exist, the others are listed one by one. A text that is the same in every language is \`{ all: … }\`.`,
  }),
  'comma-in-text': words<Texts<'found'>>({
    short: 'Text is split at a comma',
    message: (p) => `YAML ends the text at a comma and reads ${code(p.found)} as another key.`,
    advice: (p) =>
      `Quote a text that contains a comma inside \`{ }\`${/[“”„«»‘’]/.test(p.found) ? ', with straight quotation marks: `\'` or `"`' : ''}.`,
  }),
  'not-a-text-key': words<Texts<'found'> & Maybe<'nearest'> & Lists<'locales'>>({
    short: 'Unknown text',
    message: (p) =>
      p.found.startsWith('texts.')
        ? `There is no text ${code(p.found)} in \`locales/\`.`
        : `${code(p.found)} is not a text in several languages, and \`locales/\` has no key with this name.`,
    advice: (p) =>
      fileAdvice(p.found) ??
      (p.nearest
        ? { ...didYouMean(p.found, p.nearest), text: `Did you mean the key ${code(p.nearest)}?` }
        : p.found.startsWith('texts.')
          ? `Add it to every file of \`locales/\`, or write the text here: ${inEvery(p.locales)}.`
          : `Write the text in every language, ${inEvery(p.locales)}, or \`{ all: … }\` if it is the same in every language, or a key such as \`texts.villages\`.`),
  }),
  'empty-text': words<Texts<'locale'>>({
    short: 'Empty text',
    message: (p) => `The text in ${code(p.locale)} is empty.`,
    advice: 'Write the text, or remove it in all languages if it is not needed.',
  }),
  'all-with-locale': words<Texts<'found'>>({
    short: 'Language next to `all`',
    message: (p) => `\`all\` is for every language, but ${code(p.found)} is next to it.`,
    advice: 'Keep only `all`, or write every language.',
  }),
  'html-in-text': words<Texts<'found'> & InFile>({
    short: 'HTML in a text',
    message: (p) =>
      `The text contains HTML, ${code(p.found)}${whereIn(p)}, which visitors see as it is.`,
    advice:
      'Texts have no HTML. Where Markdown is read, write `**bold**`, `*italic*`, `[text](https://…)`, and an empty line between paragraphs.',
  }),
  'link-broken': words<Texts<'found' | 'right'> & InFile>({
    short: 'Link is not written as a link',
    message: (p) => `${code(p.found)}${whereIn(p)} is not a link; visitors see it as it is.`,
    advice: (p) => `Write ${code(p.right)}.`,
  }),
  'link-nowhere': words<Texts<'found'> & InFile & { readonly isPicture: boolean }>({
    short: 'Link or picture leads nowhere',
    message: (p) =>
      p.isPicture
        ? `Texts show no pictures; visitors see only the description of ${code(p.found)}${whereIn(p)}.`
        : `The link ${code(p.found)}${whereIn(p)} leads nowhere; visitors see only its text.`,
    advice: (p) =>
      p.isPicture
        ? 'Remove the picture, or link to it: `[text](https://…)`.'
        : `Write a complete address, ${p.found.startsWith('www.') ? code(`https://${p.found}`) : '`https://…` or `mailto:…`'}, or an address of this site that begins with \`/\`.`,
  }),
  'text-file-missing': words<
    Texts<'found' | 'folder'> &
      Lists<'files' | 'same'> &
      Maybe<'nearest' | 'moved'> & {
        /** Files with another name than the missing ones, and their right names. */
        readonly renames: readonly (readonly [found: string, right: string])[];
      }
  >({
    short: 'Markdown file is missing',
    message: (p) =>
      `The Markdown ${p.files.length > 1 ? 'files' : 'file'} ${names(p.files)} cannot be found or ${p.files.length > 1 ? 'are' : 'is'} empty.`,
    advice: (p) =>
      p.renames.length > 0
        ? `Rename ${p.renames.map(([found, right]) => `${code(found)} to ${code(right)}`).join(', ')}: the language is between two points.`
        : p.nearest
          ? didYouMean(p.found, p.nearest)
          : p.same.length > 0
            ? p.moved
              ? `Move ${code(p.moved)} to the folder ${code(p.folder)}.`
              : `Translate ${names(p.same)}.`
            : `Create one file for each language ${p.folder ? `in the folder ${code(p.folder)} of the configuration` : 'in the configuration folder'}.`,
  }),
  'placeholder-mismatch': words<Texts<'first' | 'locale'> & Lists<'expected' | 'found'>>({
    short: 'Placeholders differ',
    message: (p) =>
      `The placeholders differ: ${code(p.first)} has ${names(p.expected) || 'none'}, ${code(p.locale)} has ${names(p.found) || 'none'}.`,
    advice: 'Use the same `{{…}}` in every language.',
  }),
  'file-not-read': words<Texts<'found'> & Maybe<'expected'>>({
    short: 'File is not read',
    message: (p) =>
      `The file ${code(p.found)} is not read: configuration files end in \`.yaml\` or \`.yml\`, texts in \`.md\`.`,
    advice: (p) =>
      p.expected
        ? `Rename it to ${code(p.expected)}, or remove it.`
        : 'Rename it to one of these extensions, or remove it.',
  }),
  'interface-incomplete': words<Texts<'locale'> & Lists<'missing'> & Numbers<'of'>>({
    short: 'Interface is incomplete in a language',
    message: (p) =>
      `${p.missing.length} of the ${p.of} words of the interface are missing in ${code(p.locale)}: ${few(p.missing)}. Visitors see these words in another language.`,
    advice: (p) => ({
      text: (command) =>
        `Write them under \`interface:\` in \`locales/${p.locale}.yaml\`; ${command} prints them as YAML in English.`,
      command: ['atlas', 'words', p.locale],
    }),
  }),
  'plural-form-missing': words<Texts<'locale' | 'key'> & Lists<'missing'>>({
    short: 'Plural form is missing',
    message: (p) =>
      `The word ${code(p.key)} has no form ${names(p.missing)}, which ${code(p.locale)} uses for some numbers.`,
    advice: (p) =>
      `Add ${p.missing.map((form) => `\`${form}: …\``).join(', ')}. Until then the form \`other\` is shown.`,
  }),
  'unused-text': words<Texts<'key'>>({
    short: 'Text is not used',
    message: (p) => `Nothing uses the text ${code(p.key)}.`,
    advice: 'Remove it, or use it.',
  }),
};
