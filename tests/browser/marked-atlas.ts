/** An atlas in English and a third language, in which every text is enclosed in marks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGLISH, treeOf, WORD_NAMES, type WordEntry, type WrittenWord } from 'atlas-engine';

/** Lingala, the third language. The platform knows its numbers, dates and plural forms. */
export const LANGUAGE = 'ln';

/** Returns a text in the third language: the English one in marks. */
export function mark(text: string): string {
  return `⟦${text}⟧`;
}

/** Returns the words of a text outside the marks, except `known` names. */
export function unmarked(text: string, known: readonly string[] = []): string[] {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  const words = rest.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => !known.includes(word));
}

/** Returns the words of the interface in the third language, without the omitted ones. */
export function markedInterface(without: readonly string[] = []): string {
  const entries = WORD_NAMES.filter((name) => !without.includes(name)).map((name): WordEntry => {
    const word: WrittenWord = ENGLISH[name];
    if (typeof word === 'string') return [name, mark(word)];
    return [name, { one: mark(word.one ?? word.other), other: mark(word.other) }];
  });
  // JSON is YAML.
  return `interface: ${JSON.stringify(treeOf(entries))}\n`;
}

/** An atlas in YAML. `~Name~` is a text in both languages. */
export const ATLAS = `
atlas: 1
id: marked
title: ~Atlas of wells~
locales: { available: [en, ${LANGUAGE}], default: en, fallback: en, session: en }
region:
  bounds: [0, 0, 20, 20]
  countries:
    - { id: aaa, iso3: AAA, name: ~Aland~ }
    - { id: bbb, iso3: BBB, name: ~Bland~ }
    - { id: ccc, iso3: CCC, name: ~Cland~ }
home: { bounds: [1, 1, 9, 9] }
permissions:
  levels:
    - { id: open, name: ~Everyone~ }
    - { id: known, name: ~Known people~, granted: by-operator }
    - { id: account, name: ~Account holders~, granted: by-operator }
categories:
  - { id: water, order: 1, name: ~Water~ }
  - { id: land, order: 2, name: ~Land~ }
attribution: [{ text: ~Office of wells~, url: 'https://wells.example/' }]
base-layers:
  - { id: day, order: 1, name: ~Day~, ground: light, sublayers: [{ id: sea, type: background, paint: { background-color: '#DDEEFF' } }] }
  - { id: night, order: 2, name: ~Night~, ground: dark, sublayers: [{ id: sea, type: background, paint: { background-color: '#102030' } }] }
classes:
  - { id: kinds, field: kind, values: [{ value: dug, color: '#AA3311', label: ~Dug~ }, { value: drilled, color: '#1133AA', label: ~Drilled~ }], default: { color: '#999999', label: ~Other kind~ } }
datasets:
  - id: wells
    geometry: point
    permission: open
    demo: true
    load: { file: data/wells.geojson }
    feeds: { tiles: wells, wms: wells, search: [name] }
    info: { description: ~About the wells~, provider: ~Survey of wells~, date: 2024-03-09, licence: ⟦L-1⟧, citation: ~Survey 2024~, caution: ~Do not drink~, links: [{ text: ~More~, url: 'https://more.example/' }] }
    fields:
      name: { type: text, label: ~Name~ }
      kind: { type: text, label: ~Kind~, values: { classes: kinds } }
      working: { type: boolean, label: ~Working~ }
      depth: { type: number, unit: ~metres~, label: ~Depth~ }
      users: { type: list, label: ~Users~ }
      built: { type: date, label: ~Built~ }
  - { id: plots, geometry: point, permission: known, load: { file: data/plots.geojson }, fields: {} }
  - { id: graves, geometry: point, permission: account, load: { file: data/graves.geojson }, fields: {} }
groups:
  - id: wells
    name: ~Wells~
    subtitle: ~Places with water~
    category: water
    order: 1
    checked: true
    coverage: [aaa, bbb]
    popup: { title: name, fields: [kind, working, depth], sections: [{ heading: ~More about it~, fields: [users, built] }] }
    sublayers: [{ id: dot, type: circle, source: wells, paint: { circle-color: { classes: kinds }, circle-radius: 12 } }]
  - { id: deep, name: ~Deep wells~, category: water, coverage: [aaa], sublayers: [{ id: dot, type: circle, source: wells, minzoom: 12, label: ~Deep~, paint: { circle-color: '#000000' } }] }
  - { id: plots, name: ~Plots~, category: land, sublayers: [{ id: dot, type: circle, source: plots, paint: { circle-color: '#00AA00' } }] }
  - { id: graves, name: ~Graves~, category: land, sublayers: [{ id: dot, type: circle, source: graves, paint: { circle-color: '#00AA00' } }] }
projects:
  - { id: bay, name: ~The bay~, texts: [~The first story of the bay~, ~The second story of the bay~], extent: [1, 1, 9, 9], groups: [wells] }
`;

const WELLS = [
  [5, 5, 'dug', 'OUI', '1200.5', '2019-05-02'],
  [5, 5, 'drilled', mark('No').toLowerCase(), '40', '2021'],
  [7, 6, 'dug', '0', '3', '2020-11'],
].map(([x, y, kind, working, depth, built], i) => ({
  type: 'Feature',
  properties: {
    name: mark(`Well ${i}`),
    users: [mark('Village'), mark('Clinic')],
    kind,
    working,
    depth,
    built,
  },
  geometry: { type: 'Point', coordinates: [x, y] },
}));

/** Writes the configuration; `without` are words that are missing in the third language. */
export function writeMarkedAtlas(dir: string, without: readonly string[] = []): void {
  const files = {
    'atlas.yaml': ATLAS.replace(
      /~([^~]+)~/g,
      (_, text: string) => `{ en: '${text}', ${LANGUAGE}: '${mark(text)}' }`,
    ),
    [`locales/${LANGUAGE}.yaml`]: markedInterface(without),
    ...Object.fromEntries(
      ['wells', 'plots', 'graves'].map((name) => [
        `data/${name}.geojson`,
        JSON.stringify({ type: 'FeatureCollection', features: WELLS }),
      ]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}
