import type { Point } from '../../cli/geography/geometry.ts';

/** A name in the languages of the atlas. */
export interface Name {
  readonly en: string;
  readonly fr: string;
}

/** The countries of the atlas, ISO 3166 alpha 3. */
export const ATLAS_COUNTRIES: readonly string[] = ['CMR', 'CAF', 'COD', 'COG', 'GAB', 'GNQ'];

/** Short names for the map, where the official form is too long. */
export const SHORT_NAMES: Readonly<Record<string, Name>> = {
  COD: { en: 'DR Congo', fr: 'RD Congo' },
  COG: { en: 'Congo', fr: 'Congo' },
  CAF: { en: 'Central African Republic', fr: 'République centrafricaine' },
  GNQ: { en: 'Equatorial Guinea', fr: 'Guinée équatoriale' },
  CHN: { en: 'China', fr: 'Chine' },
  CZE: { en: 'Czechia', fr: 'Tchéquie' },
  DOM: { en: 'Dominican Republic', fr: 'République dominicaine' },
  FSM: { en: 'Micronesia', fr: 'Micronésie' },
  TZA: { en: 'Tanzania', fr: 'Tanzanie' },
  SSD: { en: 'South Sudan', fr: 'Soudan du Sud' },
  STP: { en: 'São Tomé and Príncipe', fr: 'Sao Tomé‑et‑Principe' },
  CIV: { en: 'Côte d’Ivoire', fr: 'Côte d’Ivoire' },
  GMB: { en: 'Gambia', fr: 'Gambie' },
  LBY: { en: 'Libya', fr: 'Libye' },
  IRN: { en: 'Iran', fr: 'Iran' },
  RUS: { en: 'Russia', fr: 'Russie' },
  KOR: { en: 'South Korea', fr: 'Corée du Sud' },
  PRK: { en: 'North Korea', fr: 'Corée du Nord' },
  SYR: { en: 'Syria', fr: 'Syrie' },
  MDA: { en: 'Moldova', fr: 'Moldavie' },
  MKD: { en: 'North Macedonia', fr: 'Macédoine du Nord' },
  LAO: { en: 'Laos', fr: 'Laos' },
  VEN: { en: 'Venezuela', fr: 'Venezuela' },
  BOL: { en: 'Bolivia', fr: 'Bolivie' },
  PSE: { en: 'Palestine', fr: 'Palestine' },
  TWN: { en: 'Taiwan', fr: 'Taïwan' },
  GBR: { en: 'United Kingdom', fr: 'Royaume-Uni' },
  USA: { en: 'United States', fr: 'États-Unis' },
};

/** Other names by which people look for the countries of the atlas. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  CMR: [],
  CAF: ['CAR', 'RCA', 'Centrafrique'],
  COD: [
    'DRC',
    'RDC',
    'Democratic Republic of the Congo',
    'République démocratique du Congo',
    'Congo-Kinshasa',
  ],
  COG: ['Republic of the Congo', 'République du Congo', 'Congo-Brazzaville'],
  GAB: [],
  GNQ: [],
};

/** The best position of a country's name; the default is the innermost point. */
export const LABEL_POINTS: Readonly<Record<string, Point>> = {
  CMR: [12.5, 5.7],
  CAF: [20.6, 6.75],
  COD: [23.4, -2.5],
  COG: [15.5, -0.5],
  GAB: [11.75, -0.75],
  GNQ: [10.45, 1.62],
  NGA: [8.6, 9.6],
  AGO: [17.6, -11.2],
  UGA: [32.9, 2.4],
  TZA: [34.2, -6.2],
  ZMB: [27.2, -13.6],
  SSD: [29.6, 7.9],
  TCD: [18.4, 12.4],
  RWA: [30.5, -1.95],
  BDI: [30.6, -3.45],
  // west of its island, in the sea
  STP: [4.9, 0.3],
};

/** A sea or a lake, and the position of its name. */
export interface NamedWater {
  readonly id: string;
  readonly name: Name;
  readonly at: Point;
  /** Position of the name at zooms below 4, where a phone shows only a narrow part of the sea. */
  readonly far?: Point;
  readonly class: 'ocean' | 'gulf' | 'lake';
  /** Lowest zoom at which the name is shown. */
  readonly from: number;
  /** The zoom from which it is not shown. */
  readonly to?: number;
}

/**
 * Names of seas, at positions that the panel of a wide screen does not cover, and of the part of a
 * river that is named like a lake.
 */
export const OPEN_WATERS: readonly NamedWater[] = [
  {
    id: 'atlantic-ocean',
    name: { en: 'Atlantic Ocean', fr: 'Océan Atlantique' },
    at: [9, -4.3],
    far: [9.4, -10.5],
    class: 'ocean',
    from: 3,
  },
  {
    id: 'gulf-of-guinea',
    name: { en: 'Gulf of Guinea', fr: 'Golfe de Guinée' },
    at: [5.6, 1.9],
    class: 'gulf',
    from: 4,
  },
  {
    id: 'pool-malebo',
    name: { en: 'Pool Malebo', fr: 'Pool Malebo' },
    at: [15.44, -4.225],
    class: 'lake',
    from: 7.5,
    // Closer, the river is drawn as a line.
    to: 9,
  },
];

/** Names of lakes, at positions in the lake. */
export const LAKES: readonly NamedWater[] = [
  lake('tanganyika', ['Tanganyika', 'Tanganyika'], [29.55, -6.2], 4),
  lake('victoria', ['Victoria', 'Victoria'], [33, -1], 3),
  lake('albert', ['Albert', 'Albert'], [30.9, 1.65], 5.5),
  lake('edward', ['Edward', 'Édouard'], [29.6, -0.35], 6),
  lake('kivu', ['Kivu', 'Kivu'], [29.15, -2], 5.5),
  lake('mweru', ['Mweru', 'Moero'], [28.75, -9], 5),
  lake('mweru-wantipa', ['Mweru Wantipa', 'Mweru Wantipa'], [29.75, -8.7], 7),
  lake('bangweulu', ['Bangweulu', 'Bangwelo'], [29.75, -11.1], 5.5),
  lake('mai-ndombe', ['Mai-Ndombe', 'Mai-Ndombe'], [18.33, -2.1], 5.6),
  lake('tumba', ['Tumba', 'Tumba'], [18.02, -0.8], 6),
  lake('upemba', ['Upemba', 'Upemba'], [26.4, -8.63], 7),
  lake('chad', ['Chad', 'Tchad'], [14.4, 13], 5),
  lake('malawi', ['Malawi', 'Malawi'], [34.55, -12], 4),
  lake('rukwa', ['Rukwa', 'Rukwa'], [32.2, -7.95], 6),
  lake('kyoga', ['Kyoga', 'Kyoga'], [32.9, 1.5], 6),
  lake('george', ['George', 'George'], [30.2, 0], 7),
  {
    id: 'lagdo',
    name: { en: 'Lagdo Reservoir', fr: 'Lac de Lagdo' },
    at: [13.95, 8.9],
    class: 'lake',
    from: 6.5,
  },
  {
    id: 'mbakaou',
    name: { en: 'Mbakaou Reservoir', fr: 'Lac de Mbakaou' },
    at: [12.75, 6.35],
    class: 'lake',
    from: 7.5,
  },
  {
    id: 'bamendjing',
    name: { en: 'Bamendjing Reservoir', fr: 'Lac de Bamendjing' },
    at: [10.55, 5.75],
    class: 'lake',
    from: 7.5,
  },
];

function lake(
  id: string,
  [en, fr]: readonly [en: string, fr: string],
  at: Point,
  from: number,
): NamedWater {
  return { id: `lake-${id}`, name: { en: `Lake ${en}`, fr: `Lac ${fr}` }, at, class: 'lake', from };
}
