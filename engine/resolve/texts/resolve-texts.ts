import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { isMapping } from '../../expand/check-skeleton.ts';
import type { Text } from '../../model/model.ts';
import type { RawNode, Report, Target } from '../../model/report.ts';
import type { ConfigFolder } from '../../parse/source-file.ts';
import { entriesOf } from '../entries-of.ts';
import { placesIn } from './placeholders.ts';
import { reportTextFaults } from './text-faults.ts';

/** A mapping with an optional text under this key. */
type Holder<K extends string> = { readonly [key in K]?: Config.Text | undefined };
type TextByLocale = Exclude<Config.Text, string>;

/**
 * Resolves the four notations of a text to its words in every locale. Diagnostics:
 * `translation-missing`, `unknown-locale`, `comma-in-text`, `not-a-text-key`, `text-file-missing`,
 * `locale-incomplete`, `placeholder-mismatch`, `unused-text`, `empty-text`, `html-in-text`,
 * `link-nowhere`.
 */
export class TextResolver {
  readonly #locales: readonly string[];
  readonly #report: Report;
  readonly #keys: ReadonlyMap<string, ReadonlyMap<string, KeyedText>>;
  readonly #files: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  readonly #untranslated: Untranslated[] = [];
  #count = 0;

  constructor(options: {
    readonly locales: readonly string[];
    readonly texts: ReadonlyMap<string, RawNode>;
    readonly folder: ConfigFolder;
    readonly report: Report;
  }) {
    this.#locales = options.locales;
    this.#report = options.report;
    this.#keys = new Map(
      [...options.texts].map(([locale, root]) => [locale, new Map(flatten(root))]),
    );
    this.#files = new Map(options.folder.files.map((file) => [file.path, file.text]));
  }

  /** Resolves the text of `node[key]`; empty in every locale when it is absent. */
  resolve<K extends string>(node: Holder<K>, key: K): Text {
    return this.resolveOptional(node, key) ?? this.#inEvery('');
  }

  /** Resolves the text of `node[key]`; undefined when it is absent. */
  resolveOptional<K extends string>(node: Holder<K>, key: K): Text | undefined {
    const value = node[key];
    return value === undefined ? undefined : this.resolveValue(value, { node, key });
  }

  resolveValue(value: Config.Text, target: Target): Text {
    this.#count++;
    const text = this.#wordsOf(value, target);
    for (const locale of this.#locales) this.#checkMarkup(text, locale, value, target);
    return text;
  }

  #wordsOf(value: Config.Text, target: Target): Text {
    if (typeof value === 'string') return this.#fromKey(value, target);
    if (typeof value['file'] === 'string') return this.#fromFile(value['file'], value);
    if ('all' in value) return this.#fromAll(value);
    return this.#fromLocales(value, target);
  }

  /** Reports faults in a text, at the place where its words are. */
  #checkMarkup(text: Text, locale: string, value: Config.Text, target: Target): void {
    const words = text[locale] ?? '';
    if (!/[<\]]/.test(words)) return;
    if (typeof value === 'string') {
      const keyed = this.#keys.get(locale)?.get(value.slice('texts.'.length));
      const place = keyed ? { node: keyed.node, key: keyed.leaf } : target;
      reportTextFaults({ words, target: place }, this.#report);
    } else if (typeof value['file'] === 'string') {
      const file = `${value['file']}.${locale}.md`;
      reportTextFaults({ words, target: { node: value, key: 'file' }, file }, this.#report);
    } else {
      const key = 'all' in value ? 'all' : locale;
      reportTextFaults({ words, target: { node: value, key } }, this.#report);
    }
  }

  /**
   * Reports each text without a translation once. A language without most of the texts is reported
   * once as a whole, at `target`, with the places of the first ones.
   */
  reportUntranslated(target: Target): void {
    const most = this.#locales.filter((locale) => {
      const texts = this.#untranslated.filter(({ locales }) => locales.includes(locale));
      const missing = texts.length;
      const isMost = missing > MANY_TEXTS && missing > this.#count / 2;
      const whole = isMost || (missing > FEW_TEXTS && missing === this.#count);
      if (whole)
        this.#report.error(
          'locale-incomplete',
          target,
          { locale, missing, of: this.#count },
          texts.slice(0, EXAMPLES).map((text) => ({ target: text.target, note: 'missing-here' })),
        );
      return whole;
    });
    for (const { target: place, key, locales } of this.#untranslated) {
      const few = locales.filter((locale) => !most.includes(locale));
      if (few.length > 0) this.#report.error('translation-missing', place, { locales: few, key });
    }
  }

  /**
   * Warns about unused keys, each once, and reports files in languages that the atlas does not
   * have.
   */
  reportUnused(): void {
    const unused = new Set<string>();
    for (const [locale, texts] of this.#keys) {
      if (!this.#locales.includes(locale)) {
        const first = [...texts.values()][0];
        if (first)
          this.#report.error(
            'unknown-locale',
            { node: first.node },
            { found: locale, nearest: suggest(locale, this.#locales), known: this.#locales },
          );
        continue;
      }
      for (const [key, { node, leaf }] of texts) {
        if (this.#used.has(key) || unused.has(key)) continue;
        unused.add(key);
        this.#report.warn('unused-text', { node, key: leaf, part: 'key' }, { key });
      }
    }
  }

  #inEvery(words: string): Record<string, string> {
    const text: Record<string, string> = {};
    for (const locale of this.#locales) text[locale] = words;
    return text;
  }

  #fromAll(value: TextByLocale): Text {
    for (const [key] of entriesOf(value)) {
      if (key !== 'all')
        this.#report.error('all-with-locale', { node: value, key, part: 'key' }, { found: key });
    }
    const words = value['all'] ?? '';
    if (words.trim() === '')
      this.#report.error('empty-text', { node: value, key: 'all', part: 'key' }, { locale: 'all' });
    return this.#inEvery(words);
  }

  #fromLocales(value: TextByLocale, target: Target): Text {
    if (this.#isComplete(value)) {
      this.#comparePlaceholders(value, { node: value });
      return value;
    }
    const result = this.#inEvery('');
    let strange = 0;
    for (const [locale, words] of entriesOf(value)) {
      const place = { node: value, key: locale, part: 'key' } as const;
      if (!this.#locales.includes(locale)) {
        strange++;
        if (words === null) this.#report.error('comma-in-text', place, { found: locale });
        else
          this.#report.error('unknown-locale', place, {
            found: locale,
            nearest: suggest(locale, [...this.#locales, 'all', 'file']),
            known: this.#locales,
          });
      } else if (words === null || words.trim() === '') {
        this.#report.error('empty-text', place, { locale });
      } else result[locale] = words;
    }
    const missing = this.#locales.filter((locale) => !(locale in value));
    // An unknown language counts as the misspelling of a missing one.
    if (missing.length > strange) {
      this.#untranslated.push({
        target: target.key === undefined ? { node: value } : { ...target, part: 'key' },
        key: String(target.key ?? ''),
        locales: missing,
      });
    }
    this.#comparePlaceholders(result, { node: value });
    return result;
  }

  /** Reports whether a text has words in every locale and no other keys, as most texts do. */
  #isComplete(value: TextByLocale): value is Text {
    let keys = 0;
    for (const locale in value)
      if ((value[locale] ?? '').trim() !== '') keys++;
      else return false;
    return keys === this.#locales.length && this.#locales.every((locale) => locale in value);
  }

  #fromKey(key: string, target: Target): Text {
    const path = key.startsWith('texts.') ? key.slice('texts.'.length) : null;
    const found = new Map<string, KeyedText>();
    for (const locale of this.#locales) {
      const text = path === null ? undefined : this.#keys.get(locale)?.get(path);
      if (text) found.set(locale, text);
    }
    const [first] = found.values();
    if (path === null || !first) {
      const known = [
        ...new Set([...this.#keys.values()].flatMap((texts) => [...texts.keys()])),
      ].map((name) => `texts.${name}`);
      this.#report.error('not-a-text-key', target, {
        found: key,
        nearest: suggest(key, known),
        locales: this.#locales,
      });
      return this.#inEvery('');
    }
    this.#used.add(path);
    const result = Object.fromEntries(
      this.#locales.map((locale) => [locale, found.get(locale)?.words ?? '']),
    );
    const missing = this.#locales.filter((locale) => !found.has(locale));
    const place = { node: first.node, key: first.leaf };
    if (missing.length > 0)
      this.#untranslated.push({ target: { ...place, part: 'key' }, key, locales: missing });
    else this.#comparePlaceholders(result, place);
    return result;
  }

  #fromFile(stem: string, value: TextByLocale): Text {
    const missing: string[] = [];
    const result: Record<string, string> = {};
    for (const locale of this.#locales) {
      const path = `${stem}.${locale}.md`;
      const words = this.#files.get(path);
      if (words === undefined || words.trim() === '') missing.push(path);
      result[locale] = words ?? '';
    }
    if (missing.length > 0) {
      const texts = [...this.#files.keys()].filter(
        (path) => path.endsWith('.md') && !missing.includes(path),
      );
      this.#report.error(
        'text-file-missing',
        { node: value, key: 'file' },
        {
          found: stem,
          files: missing,
          ...nearestText(stem, texts),
          moved: movedText(missing, texts),
          renames: renamesOf(missing, texts),
        },
      );
    } else this.#comparePlaceholders(result, { node: value, key: 'file' });
    return result;
  }

  #comparePlaceholders(texts: Readonly<Record<string, string>>, target: Target): void {
    if (!this.#locales.some((locale) => texts[locale]?.includes('{{'))) return;
    const sets = Object.entries(texts).map(([locale, words]) => [locale, placesIn(words)] as const);
    const [first, ...others] = sets;
    const different = first && others.find(([, names]) => names.join() !== first[1].join());
    if (!different) return;
    this.#report.error('placeholder-mismatch', target, {
      first: first[0],
      expected: first[1],
      locale: different[0],
      found: different[1],
    });
  }
}

/**
 * Returns the missing files that are probably there under another name, such as `about_fr.md` or
 * `about.md` for `about.fr.md`. Each is a file and its right name.
 */
function renamesOf(
  missing: readonly string[],
  paths: readonly string[],
): readonly (readonly [found: string, right: string])[] {
  const folded = (path: string): string => path.toLowerCase().replace(/[\s._()-]+/g, '.');
  return missing.flatMap((right) => {
    const bare = right.replace(/\.[\w-]+\.md$/, '.md');
    const found =
      paths.find((path) => folded(path) === folded(right)) ??
      (right === missing[0] ? paths.find((path) => path === bare) : undefined);
    return found === undefined ? [] : [[found, right] as const];
  });
}

/** Returns the file in another folder with the name of a missing one; empty if there is none. */
function movedText(missing: readonly string[], paths: readonly string[]): string {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const names = new Set(missing.map(nameOf));
  return paths.find((path) => names.has(nameOf(path))) ?? '';
}

/**
 * Returns the text file that was probably meant by a reference without texts: the same text in
 * another language, a similar name in the same folder, or the same name in another folder. Numbers
 * in names must be equal. `folder` is the folder of the reference.
 */
function nearestText(
  stem: string,
  paths: readonly string[],
): { readonly same: readonly string[]; readonly nearest: string; readonly folder: string } {
  const stemOf = (path: string): string => path.replace(/\.[\w-]+\.md$/, '');
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const numbersIn = (path: string): string => path.replace(/\D+/g, ' ');
  const folder = folderOf(stem);
  const same = paths.filter((path) => stemOf(path) === stem);
  if (same.length > 0) return { same, nearest: '', folder };
  const bare = stem.replace(/(?:\.\w\w)?\.md$/, '');
  const stems = [...new Set(paths.map(stemOf))];
  const alike = stems.filter((each) => numbersIn(each) === numbersIn(bare));
  const beside = alike.filter((each) => folderOf(each) === folder);
  const elsewhere = stems.find((each) => each.split('/').at(-1) === bare.split('/').at(-1));
  const nearest = stems.includes(bare) ? bare : (suggest(bare, beside) ?? elsewhere ?? '');
  return { same, nearest, folder };
}

/** A language that lacks more texts than this, and most of the texts, is reported once. */
const MANY_TEXTS = 20;
/** How many texts are shown of a language without most of them. */
const EXAMPLES = 3;

/** A language that lacks all texts, and more than this, is reported once. */
const FEW_TEXTS = 3;

interface Untranslated {
  readonly target: Target;
  readonly key: string;
  readonly locales: readonly string[];
}

interface KeyedText {
  readonly words: string;
  readonly node: RawNode;
  readonly leaf: string;
}

/** Returns the texts of a language by their dotted keys. */
function flatten(node: RawNode, prefix = ''): [key: string, text: KeyedText][] {
  return entriesOf(node).flatMap(([leaf, value]): [string, KeyedText][] => {
    if (isMapping(value)) return flatten(value, `${prefix}${leaf}.`);
    return value === null ? [] : [[`${prefix}${leaf}`, { words: String(value), node, leaf }]];
  });
}
