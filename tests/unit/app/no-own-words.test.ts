import { describe, expect, it } from 'vitest';
import { readSources } from '../../architecture/read-sources.ts';

/** Text between elements, and attributes that are read aloud or shown. */
const TEXT = /(?<![=-])>\s*([\p{L}][^<>{}();=]*?)\s*<\/?[a-z]/giu;
const ATTRIBUTE =
  /\b(?:aria-label|aria-valuetext|aria-description|title|alt|placeholder)=(?:"([^"]*\p{L}[^"]*)"|\{['`]([^'`]*\p{L}[^'`]*)['`]\})/gu;

const ownWords = (code: string): string[] =>
  [...code.matchAll(TEXT), ...code.matchAll(ATTRIBUTE)].map(([, text, more]) => text ?? more ?? '');

describe('the components', () => {
  it('have no words of their own: those of the interface are data', () => {
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
  ])('are searched for words such as in %s', (code, text) => {
    expect(ownWords(code)).toEqual([text]);
  });
});
