import { describe, expect, it } from 'vitest';
import { markText } from '../../../app/ui/layers/match-text.ts';

const marked = (text: string, filter: string): string =>
  markText(text, filter)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('the words of the filter', () => {
  it.each([
    ['Écoles et santé', 'ecole', '[École]s et santé'],
    ['E\u0301coles', 'ecol', '[E\u0301col]es'],
    ['Cœur de forêt', 'coe', '[Cœ]ur de forêt'],
    ['Permis miniers', 'mi per', '[Permi]s [mi]niers'],
    ['Villages', 'roads', 'Villages'],
    ['Villages', '', 'Villages'],
  ])('are marked in %s', (text, filter, expected) => {
    expect(marked(text, filter)).toBe(expected);
  });

  it('keep every character of the text', () => {
    const text = 'Œuvres d’art — 𝔸 œ é';
    expect(
      markText(text, 'o')
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
