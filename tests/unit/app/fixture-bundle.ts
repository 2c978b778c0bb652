import type {
  BundleGroup,
  BundleIndex,
  BundlePart,
  BundleSublayer,
  SessionPart,
} from '../../../engine/runtime.ts';

/** The bundle of an invented archipelago: what a server would inline, and what it would add. */

type Locale = 'en' | 'fr';
const say = (locale: Locale, en: string, fr: string): string => (locale === 'en' ? en : fr);

const fill = (id: string, color: string): BundleSublayer => ({
  id,
  type: 'fill',
  source: 'islands',
  slot: 'fills',
  paint: { 'fill-color': color, 'fill-opacity': 0.5, 'fill-outline-color': '#2b5a4a' },
  layout: {},
  interactive: true,
});

const harbours = (locale: Locale): BundleGroup => ({
  id: 'harbours',
  opacity: 1,
  demo: true,
  sublayers: [
    {
      id: 'point',
      type: 'circle',
      source: 'harbours',
      slot: 'points',
      paint: {
        'circle-color': { 'by-ground': { light: '#b4532a', dark: '#f0915c' } },
        'circle-radius': 6,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1.5,
      },
      layout: {},
      interactive: true,
    },
  ],
  legend: [
    {
      label: say(locale, 'Harbours', 'Ports'),
      symbol: {
        type: 'circle',
        color: { 'by-ground': { light: '#b4532a', dark: '#f0915c' } },
        opacity: 1,
        radius: 5,
        stroke: '#ffffff',
        strokeWidth: 1.5,
      },
    },
  ],
  popup: {
    title: 'name',
    rows: [
      {
        field: 'boats',
        label: say(locale, 'Boats', 'Bateaux'),
        type: 'integer',
        unit: say(locale, 'boats', 'bateaux'),
      },
      { field: 'founded', label: say(locale, 'Founded', 'Fondé'), type: 'date' },
      { field: 'keeper', label: say(locale, 'Keeper', 'Gardien'), type: 'text' },
    ],
    sections: [],
    details: true,
  },
  info: {
    description: [
      {
        type: 'paragraph',
        content: [
          { text: say(locale, 'Harbours counted from ', 'Ports comptés depuis ') },
          { text: say(locale, 'the sea', 'la mer'), strong: true },
          { text: '.' },
        ],
      },
    ],
    provider: 'Archipelago survey',
    date: '2024-05',
    licence: 'CC BY 4.0',
  },
  attribution: [{ text: 'Archipelago survey', url: 'https://survey.example.org' }],
});

const land = (locale: Locale): BundleGroup => ({
  id: 'land',
  opacity: 0.8,
  sublayers: [fill('area', '#43a09f')],
  legend: ['#43a09f', '#daa024', '#703a78'].map((color, index) => ({
    label: [
      say(locale, 'Forest', 'Forêt'),
      say(locale, 'Fields', 'Champs'),
      say(locale, 'Heath', 'Lande'),
    ][index]!,
    symbol: { type: 'fill', color, opacity: 0.7, outline: '#255a57', outlineWidth: 1 },
  })),
  popup: {
    title: 'name',
    rows: [{ field: 'area', label: say(locale, 'Area', 'Surface'), type: 'number', unit: 'km²' }],
    sections: [],
    details: false,
  },
});

const depth = (locale: Locale): BundleGroup => ({
  id: 'depth',
  opacity: 1,
  sublayers: [fill('area', '#5fb98a')].map((sublayer) => ({ ...sublayer, minzoom: 7 })),
  legend: [
    {
      label: say(locale, 'Depth', 'Profondeur'),
      symbol: {
        type: 'ramp',
        stops: [
          [0, '#f1f3e4'],
          [50, '#8fbf8f'],
          [100, '#1e5e3a'],
        ],
        unit: 'm',
      },
    },
  ],
});

const wrecks = (locale: Locale): BundleGroup => ({
  ...harbours(locale),
  id: 'wrecks',
  restricted: true,
  demo: true,
});

const sources = {
  islands: { type: 'geojson', data: '/demo/islands.geojson' },
  harbours: { type: 'geojson', data: '/demo/harbours.geojson', dataset: 'harbours' },
} as const;

export function fixtureIndex(locale: Locale = 'en'): BundleIndex {
  const text = (en: string, fr: string): string => say(locale, en, fr);
  return {
    format: 1,
    revision: 'r1',
    locale,
    locales: {
      available: [
        { id: 'fr', name: 'Français' },
        { id: 'en', name: 'English' },
      ],
      default: 'en',
      fallback: 'en',
      session: 'fr',
    },
    id: 'archipelago',
    title: text('Atlas of the Low Archipelago', 'Atlas de l’Archipel bas'),
    region: {
      bounds: [-10, -10, 10, 10],
      countries: [
        { id: 'nor', name: text('Northern isles', 'Îles du Nord') },
        { id: 'mid', name: text('Middle isles', 'Îles du Milieu') },
        { id: 'sud', name: text('Southern isles', 'Îles du Sud') },
      ],
    },
    home: { bounds: [-8, -6, 8, 6] },
    levels: [{ id: 'crew', name: text('Crew', 'Équipage') }],
    categories: [
      {
        id: 'coast',
        name: text('Life on the coast', 'Vie de la côte'),
        order: 1,
        part: `/atlas/part.coast.r1.${locale}.json`,
        groups: [
          {
            id: 'harbours',
            aliases: ['ports'],
            name: text('Harbours', 'Ports'),
            order: 1,
            checked: true,
            swatch: [harbours(locale).legend[0]!.symbol],
            bounds: [-5, -4, 5, 4],
          },
          {
            id: 'wrecks',
            name: text('Wrecks', 'Épaves'),
            order: 2,
            coverage: ['nor', 'mid'],
            locked: { level: 'crew', granted: 'by-operator' },
          },
        ],
      },
      {
        id: 'nature',
        name: text('Land and water', 'Terre et eau'),
        order: 2,
        part: `/atlas/part.nature.r1.${locale}.json`,
        groups: [
          {
            id: 'land',
            name: text('Land cover', 'Occupation du sol'),
            subtitle: text('From the air', 'Vue du ciel'),
            order: 1,
            swatch: [land(locale).legend[0]!.symbol],
            bounds: [-6, -5, 6, 5],
          },
          {
            id: 'depth',
            name: text('Depth of the sea', 'Profondeur de la mer'),
            order: 2,
            coverage: ['mid'],
            swatch: [depth(locale).legend[0]!.symbol],
            minzoom: 7,
          },
        ],
      },
    ],
    baseLayers: [
      {
        id: 'chart',
        name: text('Chart', 'Carte marine'),
        order: 1,
        ground: 'light',
        maxzoom: 24,
        sublayers: [
          {
            id: 'sea',
            type: 'background',
            slot: 'ground',
            paint: { 'background-color': '#dae5ea' },
            layout: {},
            interactive: false,
          },
          {
            ...fill('ground', '#f5f2e9'),
            slot: 'ground',
            interactive: false,
            paint: { 'fill-color': '#f5f2e9' },
          },
        ],
        attribution: [{ text: 'Archipelago charts' }],
      },
      {
        id: 'night',
        name: text('Night', 'Nuit'),
        order: 2,
        ground: 'dark',
        maxzoom: 24,
        sublayers: [
          {
            id: 'sea',
            type: 'background',
            slot: 'ground',
            paint: { 'background-color': '#0d1618' },
            layout: {},
            interactive: false,
          },
          {
            ...fill('ground', '#17241e'),
            slot: 'ground',
            interactive: false,
            paint: { 'fill-color': '#17241e' },
          },
        ],
      },
    ],
    projects: [
      {
        id: 'delta',
        aliases: ['old-delta'],
        name: text('The delta', 'Le delta'),
        order: 1,
        category: 'nature',
        texts: [1, 2, 3].map((number) => [
          {
            type: 'paragraph',
            content: [
              {
                text: text(
                  `Paragraph ${number} about people who fish where the river meets the sea.`,
                  `Paragraphe ${number} sur les gens qui pêchent là où le fleuve rejoint la mer.`,
                ),
              },
            ],
          },
        ]),
        link: {
          url: 'https://delta.example.org',
          text: text('The delta plan', 'Le plan du delta'),
        },
        bounds: [1, 1, 4, 3],
        groups: ['land', 'wrecks', 'harbours'],
      },
    ],
    sources,
    groups: { harbours: harbours(locale) },
    tokens: {
      canopy: { light: '#1f5b43', dark: '#7cc3a0' },
      paper: { light: '#fbfaf6', dark: '#14201b' },
    },
    fonts: ['Noto Sans'],
    overlays: {
      selection: { color: '#a94a22', width: 3, casing: { color: '#ffffff', width: 6 } },
    },
    attribution: [{ text: 'The archipelago’s atlas', url: 'https://atlas.example.org' }],
    limits: { chunkTimeout: 30_000 },
  };
}

export function fixturePart(category: 'coast' | 'nature', locale: Locale = 'en'): BundlePart {
  return {
    format: 1,
    category,
    groups:
      category === 'coast'
        ? { harbours: harbours(locale) }
        : { land: land(locale), depth: depth(locale) },
    sources,
  };
}

/** What a visitor of the level `crew` receives on top. */
export function fixtureSession(locale: Locale = 'en'): SessionPart {
  return {
    format: 1,
    revision: 's1',
    adds: 'r1',
    levels: ['crew'],
    entries: [
      {
        category: 'coast',
        entry: {
          id: 'wrecks',
          name: say(locale, 'Wrecks', 'Épaves'),
          order: 2,
          coverage: ['nor', 'mid'],
          swatch: [harbours(locale).legend[0]!.symbol],
        },
      },
    ],
    categories: [],
    groups: { wrecks: wrecks(locale) },
    sources: {},
    projects: [],
  };
}
