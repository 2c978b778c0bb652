import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTERFACE_COLORS, INTERFACE_DEFAULTS } from '../../../engine/page/interface-tokens.ts';

describe('what the check knows of the interface', () => {
  it('is the colours that the application declares', () => {
    const css = readFileSync('app/styles/tokens.css', 'utf8');
    const colors = [...css.matchAll(/^ {2}--([\w-]+): (?:#|color-mix)/gm)].map((match) => match[1]);
    expect(colors).toContain('paper');
    expect(colors.filter((name) => !INTERFACE_COLORS.includes(name!))).toEqual([]);
  });

  it('is the defaults of the colours of texts and of their backgrounds', () => {
    const css = readFileSync('app/styles/tokens.css', 'utf8');
    const [light = '', dark = ''] = css.split(":root[data-ground='dark']");
    const valueOf = (sheet: string, name: string) =>
      new RegExp(`--${name}: (#[\\da-f]{6});`).exec(sheet)?.[1];
    for (const [name, expected] of Object.entries(INTERFACE_DEFAULTS))
      expect([name, { light: valueOf(light, name), dark: valueOf(dark, name) }]).toEqual([
        name,
        expected,
      ]);
  });
});
