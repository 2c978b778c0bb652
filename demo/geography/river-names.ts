import type { Point } from '../../cli/geography/geometry.ts';
import type { Name } from './names.ts';

/** A river, with its importance on the map: 1 for the Congo to 5 for a stream. */
export interface River {
  readonly id: string;
  readonly name: Name;
  readonly rank: 1 | 2 | 3 | 4 | 5;
}

/** A part of a line in Natural Earth, where lines have numbers, with the name of the river. */
export interface NamedStretch extends River {
  /** Index of the shape among `rivers` of `africa_50m.json`. */
  readonly shape: number;
  /** Index of the line, for a shape with several lines. The default is all lines. */
  readonly chain?: number;
  /** The end of the part is the point of the line that is nearest to this point. */
  readonly before?: Point;
  /** The beginning of the part is the point of the line that is nearest to this point. */
  readonly after?: Point;
}

const river = (id: string, en: string, fr: string, rank: River['rank']): River => ({
  id,
  name: { en, fr },
  rank,
});

const CONGO = river('congo', 'Congo', 'Congo', 1);
const LUALABA = river('lualaba', 'Lualaba', 'Lualaba', 2);
const UBANGI = river('ubangi', 'Ubangi', 'Oubangui', 2);
const UELE = river('uele', 'Uele', 'Uele', 3);
const SANGHA = river('sangha', 'Sangha', 'Sangha', 3);
const BENUE = river('benue', 'Benue', 'Bénoué', 3);
const BAMINGUI = river('bamingui', 'Bamingui', 'Bamingui', 4);
const BAHR_EL_JEBEL = river('bahr-el-jebel', 'Bahr el Jebel', 'Bahr el-Djebel', 3);
const SEMLIKI = river('semliki', 'Semliki', 'Semliki', 5);
const YAKOMA: Point = [22.4, 4.1];
const NOLA: Point = [16.05, 3.52];

/**
 * The rivers of Natural Earth 1:50 million in the region. The package does not contain their names.
 */
export const NAMED_STRETCHES: readonly NamedStretch[] = [
  { ...LUALABA, shape: 30, chain: 0 },
  { ...CONGO, shape: 30, chain: 1 },
  { ...LUALABA, shape: 47 },
  { ...LUALABA, shape: 48 },
  { ...UBANGI, shape: 71 },
  { ...UBANGI, shape: 72, after: YAKOMA },
  { ...UELE, shape: 72, before: YAKOMA },
  { ...river('kibali', 'Kibali', 'Kibali', 4), shape: 42 },
  { ...river('kadei', 'Kadéï', 'Kadéï', 4), shape: 38, before: NOLA },
  { ...SANGHA, shape: 38, after: NOLA },
  { ...SANGHA, shape: 63 },
  { ...river('kasai', 'Kasai', 'Kasaï', 2), shape: 41 },
  { ...river('kwango', 'Kwango', 'Kwango', 3), shape: 44 },
  { ...river('tshuapa', 'Tshuapa', 'Tshuapa', 4), shape: 70 },
  { ...river('busira', 'Busira', 'Busira', 4), shape: 27 },
  { ...river('ruki', 'Ruki', 'Ruki', 4), shape: 60 },
  { ...river('sanaga', 'Sanaga', 'Sanaga', 3), shape: 62 },
  { ...river('lom', 'Lom', 'Lom', 4), shape: 46 },
  { ...BENUE, shape: 28 },
  { ...BENUE, shape: 26 },
  { ...BAMINGUI, shape: 43 },
  { ...BAMINGUI, shape: 25 },
  { ...river('ouham', 'Ouham', 'Ouham', 4), shape: 58 },
  { ...river('chari', 'Chari', 'Chari', 3), shape: 29 },
  { ...BAHR_EL_JEBEL, shape: 19 },
  { ...BAHR_EL_JEBEL, shape: 23 },
  { ...BAHR_EL_JEBEL, shape: 24 },
  { ...river('bahr-ez-zeraf', 'Bahr ez Zeraf', 'Bahr ez-Zeraf', 4), shape: 22 },
  { ...river('white-nile', 'White Nile', 'Nil Blanc', 2), shape: 33 },
  { ...river('victoria-nile', 'Victoria Nile', 'Nil Victoria', 4), shape: 74 },
  { ...SEMLIKI, shape: 10 },
  { ...SEMLIKI, shape: 65 },
  { ...river('kagera', 'Kagera', 'Kagera', 4), shape: 40 },
  { ...river('zambezi', 'Zambezi', 'Zambèze', 2), shape: 76 },
  { ...river('kafue', 'Kafue', 'Kafue', 3), shape: 39 },
  { ...river('cuando', 'Cuando', 'Cuando', 4), shape: 31 },
];

/** Rivers that are the border between countries for long stretches. */
export const BORDER_RIVERS: ReadonlySet<string> = new Set([
  'congo',
  'ubangi',
  'mbomou',
  'kwango',
  'kasai',
  'semliki',
  'ngoko',
  'logone',
  'chari',
]);

/** Rivers that flow into the sea. */
export const SEA_RIVERS: ReadonlySet<string> = new Set(['congo', 'ogooue', 'sanaga', 'kouilou']);

/**
 * A river that is drawn through areas of wide water, along guide points in downstream or upstream
 * order.
 */
export interface TracedRiver extends River {
  readonly through: readonly Point[];
}

/** Rivers that are missing in Natural Earth 1:50 million, but visible as areas of wide water. */
export const TRACED_RIVERS: readonly TracedRiver[] = [
  {
    ...river('ogooue', 'Ogooué', 'Ogooué', 2),
    through: [
      [9.05, -1.02],
      [10.3, -0.6],
      [12.25, -0.2],
      [13.55, -1.8],
    ],
  },
  {
    ...river('ivindo', 'Ivindo', 'Ivindo', 4),
    through: [
      [12.25, -0.2],
      [12.9, 0.66],
    ],
  },
  {
    ...river('aruwimi', 'Aruwimi', 'Aruwimi', 3),
    through: [
      [23.6, 1.22],
      [26.1, 1.92],
      [27.75, 1.55],
    ],
  },
  {
    ...river('sankuru', 'Sankuru', 'Sankuru', 3),
    through: [
      [20.4, -4.27],
      [21.4, -3.97],
      [23.06, -4.03],
      [23.5, -5.2],
    ],
  },
  {
    ...river('lulua', 'Lulua', 'Lulua', 4),
    through: [
      [21.05, -5.1],
      [22.45, -6.05],
    ],
  },
  {
    ...river('fimi', 'Fimi', 'Fimi', 4),
    through: [
      [17.05, -3.06],
      [18.2, -2.6],
    ],
  },
  {
    ...river('kwilu', 'Kwilu', 'Kwilu', 4),
    through: [
      [17.35, -3.4],
      [18.9, -5.3],
    ],
  },
  {
    ...river('mbomou', 'Mbomou', 'Mbomou', 3),
    through: [
      [22.5, 4.15],
      [22.8, 4.73],
      [24.2, 4.98],
    ],
  },
  {
    ...river('lulonga', 'Lulonga', 'Lulonga', 4),
    through: [
      [18.35, 0.7],
      [19.7, 1.27],
    ],
  },
  {
    ...river('maringa', 'Maringa', 'Maringa', 4),
    through: [
      [19.7, 1.27],
      [21.2, 0.25],
    ],
  },
  {
    ...river('logone', 'Logone', 'Logone', 4),
    through: [
      [15.1, 10.85],
      [16.55, 8.9],
      [15.8, 7.95],
    ],
  },
  {
    ...river('luvua', 'Luvua', 'Luvua', 4),
    through: [
      [27, -6.78],
      [28.15, -7.4],
      [28.85, -8.45],
    ],
  },
  {
    ...river('lowa', 'Lowa', 'Lowa', 5),
    through: [
      [25.8, -1.37],
      [27.2, -1.38],
    ],
  },
  {
    ...river('mbam', 'Mbam', 'Mbam', 5),
    through: [
      [11.45, 4.45],
      [11.2, 5.2],
    ],
  },
  {
    ...river('kouilou', 'Kouilou', 'Kouilou', 4),
    through: [
      [11.7, -4.45],
      [12.5, -3.5],
    ],
  },
  {
    ...river('alima', 'Alima', 'Alima', 4),
    through: [
      [16.58, -1.57],
      [15.3, -1.1],
    ],
  },
  {
    ...river('likouala-mossaka', 'Likouala-Mossaka', 'Likouala-Mossaka', 5),
    through: [
      [16.84, -1.19],
      [16.63, -0.53],
    ],
  },
  {
    ...river('itimbiri', 'Itimbiri', 'Itimbiri', 4),
    through: [
      [22.75, 2.02],
      [23.89, 2.84],
    ],
  },
  {
    ...river('mongala', 'Mongala', 'Mongala', 5),
    through: [
      [19.9, 1.94],
      [20.77, 2.43],
      [20.8, 3.25],
    ],
  },
  {
    ...river('lopori', 'Lopori', 'Lopori', 5),
    through: [
      [19.75, 1.28],
      [21.4, 1.63],
    ],
  },
  {
    ...river('lomela', 'Lomela', 'Lomela', 5),
    through: [
      [20.8, -0.36],
      [21.9, -1.17],
    ],
  },
  {
    ...river('ulindi', 'Ulindi', 'Ulindi', 5),
    through: [
      [25.93, -1.67],
      [26.63, -2.38],
    ],
  },
  {
    ...river('loange', 'Loange', 'Loange', 5),
    through: [
      [20.08, -4.4],
      [20.17, -5.75],
      [19.57, -6.23],
    ],
  },
  {
    ...river('wamba', 'Wamba', 'Wamba', 5),
    through: [
      [17.25, -4.0],
      [16.98, -4.97],
    ],
  },
  {
    ...river('kotto', 'Kotto', 'Kotto', 5),
    through: [
      [22.06, 4.24],
      [21.76, 4.83],
    ],
  },
  {
    ...river('ngoko', 'Ngoko', 'Ngoko', 4),
    through: [
      [16.06, 1.66],
      [14.9, 2.03],
    ],
  },
  {
    ...river('ngounie', 'Ngounié', 'Ngounié', 5),
    through: [
      [10.33, -0.57],
      [10.68, -1.02],
      [11.03, -1.83],
    ],
  },
];
