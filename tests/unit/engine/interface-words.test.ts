import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGLISH, pluralCategoriesOf, shippedWords, WORD_NAMES } from 'atlas-engine';
import { directionOf, i18nextKeys, translator, type AllWords } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../engine/resolve/texts/placeholders.ts';
import { ROOT } from '../../architecture/read-sources.ts';
import { languageOf } from '../../languages.ts';

const formsOf = (locale: string): [name: string, forms: readonly string[]][] =>
  Object.entries(shippedWords(locale)!).map(([name, word]) => [
    name,
    typeof word === 'string' ? [word] : Object.values(word),
  ]);

describe('the words that ship with the engine', () => {
  it('have the same placeholders in English and French', () => {
    const places = (locale: string): unknown[] =>
      formsOf(locale).map(([name, forms]) => [name, ...forms.map((text) => placesIn(text).join())]);
    expect(places('fr')).toEqual(places('en'));
  });

  it('have no placeholder with the name of an option of i18next, which would take its value', () => {
    const options =
      /^(?:context|replace|lngs?|fallbackLng|ns|ordinal|postProcess|interpolation|nest|keyPrefix|keySeparator|nsSeparator|joinArrays|defaultValue.*|return\w+|skipInterpolation|applyPostProcessor)$/;
    const places = formsOf('en').flatMap(([, forms]) => forms.flatMap(placesIn));
    expect(places.filter((place) => options.test(place))).toEqual([]);
    expect(places).toContain('count');
  });

  it('are never empty', () => {
    for (const [, forms] of [...formsOf('en'), ...formsOf('fr')])
      for (const text of forms) expect(text.trim()).not.toBe('');
  });

  it('are all used by the application, the outline or the server', () => {
    const code = ['app', 'engine/page', 'engine/runtime', 'engine/resolve', 'server']
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.tsx?$/.test(path))
          .map((path) => readFileSync(join(ROOT, folder, path), 'utf8')),
      )
      .join('\n');
    // A template such as `search.${kind}` uses all names of its form; TypeScript checks its values.
    const templates = [...code.matchAll(/`([\w-]+\.[\w-]*)\$\{[^}]+\}([\w-]*)`/g)].map(
      ([, start, end]) => new RegExp(`^${start}[\\w-]+${end}$`),
    );
    const isUsed = (name: string): boolean =>
      code.includes(`'${name}'`) ||
      code.includes(`"${name}"`) ||
      templates.some((template) => template.test(name));
    expect(WORD_NAMES.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('are used for a locale with a country', () => {
    expect(shippedWords('fr-CM')).toBe(shippedWords('fr'));
    expect(shippedWords('nl')).toBeUndefined();
  });
});

describe('a text of the interface', () => {
  it('uses the plural form of its number; in French, zero has the form of one', () => {
    const t = translator(languageOf('fr'));
    expect(t('layers.active', { count: 0 })).toBe('0 couche active');
    expect(t('layers.active', { count: 3 })).toBe('3 couches actives');
  });

  it.each([
    [0, '0 objet dans la vue'],
    [1, '1 objet dans la vue'],
    [2, '2 objets dans la vue'],
    [1_000_000, '1 000 000 objets dans la vue'],
  ])('is right in French for %i', (count, text) => {
    const said = translator(languageOf('fr'))('objects.count', { count });
    expect(said.replace(/[\u00A0\u202F]/g, ' ')).toBe(text);
  });

  it('uses its own form for a million if a language has one', () => {
    const active = { one: '{{count}} a', many: '{{count}} de b', other: '{{count}} b' };
    const words = { ...languageOf('fr').words, 'tab.active': active };
    const t = translator({ locale: 'fr', words });
    expect(t('tab.active', { count: 2_000_000 })).toMatch(/ de b$/);
    expect(t('tab.active', { count: 2_000_001 })).toMatch(/1 b$/);
  });

  it.each(['fr', 'pl', 'ar'])(
    'is never English in the language %s with the forms that an author writes',
    (locale) => {
      const written = WORD_NAMES.map((name) => {
        const forms = pluralCategoriesOf(locale).map((form) => [form, `⟦${name}⟧`]);
        return [name, typeof ENGLISH[name] === 'string' ? `⟦${name}⟧` : Object.fromEntries(forms)];
      });
      const t = translator({ locale, words: Object.fromEntries(written) as AllWords });
      for (const count of [0, 1, 2, 5, 20, 1_000_000])
        expect(WORD_NAMES.filter((name) => t(name, { count }) !== `⟦${name}⟧`)).toEqual([]);
    },
  );

  it.each(['fr', 'pl', 'ar', 'ja', 'ln'])(
    'has a key of i18next for each number in the language %s',
    (locale) => {
      const keys = i18nextKeys({ 'tab.active': { other: 'x' } }, locale);
      const rules = new Intl.PluralRules(locale);
      for (const count of [0, 1, 2, 3, 11, 100, 1.5, 1_000_000])
        expect(keys[`tab.active_${rules.select(count)}`]).toBe('x');
    },
  );

  it.each(['{{filter}}', '$t(map.label)', '$&', '<b>&amp;</b>', "l'«\u00A0x"])(
    'contains the value %s unchanged',
    (filter) => {
      const said = translator(languageOf('en'))('filter.none', { filter });
      expect(said).toBe(`No layers match “${filter}”.`);
    },
  );

  it('uses the form `other` if a form is missing', () => {
    const { words } = languageOf('en');
    const t = translator({
      locale: 'ar',
      words: { ...words, 'layers.active': { other: 'x {{count}}' } },
    });
    expect(t('layers.active', { count: 2 })).toMatch(/^x /);
  });

  it('formats its numbers for the language', () => {
    expect(translator(languageOf('fr'))('group.out-of-zoom', { zoom: 4.5 })).toContain('4,5');
    expect(translator(languageOf('en'))('layers.active', { count: 1200 })).toContain('1,200');
  });

  it('is available in a language that the platform does not know', () => {
    const t = translator({ ...languageOf('en'), locale: 'qaa' });
    expect(t('layers.active', { count: 1 })).toBe('1 active layer');
  });

  it('keeps a placeholder without a value', () => {
    expect(translator(languageOf('en'))('filter.none')).toBe('No layers match “{{filter}}”.');
  });
});

describe('a language', () => {
  it.each([
    ['en', ['one', 'other']],
    ['fr', ['one', 'other']],
    ['ja', ['other']],
    ['pl', ['few', 'many', 'one', 'other']],
    ['ar', ['few', 'many', 'one', 'other', 'two', 'zero']],
  ])('%s needs the plural forms %j', (locale, forms) => {
    expect([...pluralCategoriesOf(locale)].sort()).toEqual(forms);
  });

  it.each([
    ['en', 'ltr'],
    ['fr-CM', 'ltr'],
    ['ar', 'rtl'],
    ['ckb', 'rtl'],
    ['az-Arab', 'rtl'],
    ['qaa', 'ltr'],
  ])('%s is written %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction);
  });
});
