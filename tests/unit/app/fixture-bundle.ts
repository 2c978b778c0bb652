/** The bundle of an invented archipelago: the public index in the page, and the session part. */
import {
  compilePublicBundles,
  compileSessionPart,
  type AtlasModel,
  type PublicBundle,
} from 'atlas-engine';
import type { BundleIndex, BundlePart, SessionPart, ToolWords } from 'atlas-engine/runtime';
import { loadModel, OPTIONS as SERVER } from '../../build-atlas.ts';

type Locale = 'en' | 'fr';

const ATLAS = `
atlas: 1
id: archipelago
title: { en: Atlas of the Low Archipelago, fr: Atlas de l’Archipel bas }
locales: { available: [fr, en], default: en, fallback: en, session: fr }
region:
  bounds: [-10, -10, 10, 10]
  countries:
    - { id: nor, name: { en: Northern isles, fr: Îles du Nord } }
    - { id: mid, iso2: MI, name: { en: Middle isles, fr: Îles du Milieu } }
    - { id: sud, name: { en: Southern isles, fr: Îles du Sud } }
home: { bounds: [-8, -6, 8, 6] }
permissions:
  levels:
    - { id: everyone, name: { en: Everyone, fr: Tous } }
    - { id: crew, name: { en: Crew, fr: Équipage }, granted: by-operator }
categories:
  - { id: coast, order: 1, name: { en: Life on the coast, fr: Vie de la côte } }
  - { id: nature, order: 2, name: { en: Land and water, fr: Terre et eau } }
theme:
  fonts: [Noto Sans]
  tokens:
    canopy: { light: '#1f5b43', dark: '#7cc3a0' }
    paper: { light: '#fbfaf6', dark: '#14201b' }
overlays:
  selection: { color: '#a94a22', width: 3, casing: { color: '#ffffff', width: 6 } }
tools:
  analyse: { permission: everyone }
  import: { permission: everyone }
attribution: [{ text: { all: The archipelago’s atlas }, url: 'https://atlas.example.org' }]
base-layers:
  - id: chart
    order: 1
    name: { en: Chart, fr: Carte marine }
    ground: light
    attribution: [{ text: { all: Archipelago charts } }]
    sublayers: [{ id: sea, type: background, paint: { background-color: '#dae5ea' } }]
  - id: night
    order: 2
    name: { en: Night, fr: Nuit }
    ground: dark
    sublayers: [{ id: sea, type: background, paint: { background-color: '#0d1618' } }]
classes:
  - id: cover
    field: cover
    values:
      - { value: forest, color: '#43a09f', label: { en: Forest, fr: Forêt } }
      - { value: fields, color: '#daa024', label: { en: Fields, fr: Champs } }
      - { value: heath, color: '#703a78', label: { en: Heath, fr: Lande } }
    default: none
  - { id: depth, unit: { all: m }, ramp: [[0, '#f1f3e4'], [50, '#8fbf8f'], [100, '#1e5e3a']] }
terms:
  - id: landowners
    name: { en: Rules of the landowners, fr: Règles des propriétaires }
    text: { en: Do not pass the data on., fr: Ne transmettez pas les données. }
    restricted: false
datasets:
  - id: harbours
    geometry: point
    permission: everyone
    demo: true
    load: { file: data/harbours.geojson }
    fields: &fields
      name: { type: text, label: { en: Name, fr: Nom } }
      boats: { type: integer, unit: { en: boats, fr: bateaux }, label: { en: Boats, fr: Bateaux } }
      founded: { type: date, label: { en: Founded, fr: Fondé } }
      keeper: { type: text, label: { en: Keeper, fr: Gardien } }
      flags: { type: list, label: { en: Flags, fr: Pavillons } }
    info:
      description: { en: 'Harbours counted from **the sea**.', fr: 'Ports comptés depuis **la mer**.' }
      provider: { all: Archipelago survey }
      date: 2024-05
      licence: { terms: landowners }
  - { id: wrecks, geometry: point, permission: crew, demo: true, load: { file: data/wrecks.geojson }, fields: *fields }
  - id: land
    geometry: polygon
    permission: everyone
    load: { file: data/land.geojson }
    fields:
      name: { type: text, label: { en: Name, fr: Nom } }
      cover: { type: text, label: { en: Cover, fr: Couverture } }
      area: { type: number, unit: { all: km² }, label: { en: Area, fr: Surface } }
  - { id: depth, geometry: raster, permission: everyone, load: { file: data/depth.tif }, feeds: { wms: depth } }
groups:
  - id: harbours
    aliases: [ports]
    name: { en: Harbours, fr: Ports }
    category: coast
    order: 1
    checked: true
    info: { licence: CC BY 4.0 }
    popup: { title: name, fields: [boats, founded, keeper, flags] }
    sublayers:
      - { id: point, type: circle, source: harbours, paint: { circle-color: { light: '#b4532a', dark: '#f0915c' }, circle-radius: 6 } }
  - id: wrecks
    name: { en: Wrecks, fr: Épaves }
    category: coast
    order: 2
    coverage: [nor, mid]
    popup: { title: name, fields: [boats, founded, keeper, flags] }
    sublayers: [{ id: point, type: circle, source: wrecks, paint: { circle-color: '#b4532a' } }]
  - id: land
    name: { en: Land cover, fr: Occupation du sol }
    subtitle: { en: From the air, fr: Vue du ciel }
    category: nature
    order: 1
    open: true
    opacity: 0.8
    popup: { title: name, fields: [area] }
    sublayers: [{ id: area, type: fill, source: land, paint: { fill-color: { classes: cover } } }]
  - id: depth
    name: { en: Depth of the sea, fr: Profondeur de la mer }
    category: nature
    order: 2
    coverage: [mid]
    sublayers: [{ id: area, type: raster, source: depth, classes: depth, minzoom: 7 }]
projects:
  - id: delta
    aliases: [old-delta]
    order: 1
    name: { en: The delta, fr: Le delta }
    category: nature
    extent: [1, 1, 4, 3]
    link: { url: 'https://delta.example.org', text: { en: The delta plan, fr: Le plan du delta } }
    groups: [land, wrecks, harbours]
    texts:
      - { en: Paragraph 1 about people who fish where the river meets the sea., fr: Paragraphe 1. }
      - { en: Paragraph 2 about people who fish where the river meets the sea., fr: Paragraphe 2. }
      - { en: Paragraph 3 about people who fish where the river meets the sea., fr: Paragraphe 3. }
`;

const modelOf = (more: string): AtlasModel =>
  loadModel({
    files: [
      { path: 'atlas.yaml', text: ATLAS },
      { path: 'more.yaml', text: more },
    ],
    assets: new Set([
      ...['harbours', 'wrecks', 'land'].map((name) => `data/${name}.geojson`),
      'data/depth.tif',
      'data/globe.pmtiles',
    ]),
  });

const MODEL = modelOf('');

const modelWith = (more: string): AtlasModel => (more === '' ? MODEL : modelOf(more));

/** The revision is `r1`, and every part is served under it. Each service has a host of its name. */
const OPTIONS = {
  ...SERVER,
  hash: () => 'r1',
  address: (service: string) => `https://${service}.example`,
};

function bundleOf(model: AtlasModel, locale: Locale): PublicBundle {
  return compilePublicBundles(model, OPTIONS).byLocale[locale]!;
}

/** Returns the public index; `more` is YAML that is added to the archipelago. */
export function fixtureIndex(locale: Locale = 'en', more = ''): BundleIndex {
  return bundleOf(modelWith(more), locale).index;
}

export function fixturePart(
  category: 'coast' | 'nature',
  locale: Locale = 'en',
  more = '',
): BundlePart {
  return bundleOf(modelWith(more), locale).parts.find(({ part }) => part.category === category)!
    .part;
}

export function fixtureToolWords(locale: Locale): ToolWords {
  return bundleOf(MODEL, locale).toolWords;
}

/** Returns the session part for visitors of the level `crew`. */
export function fixtureSession(locale: Locale = 'en'): SessionPart {
  return compileSessionPart(MODEL, MODEL.levels[1]!, 'r1', { ...OPTIONS, locale });
}
