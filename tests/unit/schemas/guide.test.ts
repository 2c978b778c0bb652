import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';

/** What the pieces of the guide leave to the rest of an atlas. */
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
`;
const CATEGORIES = `
categories:
  - { id: local-communities, name: { en: Communities, fr: Communautés } }
`;

it.each(['start', 'recipes'])('the YAML of the guide (%s) is an atlas without a fault', (page) => {
  const blocks = [...guide(page).matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text!);
  expect(blocks.length).toBeGreaterThan(0);
  const yaml = [SURROUNDINGS, ...(page === 'start' ? [CATEGORIES] : []), ...blocks];
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
      'data/tree-cover.tif',
      ...['markets', 'schools', 'permits', 'mining', 'outlines', 'parks', 'posts'].map(
        (id) => `data/${id}.geojson`,
      ),
    ]),
  };
  const loaded = loadAtlas(folder);
  const faults = loaded.ok ? loaded.warnings : loaded.diagnostics;
  expect(faults.map(({ code, params }) => ({ code, params }))).toEqual([]);
});

function guide(name: string): string {
  return readFileSync(new URL(`../../../schemas/guide/${name}.md`, import.meta.url), 'utf8');
}
