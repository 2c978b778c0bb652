import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ENGLISH, WORD_NAMES, wordsIn, type WordTree } from 'atlas-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { writeMarkedAtlas } from '../../browser/marked-atlas.ts';

describe('atlas words', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-words-'));
    writeMarkedAtlas(dir, ['map.home', 'group.coverage']);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const words = async (language: string) => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(['words', language, '--config', dir], {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      env: { ATLAS_DATA_DIR: join(dir, 'data') },
      color: false,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const printed = async (language: string) => {
    const { interface: tree } = parse((await words(language)).out) as { interface: WordTree };
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
