import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/read-sources.ts';

/** Parts that are not prose: code, addresses, times and placeholders. */
const NO_TEXT = /`[^`]*`|\{\{\w+\}\}|\$\{[\w.]+\}|\b\w+:\/\/\S+|mailto:\S+|\b\d{1,2}:\d\d\b/g;
/** A double punctuation mark without its no-break space, or the remains of an escape. */
const WRONG = /(?<![\u00a0:;!?])[:;!?»]|«(?!\u00a0)|00a0/;

const files = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns every text under a key `fr` or `all`, at any depth; with `whole`, all texts. */
function frenchIn(value: unknown, whole = false): string[] {
  if (typeof value === 'string') return whole ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => frenchIn(item, whole));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    frenchIn(inner, whole || key === 'fr' || key === 'all'),
  );
}

const wrong = (texts: readonly string[]): string[] =>
  texts.filter((text) => WRONG.test(text.replace(NO_TEXT, 'x')));

describe('French texts have a no-break space before : ; ! ? » and after «', () => {
  it.each(files('atlas.config', /\.yaml$/))('%s', (path) => {
    expect(wrong(frenchIn(parse(read(path)), path.endsWith('fr.yaml')))).toEqual([]);
  });

  it.each(files('atlas.config', /\.fr\.md$/))('%s', (path) => {
    expect(wrong(read(path).split('\n'))).toEqual([]);
  });

  it.each(files('schemas', /\.schema\.json$/))('%s', (path) => {
    expect(wrong(frenchIn(JSON.parse(read(path))))).toEqual([]);
  });

  it.each(files('schemas/guide', /\.md$/))('%s', (path) => {
    const texts = [...read(path).matchAll(/\bfr: (?:'([^']*)'|([^,}\n]*))/g)];
    expect(wrong(texts.map(([, quoted, plain]) => quoted ?? plain ?? ''))).toEqual([]);
  });

  it('the words of the interface', () => {
    const texts = frenchIn(parse(read('engine/words/fr.yaml')), true);
    expect(texts.length).toBeGreaterThan(100);
    expect(wrong(texts)).toEqual([]);
  });

  it.each([
    ['Relief : une valeur', true],
    ['Relief\u00a0: une valeur', false],
    ['plus00a0: a', true],
    ['«\u00a0Bloc »', true],
    ['à 12:30, `a: b`, https://example.org/?q=1', false],
  ])('reports a missing space: %s', (text, found) => {
    expect(wrong([text]).length > 0).toBe(found);
  });
});

describe('French texts have one term', () => {
  /** The terms of the atlas, and what else was said for the same thing. */
  const OTHERS: readonly (readonly [term: string, others: RegExp])[] = [
    // `customary_land` is a use of land in a survey, not the tenure.
    [
      'foncier communautaire',
      /les terres coutumières|, terres coutumières|tenure (?:communautaire|foncière)/i,
    ],
    ['moyens d’existence', /moyens? de subsistance/i],
    // Not the fields in “lieux de culture, de cueillette”.
    ['sites culturels', /(?:lieux|sites) de (?:la )?culture(?!, de )|lieux culturels/i],
    ['utilisateur de confiance', /(?:personne|usager|utilisatrice)s? de confiance/i],
  ];
  const texts = [
    ...files('atlas.config', /\.yaml$/).flatMap((path) =>
      frenchIn(parse(read(path)), path.endsWith('fr.yaml')),
    ),
    ...files('atlas.config', /\.fr\.md$/).map(read),
    ...frenchIn(parse(read('engine/words/fr.yaml')), true),
  ];

  it.each(OTHERS)('%s', (term, others) => {
    expect(texts.filter((text) => others.test(text))).toEqual([]);
    const [word = ''] = term.split(' ');
    const named = term.slice(word.length).toLowerCase();
    expect(texts.some((text) => text.toLowerCase().includes(named))).toBe(true);
  });
});

describe('French names of the demonstration', () => {
  it.each(['education', 'health', 'tenure'])('have d’ before a vowel, in %s', (layer) => {
    const text = readFileSync(join(ROOT, `atlas.config/data/demo/${layer}.geojson`), 'utf8');
    const { features } = JSON.parse(text) as { features: { properties: { name?: string } }[] };
    const names = features.map(({ properties }) => properties.name ?? '');
    expect(names.filter((name) => /(?:^| )d’[AEIOUÉÈÊ]/.test(name)).length).toBeGreaterThan(0);
    expect(names.filter((name) => /(?:^| )de [AEIOUÉÈÊ]/.test(name))).toEqual([]);
  });
});
