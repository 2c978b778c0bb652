import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';

/** The parts of an atlas that the examples of the guide omit. */
const SURROUNDINGS = `
atlas: 1
id: guide
title: { all: Guide }
locales: { available: [en, fr] }
region:
  bounds: [8, -14, 32, 12]
  countries:
    - { id: cod, iso3: COD, name: { en: DR Congo, fr: RD Congo } }
    - { id: cog, iso3: COG, name: { all: Congo } }
home: { bounds: [8.5, -6, 31.5, 11.2] }
permissions:
  levels:
    - { id: level-0, name: { en: Everyone, fr: Tout le monde } }
    - { id: signed-in, name: { en: Account holders, fr: Titulaires d’un compte }, granted: on-confirmation }
    - { id: level-1, name: { en: Authorised, fr: Personnes autorisées }, granted: by-operator }
    - { id: level-2, name: { en: Trusted, fr: Personnes de confiance }, granted: by-operator }
base-layers:
  - { id: default, name: { en: Default, fr: Par défaut }, ground: light, sublayers: [{ id: sea, type: background }] }
forms:
  - id: registration
    title: { all: Register }
    fields:
      username: { type: text, label: { all: Name } }
      email: { type: email, label: { all: Mail } }
      password1: { type: password, label: { all: Password } }
      password2: { type: password, label: { all: Repeated } }
      terms: { type: agreement, page: data-agreement, label: { all: Terms } }
pages:
  - { id: data-agreement, title: { all: Terms }, text: { all: Terms. }, date: 2026-11-01 }
`;
const CATEGORIES = `
categories:
  - { id: local-communities, name: { en: Communities, fr: Communautés } }
`;

it.each(['start', 'recipes', 'interface'])(
  'the YAML of the guide (%s) is a valid atlas',
  (page) => {
    const blocks = [...guide(page).matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text!);
    expect(blocks.length).toBeGreaterThan(0);
    const yaml = [SURROUNDINGS, ...(page === 'recipes' ? [] : [CATEGORIES]), ...blocks];
    const story = ['en', 'fr'].flatMap((locale) =>
      [1, 2, 3].map((part) => ({ path: `texts/kasai-${part}.${locale}.md`, text: 'Words.' })),
    );
    const folder = {
      files: [
        ...yaml.map((text, i) => ({ path: `file-${i}.yaml`, text })),
        ...(page === 'recipes' ? story : []),
      ],
      assets: new Set([
        'data/rainfall.pmtiles',
        'data/globe.pmtiles',
        'data/wells.csv',
        'data/reserves.csv',
        'data/estates.zip',
        'data/survey.gpkg',
        'data/springs.fgb',
        'data/boreholes.parquet',
        'data/tree-cover.tif',
        'data/rain.tif',
        ...[
          'markets',
          'schools',
          'permits',
          'mining',
          'outlines',
          'country-names',
          'parks',
          'posts',
          'parallels',
          'trees',
          'birds',
          'districts',
          'wards',
          'sawmills',
        ].map((id) => `data/${id}.geojson`),
      ]),
    };
    const loaded = loadAtlas(folder);
    const faults = loaded.ok ? loaded.warnings : loaded.diagnostics;
    expect(faults.map(({ code, params }) => ({ code, params }))).toEqual([]);
  },
);

it('the words in the guide are valid words of the interface', () => {
  const blocks = [...guide('languages').matchAll(/^```yaml\n(.*?)^```/gms)].map(
    ([, text]) => text!,
  );
  expect(blocks).toHaveLength(2);
  for (const text of blocks) {
    const files = [
      { path: 'atlas.yaml', text: SURROUNDINGS + CATEGORIES },
      { path: 'locales/fr.yaml', text },
    ];
    const loaded = loadAtlas({ files, assets: new Set() });
    expect(loaded.ok ? loaded.warnings : loaded.diagnostics).toEqual([]);
  }
});

it('the colours of the interface match the style sheet', () => {
  const css = readFileSync(new URL('../../../app/styles/tokens.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = css.split(":root[data-ground='dark']");
  const rows = [
    ...guide('interface').matchAll(/^\| `([a-z-]+)` +\| [^|]+ \| (.+?) +\| (.+?) +\|$/gm),
  ];
  const valueOf = (sheet: string, name: string): string => {
    const value = new RegExp(`--${name}: (.+);`).exec(sheet)?.[1] ?? '';
    const mixed = /^color-mix\(in srgb, var\(--([a-z-]+)\) \d+%, var\(--([a-z-]+)\)\)$/.exec(value);
    return mixed ? `mix of \`${mixed[1]}\` and \`${mixed[2]}\`` : `\`${value}\``;
  };
  expect(rows.length).toBeGreaterThan(10);
  for (const [, name, onLight, onDark] of rows) {
    expect([name, onLight]).toEqual([name, valueOf(light, name!)]);
    const same = !dark.includes(`--${name}:`);
    expect([name, onDark]).toEqual([name, valueOf(same ? light : dark, name!)]);
  }
});

function guide(name: string): string {
  return readFileSync(new URL(`../../../schemas/guide/${name}.md`, import.meta.url), 'utf8');
}
