import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTERFACE_LOCALES } from '../../../app/texts/start-i18n.ts';
import { INTERFACE_COLORS } from '../../../engine/page/interface-tokens.ts';
import { INTERFACE_LANGUAGES } from '../../../engine/page/outline-words.ts';

describe('what the check knows of the interface', () => {
  it('is the languages that the application has words in', () => {
    expect(INTERFACE_LOCALES).toEqual(INTERFACE_LANGUAGES);
  });

  it('is the colours that the application declares', () => {
    const css = readFileSync('app/styles/tokens.css', 'utf8');
    const colors = [...css.matchAll(/^ {2}--([\w-]+): (?:#|color-mix)/gm)].map((match) => match[1]);
    expect(colors).toContain('paper');
    expect(colors.filter((name) => !INTERFACE_COLORS.includes(name!))).toEqual([]);
  });
});
