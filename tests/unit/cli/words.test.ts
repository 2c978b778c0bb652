import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ENGLISH, FIRST_WORDS, WORD_NAMES, wordsIn, type WordTree } from 'atlas-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('rejects an invalid language code', async () => {
    expect(await words('no language')).toMatchObject({ code: 2 });
  });
});
