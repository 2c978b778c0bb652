import { sidesOf, within, writtenBounds, type Bounds } from '../geography/geometry.ts';
import { SCHEMA } from './project-files.ts';
import type { Town, Words, WorldCountry } from './read-world.ts';

/** A language of the interface. */
export type Language = keyof Words;

/** What a new atlas is about. */
export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly languages: readonly Language[];
  readonly bounds: Bounds;
  readonly countries: readonly WorldCountry[];
  /** Largest first. */
  readonly towns: readonly Town[];
}

const HEAD = `# yaml-language-server: $schema=../${SCHEMA}\n`;
/** Side of the project's extent, as a share of the region. */
const EXTENT = 0.4;

/** Returns the files of the configuration folder, by their paths in it. */
export function atlasFiles(plan: Plan): Record<string, string> {
  const { languages, towns } = plan;
  const about = languages.map((language) => [
    `texts/first-project.${language}.md`,
    `${PROJECT_TEXT[language]}\n`,
  ]);
  return {
    'atlas.yaml': HEAD + entry(plan),
    'base.yaml': HEAD + base(inLanguages(languages)),
    'boundaries.yaml': HEAD + boundaries(languages),
    'towns.yaml': HEAD + townLayer(inLanguages(languages), towns),
    'first-project.yaml': HEAD + project(plan),
    ...(Object.fromEntries(about) as Record<string, string>),
    'data/towns.csv': townTable(plan),
  };
}

type Say = (words: Words) => string;

/** Returns a function that writes a text in the languages of the atlas, for YAML. */
const inLanguages =
  (languages: readonly Language[]): Say =>
  (words) =>
    `{ ${languages.map((language) => `${language}: ${JSON.stringify(words[language])}`).join(', ')} }`;

function entry({ id, title, languages, bounds, countries }: Plan): string {
  const say = inLanguages(languages);
  const list = countries.map(
    ({ iso2, iso3, name }) =>
      `    - { id: ${iso3.toLowerCase()}, iso2: "${iso2}", iso3: "${iso3}", name: ${say(name)} }`,
  );
  return `atlas: 1 # the version of the language
id: ${id}
title: { all: ${JSON.stringify(title)} }
locales: { available: [${languages.join(', ')}], default: ${languages[0]!}, fallback: ${languages[0]!} }
region:
  bounds: [${writtenBounds(bounds)}] # west, south, east, north
  countries:
${list.join('\n')}
home: { bounds: [${writtenBounds(bounds)}] } # what the map shows first
permissions:
  levels: # add levels for data that not everyone may see
    - { id: everyone, name: ${say({ en: 'Everyone', fr: 'Tout le monde' })} }
categories: # headings of the layer list
  - { id: places, order: 10, name: ${say({ en: 'Places', fr: 'Lieux' })} }
  - { id: projects, order: 20, name: ${say({ en: 'Projects', fr: 'Projets' })} }
  - { id: reference, order: 30, name: ${say({ en: 'Reference', fr: 'Repères' })} }
`;
}

const base = (
  say: Say,
): string => `# The base map, cut for the region out of public data: data/base/PROVENANCE.md.
theme:
  fonts: [Noto Sans]
  tokens: # colours of the interface
    canopy: { light: '#1F5B43', dark: '#7CC3A0' } # buttons, tabs, links

sources: # files that only the map reads
  - id: base-map
    type: geojson
    file: data/base/base.geojson
    fields: { kind: text, iso3: text, part: text }
  - id: country-names
    type: geojson
    file: data/base/names.geojson
    fields: { name_en: text, name_fr: text }
  - { id: relief, type: raster-dem, file: data/base/relief.pmtiles, encoding: terrarium }

base-layers:
  - id: plain
    name: ${say({ en: 'Plain', fr: 'Sobre' })}
    ground: light
    sublayers:
      - { id: sea, type: background, paint: { background-color: '#CFDFE8' } }
      - { id: around, type: fill, source: base-map, where: { part: outside }, paint: { fill-color: '#EFECE3' } }
      - { id: region, type: fill, source: base-map, where: { part: inside }, paint: { fill-color: '#F8F6EF' } }
      - id: lakes
        label: ${say({ en: 'Lake', fr: 'Lac' })}
        type: fill
        source: base-map
        where: { kind: lake }
        paint: { fill-color: '#A9C8D9' }
      - id: rivers
        label: ${say({ en: 'River', fr: 'Fleuve ou rivière' })}
        type: line
        source: base-map
        where: { kind: river }
        paint: { line-color: '#8FB5CB', line-width: { by-zoom: { 3: 0.4, 8: 1.6 } } }

hillshade: { source: relief, checked: false, exaggeration: 0.4 }

attribution:
  - { text: { all: Natural Earth }, url: 'https://www.naturalearthdata.com' }
  - { text: { all: GeoNames (CC BY 4.0) }, url: 'https://www.geonames.org' }
  - { text: { all: NASA Visible Earth }, url: 'https://visibleearth.nasa.gov' }
`;

function boundaries(languages: readonly Language[]): string {
  const say = inLanguages(languages);
  return `# Borders, coasts and names of countries: a layer, so that visitors can switch them off.
groups: # entries of the layer list
  - id: boundaries
    name: ${say({ en: 'Borders and names', fr: 'Frontières et toponymes' })}
    category: reference
    checked: true
    base-map: true
    sublayers:
      - id: coast
        label: ${say({ en: 'Coast', fr: 'Côte' })}
        type: line
        source: base-map
        where: { kind: coast }
        paint: { line-color: '#9FB9C6', line-width: 0.8 }
      - id: border
        label: ${say({ en: 'Border', fr: 'Frontière' })}
        type: line
        source: base-map
        where: { kind: border }
        paint: { line-color: '#7A6F66', line-width: { by-zoom: { 3: 0.6, 8: 1.6 } } }
      - id: name
        type: symbol
        source: country-names
        layout:
          text-field: { by-language: name, fallback: name_${languages[0]!} }
          text-size: { by-zoom: { 3: 11, 7: 16 } }
          text-letter-spacing: 0.08
        paint: { text-color: '#55635B', text-halo-color: '#FFFFFF', text-halo-width: 1.4 }
        legend: none
`;
}

const townLayer = (
  say: Say,
  towns: readonly Town[],
): string => `# A dataset, the classes of one of its fields, and the layer that shows it. To add one of your own:
#   npx atlas new layer my-data.geojson
datasets: # data on the server
  - id: towns
    geometry: point
    permission: everyone
    load: { file: data/towns.csv }${towns.length === 0 ? '\n    allow-empty: true # no town of the source is here' : ''}
    fields:
      name: { type: text, label: ${say({ en: 'Name', fr: 'Nom' })} }
      country: { type: text, label: ${say({ en: 'Country', fr: 'Pays' })} }
      kind: { type: text, values: { classes: town-kinds }, label: ${say({ en: 'Kind', fr: 'Type' })} }
      population: { type: integer, label: ${say({ en: 'Inhabitants', fr: 'Habitants' })} }
    feeds: { tiles: { name: towns }, search: [name], analysis: true, download: true }
    info:
      description: ${say({ en: 'The largest towns of the region.', fr: 'Les plus grandes villes de la région.' })}
      provider: { all: GeoNames }
      links: [{ url: 'https://www.geonames.org', text: { all: GeoNames } }]
      licence: CC-BY-4.0

classes: # colours and labels of the values of a field
  - id: town-kinds
    field: kind
    values:
${townClasses(say, towns)}

groups:
  - id: towns
    name: ${say({ en: 'Towns', fr: 'Villes' })}
    category: places
    checked: true
    popup: { title: name, fields: [kind, country, population] }
    sublayers:
      - id: point
        type: circle
        source: towns
        paint:
          circle-color: { classes: town-kinds }
          circle-radius: { by-zoom: { 3: 2, 6: 5, 12: 9 } }
          circle-stroke-color: '#FFFFFF'
          circle-stroke-width: 1
      - id: name
        type: symbol
        source: towns
        layout:
          text-field: { field: name }
          text-size: 12
          text-variable-anchor: [top, bottom, left, right]
          text-radial-offset: 0.7
          symbol-sort-key: ['-', 0, [coalesce, [get, population], 0]]
        paint: { text-color: '#202427', text-halo-color: '#FFFFFF', text-halo-width: 1.4 }
        legend: none
`;

function project({ languages, bounds, towns }: Plan): string {
  const say = inLanguages(languages);
  // A project is on one side of 180 degrees.
  const sides = sidesOf(bounds);
  const side = sides.find((each) => towns[0] && within(towns[0].at, each)) ?? sides[0]!;
  const [west, south, east, north] = side;
  const [width, height] = [east - west, north - south].map((side) => side * EXTENT);
  const [lng, lat] = towns[0]?.at ?? [(west + east) / 2, (south + north) / 2];
  const left = Math.min(Math.max(lng - width! / 2, west), east - width!);
  const low = Math.min(Math.max(lat - height! / 2, south), north - height!);
  const extent = [left, low, left + width!, low + height!].map((at) => Number(at.toFixed(3)));
  return `# A project: a text about an area, with its layers. The text is in texts/.
projects:
  - id: first-project
    category: projects
    name: ${say({ en: 'A first project', fr: 'Un premier projet' })}
    texts: [{ file: texts/first-project }]
    extent: [${extent.join(', ')}] # west, south, east, north
    groups: [towns]
`;
}

const PROJECT_TEXT: Words = {
  en: 'Write here what the project is about. This text is in `atlas.config/texts/first-project.en.md`, and the extent of the project in `atlas.config/first-project.yaml`.',
  fr: 'Décrivez ici le projet. Ce texte se trouve dans `atlas.config/texts/first-project.fr.md`, et l’emprise du projet dans `atlas.config/first-project.yaml`.',
};

const KINDS = {
  capital: { color: '#8E2F1B', label: { en: 'Capital', fr: 'Capitale' } },
  seat: { color: '#B4532A', label: { en: 'Seat of a province', fr: 'Chef-lieu de province' } },
  town: { color: '#C79A6B', label: { en: 'Town', fr: 'Ville' } },
} as const;

const kindOf = ({ capital }: Town): keyof typeof KINDS =>
  capital === 2 ? 'capital' : capital === 4 ? 'seat' : 'town';

/** Returns the classes of the towns; without towns, all. */
function townClasses(say: Say, towns: readonly Town[]): string {
  const found = new Set(towns.map(kindOf));
  return Object.entries(KINDS)
    .filter(([kind]) => towns.length === 0 || found.has(kind as keyof typeof KINDS))
    .map(
      ([kind, { color, label }]) =>
        `      - { value: ${kind}, color: '${color}', label: ${say(label)} }`,
    )
    .join('\n');
}

function townTable({ languages, countries, towns }: Plan): string {
  const names = new Map(countries.map(({ iso2, name }) => [iso2, name[languages[0]!]]));
  const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = towns.map((town) =>
    [
      quote(town.name),
      quote(names.get(town.iso2) ?? town.iso2),
      kindOf(town),
      town.population > 0 ? town.population : '',
      ...town.at,
    ].join(','),
  );
  return ['name,country,kind,population,longitude,latitude', ...rows, ''].join('\n');
}
