import { describe, expect, it } from 'vitest';
import { foldKeywords, foldNames, foldWords } from 'atlas-engine/runtime';
import type { CatalogueEntry } from '../../../server/access/atlas-snapshot.ts';
import {
  findAtPlaces,
  findPairs,
  findValues,
  isLinked,
} from '../../../server/routes/search/find-values.ts';
import type { KnownPlace } from '../../../server/routes/search/known-places.ts';

interface GroupOptions {
  readonly keywords?: string;
  readonly values?: readonly string[];
  readonly locked?: boolean;
}

const group = (
  title: string,
  { keywords = '', values = [], locked = false }: GroupOptions = {},
): CatalogueEntry => ({
  kind: 'group',
  id: title.toLowerCase(),
  title,
  context: 'Communities',
  bounds: null,
  locked,
  keywords,
  searched: { names: foldNames([title]), keywords: foldKeywords([keywords]) },
  values: values.map((label) => ({
    field: 'kind',
    value: label.toUpperCase(),
    title: label,
    searched: { names: foldNames([label]), keywords: [] },
  })),
});

const place = (title: string, bounds: readonly number[]): KnownPlace => ({
  dataset: 'towns',
  id: title.length,
  listed: [title, 'Town', bounds],
  searched: { names: foldNames([title]), keywords: [] },
  kind: { names: [], keywords: [] },
  isDrawn: false,
  outline: null,
});

const ENTRIES = [
  group('Schools', {
    keywords: 'école',
    values: [
      'Primary school',
      'Secondary school',
      'Secondary boarding school',
      'Secondary school annex',
    ],
  }),
  group('Mining', { keywords: 'mine, or, gold', values: ['Gold', 'Diamond'] }),
  { ...group('Land use of Nguti'), kind: 'project' as const },
  group('Managers', { values: ['Council of Nguti', 'Council of Kindu'] }),
  group('Sacred sites', { values: ['Secondary shrine'], locked: true }),
];

const PLACES = [
  place('Inongo', [18.3, -1.9]),
  place('Mai-Ndombe', [16, -4, 21, 0]),
  place('Goma', [29.2, -1.7]),
  place('Gomari', [20, 1]),
];

const valuesOf = (text: string) =>
  findValues(foldWords(text), ENTRIES).map(({ title, context }) => `${title}, ${context}`);

const atPlaces = (text: string) =>
  findAtPlaces(foldWords(text), ENTRIES, PLACES).map(
    ({ title, within, filter }) => `${title}${filter ? ` (${filter.value})` : ''}, ${within}`,
  );

const LAYERS = [
  group('Community forests', { keywords: 'concession of local communities' }),
  group('Logging concessions', { keywords: 'bois, UFA' }),
  group('Villages'),
  group('Sacred sites', { locked: true }),
  { ...group('Villages of Nguti'), kind: 'project' as const },
];

const pairsOf = (text: string) =>
  findPairs(foldWords(text), LAYERS).map(({ id, within, overlaps }) => [id, within, overlaps]);

describe('a search for two layers', () => {
  it('finds the pair, the layer that is named first as the one whose objects are asked for', () => {
    const pair = ['community forests', 'Logging concessions', 'logging concessions'];
    expect(pairsOf('community forests in logging concessions')).toEqual([pair]);
    expect(pairsOf('community forests with concessions')).toEqual([pair]);
    expect(pairsOf('villages ufa')).toEqual([
      ['villages', 'Logging concessions', 'logging concessions'],
    ]);
  });

  it('says that one lies in the other by a word between them', () => {
    const linked = (text: string) => isLinked(foldWords(text));
    expect(linked('community forests in concessions')).toBe(true);
    expect(linked('forêts communautaires dans les concessions')).toBe(true);
    expect(linked('concession of local communities')).toBe(false);
    expect(linked('in concessions')).toBe(false);
    expect(linked('villages in')).toBe(false);
  });

  it('finds none for one layer, for words that neither has, for a locked one and for projects', () => {
    expect(pairsOf('community forests')).toEqual([]);
    expect(pairsOf('villages in ancient concessions')).toEqual([]);
    expect(pairsOf('sacred sites in concessions')).toEqual([]);
    expect(pairsOf('nguti concessions')).toEqual([]);
    expect(pairsOf('concessions community forests old')).toEqual([]);
  });
});

describe('a search for a value of a layer', () => {
  it('finds the layer with the value, the nearest name first', () => {
    expect(valuesOf('primary')).toEqual(['Primary school, Schools']);
    expect(valuesOf('école primary')).toEqual(['Primary school, Schools']);
    expect(valuesOf('the diamond')).toEqual(['Diamond, Mining']);
    expect(valuesOf('secondary annex')).toEqual(['Secondary school annex, Schools']);
  });

  it('finds at most three, and none of a locked layer', () => {
    expect(valuesOf('secondary')).toHaveLength(3);
    expect(valuesOf('shrine')).toEqual([]);
  });

  it('is not one for a project, whose values have its name', () => {
    expect(valuesOf('council Kindu')).toEqual(['Council of Kindu, Managers']);
    expect(valuesOf('Nguti')).toEqual([]);
  });

  it('needs a word that the layer or another value does not have, of at least three letters', () => {
    expect(valuesOf('schools')).toEqual([]);
    expect(valuesOf('gold')).toEqual(['Gold, Mining']);
    expect(valuesOf('pr')).toEqual([]);
    expect(valuesOf('pri')).toEqual(['Primary school, Schools']);
  });
});

describe('a search for a layer at a place', () => {
  it('finds the layer, with a value if it is named', () => {
    expect(atPlaces('schools Inongo')).toEqual(['Schools, Inongo']);
    expect(atPlaces('Inongo mine')).toEqual(['Mining, Inongo']);
    expect(atPlaces('primary school Inongo')).toEqual(['Primary school (PRIMARY SCHOOL), Inongo']);
    expect(atPlaces('or Goma')).toEqual(['Mining, Goma', 'Mining, Gomari']);
    expect(atPlaces('diamond Mai-Ndombe')).toEqual(['Diamond (DIAMOND), Mai-Ndombe']);
  });

  it('ignores short words between them', () => {
    expect(atPlaces('schools near Inongo')).toEqual(['Schools, Inongo']);
    expect(atPlaces('les écoles de la Mai-Ndombe')).toEqual(['Schools, Mai-Ndombe']);
    expect(atPlaces('schools beside Inongo')).toEqual([]);
  });

  it('finds nothing without a place, and nothing of a locked layer', () => {
    expect(atPlaces('schools')).toEqual([]);
    expect(atPlaces('Inongo')).toEqual([]);
    expect(atPlaces('sacred Inongo')).toEqual([]);
  });

  it('returns the place, by which the page shows what is near', () => {
    const [found] = findAtPlaces(['mine', 'mai', 'ndombe'], ENTRIES, PLACES);
    expect(found).toEqual({
      kind: 'group',
      id: 'mining',
      title: 'Mining',
      context: 'Communities',
      within: 'Mai-Ndombe',
      bbox: [16, -4, 21, 0],
      center: [18.5, -2],
      open: { groups: ['mining'] },
      at: { dataset: 'towns', id: 'Mai-Ndombe'.length },
    });
  });
});
