import {
  loadAtlas,
  type AtlasModel,
  type CompileOptions,
  type ConfigFolder,
} from '../../../engine/index.ts';

/** The least an atlas needs; `more` is added as a second file. */
export const ENTRY = `
atlas: 1
id: made
title: { en: Made, fr: Fait }
locales: { available: [en, fr], default: en, fallback: en, session: fr }
region:
  bounds: [0, 0, 20, 20]
  countries:
    - { id: aaa, name: { all: Aland } }
    - { id: bbb, name: { all: Bland } }
home: { bounds: [1, 1, 19, 19] }
permissions:
  levels:
    - { id: open, name: { en: Open, fr: Ouvert } }
    - { id: known, name: { en: Known, fr: Connu }, granted: by-operator }
    - { id: secret, name: { en: Secret, fr: Secret }, when-denied: hide }
categories:
  - { id: things, order: 1, name: { en: Things, fr: Choses } }
  - { id: closed, order: 2, name: { en: Closed, fr: Fermé } }
theme:
  icons: icons
  tokens: { ink: { light: '#111111', dark: '#EEEEEE', night: '#DDDDDD' } }
base-layers:
  - { id: day, order: 1, name: { en: Day, fr: Jour }, ground: light, sublayers: [{ id: sea, type: background, paint: { background-color: '#FFFFFF' } }] }
  - { id: night, order: 2, name: { en: Night, fr: Nuit }, ground: dark, sublayers: [{ id: sea, type: background, paint: { background-color: '#000000' } }] }
`;

/** Loads the entry and more YAML; throws the diagnostics when they are errors. */
export function makeModel(more: string): AtlasModel {
  const folder: ConfigFolder = {
    files: [
      { path: 'atlas.yaml', text: ENTRY },
      { path: 'more.yaml', text: more },
    ],
    assets: new Set(['data/a.geojson', 'data/a.pmtiles', 'icons/camp.svg', 'icons/camp-light.svg']),
  };
  const loaded = loadAtlas(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics, null, 1));
  return loaded.model;
}

/** Options of a server on which every dataset has one version for each level. */
export const OPTIONS: Omit<CompileOptions, 'locale'> = {
  version: (dataset, level) => `${dataset}-${level}`,
  bounds: () => [1, 2, 3, 4],
  address: () => null,
  fileVersion: () => 'f1',
  hash: (text) => `h${text.length}`,
};
