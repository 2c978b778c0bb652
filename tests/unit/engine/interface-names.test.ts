import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTERFACE_COLORS } from '../../../engine/page/interface-tokens.ts';

describe('what the check knows of the interface', () => {
  it('is the colours that the application declares', () => {
    const css = readFileSync('app/styles/tokens.css', 'utf8');
    const colors = [...css.matchAll(/^ {2}--([\w-]+): (?:#|color-mix)/gm)].map((match) => match[1]);
    expect(colors).toContain('paper');
    expect(colors.filter((name) => !INTERFACE_COLORS.includes(name!))).toEqual([]);
  });
});
