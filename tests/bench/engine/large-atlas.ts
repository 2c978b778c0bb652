import type { ConfigFolder, SourceFile } from 'atlas-engine';

/** Number of sublayers in each group of the generated atlas. */
const SUBLAYERS_PER_GROUP = 5;

/**
 * Generates a configuration with `sublayers` sublayers in `files` files, about 500 bytes of YAML
 * per sublayer. Each group has a dataset with fields, classes with ten values, a popup and two
 * languages.
 */
export function largeAtlas(sublayers: number, files = 20): ConfigFolder {
  const groups = Math.ceil(sublayers / SUBLAYERS_PER_GROUP);
  const perFile = Math.ceil(groups / files);
  const made: SourceFile[] = [{ path: 'atlas.yaml', text: ENTRY }];
  for (let first = 0; first < groups; first += perFile) {
    const numbers = Array.from({ length: Math.min(perFile, groups - first) }, (_, i) => first + i);
    made.push({ path: `groups/part-${first / perFile}.yaml`, text: fileOf(numbers) });
  }
  return { files: made, assets: new Set(['data/areas.geojson']) };
}

const ENTRY = `atlas: 1
id: large
title: { en: A large atlas, fr: Un grand atlas }
locales: { available: [en, fr], default: en, fallback: en, session: fr }
region:
  bounds: [8, -14, 32, 12]
  countries: [{ id: cmr, name: { en: Cameroon, fr: Cameroun } }]
home: { bounds: [8.5, -6, 31.5, 11.2] }
permissions:
  levels:
    - { id: everyone, name: { en: Everyone, fr: Tous } }
    - { id: trusted, name: { en: Trusted, fr: De confiance }, granted: by-operator }
categories:
  - { id: land, order: 10, name: { en: Land, fr: Terre } }
theme:
  tokens: { ink: { light: '#1E2A24', dark: '#EEF2EC' } }
base-layers:
  - id: default
    name: { en: Default, fr: Par défaut }
    ground: light
    sublayers: [{ id: ground, type: background, paint: { background-color: '#F5F2E9' } }]
`;

function fileOf(numbers: readonly number[]): string {
  return [
    'datasets:',
    ...numbers.map(datasetOf),
    'classes:',
    ...numbers.map(classesOf),
    'groups:',
    ...numbers.map(groupOf),
    '',
  ].join('\n');
}

function datasetOf(n: number): string {
  return `  - id: areas-${n}
    geometry: polygon
    permission: { view: everyone, analyse: everyone, download: trusted }
    load: { file: data/areas.geojson }
    fields:
      use: { type: text, label: { en: 'Use ${n}', fr: 'Usage ${n}' } }
      name: { type: text, label: { en: Name, fr: Nom } }
      size: { type: number, unit: { all: ha }, label: { en: Size, fr: Taille } }`;
}

function classesOf(n: number): string {
  const values = Array.from({ length: 10 }, (_, i) => {
    const color = `#${((n * 97 + i * 7919) % 0xffffff).toString(16).padStart(6, '0')}`;
    return `      - { value: use-${i}, color: '${color}', label: { en: 'Use ${i} of ${n}', fr: 'Usage ${i} de ${n}' } }`;
  });
  return `  - id: uses-${n}
    field: use
    values:
${values.join('\n')}
    default: { color: '#309078', label: { en: Other, fr: Autre } }`;
}

function groupOf(n: number): string {
  const id = (i: number): string => `{ id: area-${i}, type: fill, source: areas-${n}`;
  return `  - id: group-${n}
    name: { en: 'Group ${n}', fr: 'Groupe ${n}' }
    category: land
    order: ${n}
    opacity: 0.8
    popup: { title: name, fields: [use, size] }
    sublayers:
      - ${id(0)}, paint: { fill-color: { classes: uses-${n} } } }
      - ${id(1)}, where: { use: [use-1, use-2] }, minzoom: 5, paint: { fill-color: { token: ink }, fill-opacity: 0.${(n % 8) + 1} } }
      - ${id(2)}, filter: ['>', ['get', size], ${n}], paint: { fill-color: { light: '#FFFFFF', dark: '#000000' } } }
      - { id: edge, type: line, source: areas-${n}, paint: { line-color: '#555555', line-width: { by-zoom: { 5: 0.${(n % 9) + 1}, 12: 2 } } } }
      - { id: name, type: symbol, source: areas-${n}, minzoom: 8, layout: { text-field: { field: name }, text-size: 12 }, paint: { text-color: '#1E2A24' } }`;
}
