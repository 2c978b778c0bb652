import { describe, expect, it } from 'vitest';
import { outline, wordsFor } from '../../../engine/runtime.ts';
import { group, lagoon } from './small-atlas.ts';

describe('the outline', () => {
  const bundle = lagoon(
    [
      group({
        ...{ id: 'fish', opacity: 0.5, demo: true },
        legend: [
          {
            label: 'Grounds & banks',
            symbol: {
              ...{ type: 'fill', opacity: 0.8 },
              color: { 'by-ground': { light: '#123456', dark: '#654321' } },
            },
          },
          {
            label: 'Depth',
            symbol: {
              type: 'ramp',
              stops: [
                [0, '#ffffff'],
                [40, '#000000'],
              ],
              unit: 'm',
            },
          },
        ],
      }),
    ],
    {
      projects: [
        { id: 'bay', name: 'The bay', order: 1, texts: [], bounds: [0, 0, 1, 1], groups: [] },
      ],
      attribution: [{ text: 'Harbour office', url: 'https://harbour.example/' }],
    },
  );

  it('shows the legend of the first map in its colours and at its opacity', () => {
    const html = outline(bundle);
    expect(html).toContain('fill="#123456" fill-opacity="0.4"');
    expect(html).toContain('Grounds &amp; banks');
    expect(html).toContain('fill="#ffffff" fill-opacity="0.5"');
    expect(html).toContain('Depth <small>0–40\u00a0m</small>');
    expect(html).toContain('<small>Demonstration data</small>');
  });

  it('says of a locked layer who may open it, and where it lies', () => {
    const locked = { level: 'friends', granted: 'by-operator' };
    const [category] = bundle.categories;
    const entry = { id: 'graves', name: 'Graves', order: 9, coverage: ['east'], locked };
    const html = outline({ ...bundle, categories: [{ ...category!, groups: [entry] }] });
    expect(html).toContain('Graves <small>East · Access on request (Friends)</small>');
  });

  it('leaves the layers of a story to the story, which it links', () => {
    const [category] = bundle.categories;
    const entry = { id: 'bay-fish', name: 'Fish of the bay', order: 9, project: 'bay' };
    const html = outline({ ...bundle, categories: [{ ...category!, groups: [entry] }] });
    expect(html).not.toContain('Fish of the bay');
    expect(html).not.toContain('All layers');
    expect(html).toContain('<a href="?project=bay&amp;lang=en">The bay</a>');
  });

  it('speaks the language of its bundle, or with the words it is given', () => {
    expect(outline({ ...bundle, locale: 'fr' })).toContain('<h2>Légende</h2>');
    expect(outline(bundle, { ...wordsFor('en'), layers: 'Lagen' })).toContain('<h2>Lagen</h2>');
    expect(wordsFor('fr-CM')).toBe(wordsFor('fr'));
    expect(wordsFor('nl')).toBe(wordsFor('en'));
  });

  it('thanks with a link only where it is safe', () => {
    expect(outline(bundle)).toContain('<a href="https://harbour.example/">Harbour office</a>');
    const unsafe = outline({ ...bundle, attribution: [{ text: 'X', url: 'javascript:x' }] });
    expect(unsafe).toContain('<p>X</p>');
  });
});
