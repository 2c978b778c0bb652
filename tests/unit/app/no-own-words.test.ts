import { describe, expect, it } from 'vitest';
import { readSources } from '../../architecture/read-sources.ts';

/** Matches text between elements, and attributes that are shown or read aloud. */
const TEXT = /(?<![=-])>\s*([\p{L}][^<>{}();=]*?)\s*<\/?[a-z]/giu;
const ATTRIBUTE =
  /\b(?:aria-label|aria-valuetext|aria-description|title|alt|placeholder)=(?:"([^"]*\p{L}[^"]*)"|\{['`]([^'`]*\p{L}[^'`]*)['`]\})/gu;

const ownWords = (code: string): string[] =>
  [...code.matchAll(TEXT), ...code.matchAll(ATTRIBUTE)].map(([, text, more]) => text ?? more ?? '');

describe('the components', () => {
  it('contain no texts, because the words of the interface are data', () => {
    const components = readSources(['app']).filter(({ path }) => path.endsWith('.tsx'));
    expect(components.length).toBeGreaterThan(20);
    const found = components.flatMap(({ path, code }) =>
      ownWords(code).map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['<p>Reload the page</p>', 'Reload the page'],
    ['<button aria-label="Close" />', 'Close'],
    ["<img alt={'A map'} />", 'A map'],
  ])('are searched for texts such as %s', (code, text) => {
    expect(ownWords(code)).toEqual([text]);
  });
});
