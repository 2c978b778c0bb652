import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import {
  ENGLISH,
  FIRST_WORDS,
  fromI18next,
  shippedWords,
  toI18next,
  WORD_NAMES,
  wordsIn,
  type I18nextFile,
  type WordTree,
} from 'atlas-engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { mark, writeMarkedAtlas } from '../../browser/marked-atlas.ts';

describe('atlas words', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-words-'));
    writeMarkedAtlas(dir, ['map.home', 'group.coverage']);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const words = async (language: string, ...options: readonly string[]) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(['words', language, '--config', dir, ...options], {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      env: { ATLAS_DATA_DIR: join(dir, 'data') },
      color: false,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const printed = async (language: string, ...options: readonly string[]) => {
    const { interface: tree } = parse((await words(language, ...options)).out) as {
      interface: WordTree;
    };
    return new Map(wordsIn(tree));
  };

  it('prints the missing words of a language in English', async () => {
    expect([...(await printed('ln'))]).toEqual([
      ['group.coverage', ENGLISH['group.coverage']],
      ['map.home', ENGLISH['map.home']],
    ]);
  });

  it('prints all words for a language that is not in the atlas yet', async () => {
    expect([...(await printed('pt')).keys()].sort()).toEqual([...WORD_NAMES].sort());
  });

  it('prints the plural forms that the language needs', async () => {
    const forms = (await printed('pl')).get('tab.active');
    expect(Object.keys(forms as object).sort()).toEqual(['few', 'many', 'one', 'other']);
    expect((await printed('ja')).get('tab.active')).toEqual({ other: '{{count}} active layers' });
  });

  it('marks the words that every visitor sees, and prints only these when asked', async () => {
    const { out } = await words('pt');
    expect(out).toContain(`    layers: ${JSON.stringify(ENGLISH['tab.layers'])} # first`);
    expect(out).toMatch(/^ {4}active: # first\n {6}one: /m);
    expect(out.match(/ # first$/gm)).toHaveLength(FIRST_WORDS.length);
    expect([...(await printed('pt', '--first')).keys()].sort()).toEqual([...FIRST_WORDS].sort());
  });

  it('prints the words in a language that ships, or that the atlas completes', async () => {
    const french = await printed('pt', '--from', 'fr');
    expect(french.get('tab.layers')).toBe('Couches');
    expect(french.get('tab.active')).toEqual({
      one: '{{count}} couche active',
      other: '{{count}} couches actives',
    });
    expect([...french.keys()].sort()).toEqual([...WORD_NAMES].sort());
    const whole = mkdtempSync(join(tmpdir(), 'atlas-words-'));
    writeMarkedAtlas(whole);
    const lingala = await printed('pt', '--from', 'ln', '--config', whole);
    rmSync(whole, { recursive: true });
    expect(lingala.get('tab.layers')).toBe(mark(ENGLISH['tab.layers']));
  });

  it('refuses a source that lacks words, and names those that have all', async () => {
    const refused = await words('pt', '--from', 'ln');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('`ln` lacks 2 words, so it cannot be the source');
    expect(refused.err).toContain('Use `en` or `fr`.');
    expect((await words('pt', '--from', 'de')).err).toContain(
      '`de` is not a language of the atlas',
    );
  });

  it('reports that nothing is missing', async () => {
    expect(await words('en')).toEqual({
      code: 0,
      out: '',
      err: 'The interface has every word in `en`.',
    });
  });

  describe('as files of i18next', () => {
    let own: string;
    const yaml = (): string => readFileSync(join(own, 'locales/ln.yaml'), 'utf8');
    const file = (): string => join(own, 'ln.json');
    const exported = async (language = 'ln'): Promise<I18nextFile> =>
      JSON.parse((await words(language, '--i18next', '--config', own)).out) as I18nextFile;
    const imported = (value: unknown) => {
      writeFileSync(file(), JSON.stringify(value));
      return words('ln', '--import', file(), '--config', own);
    };
    beforeEach(() => {
      own = mkdtempSync(join(tmpdir(), 'atlas-words-'));
      writeMarkedAtlas(own, ['map.home']);
      // As an author writes it: with comments and other texts.
      const tree = (parse(yaml()) as { interface: WordTree }).interface;
      const lines = stringify(
        { texts: {}, interface: tree },
        { lineWidth: 0, singleQuote: true },
      ).replace('  tab:', '  # Tabs\n  tab:');
      writeFileSync(join(own, 'locales/ln.yaml'), `# Lingala\n${lines}`);
    });
    afterEach(() => rmSync(own, { recursive: true, force: true }));

    it('go out and come back without a difference', async () => {
      const before = yaml();
      expect(await imported(await exported())).toMatchObject({ code: 0 });
      expect(yaml()).toBe(before);
    });

    it('come back with the words that a translator changed or added, and nothing else', async () => {
      const before = yaml();
      const file = await exported();
      const changed = {
        ...file,
        map: { ...file['map'], home: 'Ndako' },
        tab: { ...file['tab'], active_one: '{{count}} moko', legend: '' },
      };
      expect((await imported(changed)).err).toContain('2 words of');
      expect(await exported()).toEqual({
        ...changed,
        tab: { ...changed.tab, legend: file['tab']!['legend'] },
      });
      expect(yaml()).toContain('# Lingala');
      const lines = new Set(before.split('\n'));
      const added = yaml()
        .split('\n')
        .filter((line) => !lines.has(line));
      expect(added).toHaveLength(2);
      expect(yaml()).toContain('# Tabs\n  tab:');
    });

    it('have the nested keys of JSON v4, with every plural category of the language', async () => {
      const { tab, map } = await exported('fr');
      expect(map).toMatchObject({ home: shippedWords('fr')!['map.home'] });
      expect(Object.keys(tab!).filter((key) => key.startsWith('active_'))).toHaveLength(3);
      expect(tab).toMatchObject({ active_many: tab!['active_other'] });
      expect(await exported()).not.toHaveProperty('map.home');
    });

    it.each(['en', 'fr'])('are the words that ship in %s when they come back', (locale) => {
      const shipped = shippedWords(locale)!;
      const back = fromI18next(toI18next(shipped, locale), locale);
      expect(back).toEqual({ words: shipped, unknown: [], notTexts: [], withoutOther: [] });
    });

    it('are refused when the atlas would have errors, and keys that are no word are named', async () => {
      const before = yaml();
      const wrong = await imported({ filter: { none: 'x' }, other: { key: 'y' } });
      expect(wrong).toMatchObject({ code: 1 });
      expect(wrong.err).toContain('other.key');
      expect(wrong.err).toContain('placeholder-mismatch  locales/ln.yaml');
      expect(yaml()).toBe(before);
      writeFileSync(file(), '[');
      expect(await words('ln', '--import', file(), '--config', own)).toMatchObject({ code: 2 });
      const list = await imported(['x']);
      expect(list).toMatchObject({ code: 2 });
      expect(list.err).toContain('an object of groups');
      writeFileSync(file(), ' '.repeat(10_000_001));
      const large = await words('ln', '--import', file(), '--config', own);
      expect(large).toMatchObject({ code: 2 });
      expect(large.err).toContain('at most 10 MB');
      const endless = await words('ln', '--import', '/dev/zero', '--config', own);
      expect(endless.err).toContain('/dev/zero is not a file.');
    });

    it('say why a key is not taken', async () => {
      const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
      const { err } = await imported({
        map: { home: 5, nowhere: 'x' },
        tab: { active_one: '{{count}} moko' },
        ...deep,
      });
      expect(err).toContain('the interface has no such words: `map.nowhere`.');
      expect(err).toContain('the values are not texts: `map.home`, `a.a`.');
      expect(err).toContain('the form `_other` is missing: `tab.active`.');
      expect(err).toContain('has no words.');
    });
  });

  it('rejects an invalid language code', async () => {
    expect(await words('no language')).toMatchObject({ code: 2 });
  });
});
