import type { Bounds, Point } from '../../cli/geography/geometry.ts';
import type { Name } from './names.ts';

/** A river, with its importance on the map: 1 for the Congo to 5 for a stream. */
export interface River {
  readonly id: string;
  readonly name: Name;
  readonly rank: 1 | 2 | 3 | 4 | 5;
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
const KWANGO = river('kwango', 'Kwango', 'Kwango', 3);
const BENUE = river('benue', 'Benue', 'Bénoué', 3);

/** The rivers of Natural Earth, by the name there, or by `rivernum` for a river without a name. */
export const RIVERS: ReadonlyMap<string, River> = new Map<string, River>([
  ['Congo', CONGO],
  ['Lualaba', LUALABA],
  ['Ubangi', UBANGI],
  ['Uele', UELE],
  ['Sangha', SANGHA],
  ['Bénoué', BENUE],
  ['Benue', BENUE],
  ['Bomu', river('mbomou', 'Mbomou', 'Mbomou', 3)],
  ['Kibali', river('kibali', 'Kibali', 'Kibali', 4)],
  ['Kotto', river('kotto', 'Kotto', 'Kotto', 4)],
  ['Chinko', river('chinko', 'Chinko', 'Chinko', 5)],
  ['Kadéï', river('kadei', 'Kadéï', 'Kadéï', 4)],
  ['Dja', river('dja', 'Dja', 'Dja', 4)],
  ['Lobaye', river('lobaye', 'Lobaye', 'Lobaye', 4)],
  ['Lua', river('lua', 'Lua', 'Lua', 5)],
  ['Kasai', river('kasai', 'Kasai', 'Kasaï', 2)],
  ['Kwango', KWANGO],
  ['Kwilu', river('kwilu', 'Kwilu', 'Kwilu', 4)],
  ['Sankuru', river('sankuru', 'Sankuru', 'Sankuru', 3)],
  ['Fimi', river('fimi', 'Fimi', 'Fimi', 4)],
  ['Lukenie', river('lukenie', 'Lukenie', 'Lukenie', 4)],
  ['Lokoro', river('lokoro', 'Lokoro', 'Lokoro', 5)],
  ['Tshuapa', river('tshuapa', 'Tshuapa', 'Tshuapa', 4)],
  ['Busira', river('busira', 'Busira', 'Busira', 4)],
  ['Ruki', river('ruki', 'Ruki', 'Ruki', 4)],
  ['Lomami', river('lomami', 'Lomami', 'Lomami', 3)],
  ['Aruwimi', river('aruwimi', 'Aruwimi', 'Aruwimi', 3)],
  ['Ituri', river('ituri', 'Ituri', 'Ituri', 4)],
  ['Mongala', river('mongala', 'Mongala', 'Mongala', 5)],
  ['Ebola', river('ebola', 'Ebola', 'Ebola', 5)],
  ['Alima', river('alima', 'Alima', 'Alima', 4)],
  ['Luvua', river('luvua', 'Luvua', 'Luvua', 4)],
  ['Luapula', river('luapula', 'Luapula', 'Luapula', 4)],
  ['906', river('luapula', 'Luapula', 'Luapula', 4)],
  ['Chambeshi', river('chambeshi', 'Chambeshi', 'Chambeshi', 4)],
  ['Lukuga', river('lukuga', 'Lukuga', 'Lukuga', 5)],
  ['Lufira', river('lufira', 'Lufira', 'Lufira', 5)],
  ['Inkisi', river('inkisi', 'Inkisi', 'Inkisi', 5)],
  ['Sanaga', river('sanaga', 'Sanaga', 'Sanaga', 3)],
  ['Mbam', river('mbam', 'Mbam', 'Mbam', 4)],
  ['Lom', river('lom', 'Lom', 'Lom', 4)],
  ['980', river('djerem', 'Djérem', 'Djérem', 5)],
  ['Ogooué', river('ogooue', 'Ogooué', 'Ogooué', 2)],
  ['Ivindo', river('ivindo', 'Ivindo', 'Ivindo', 4)],
  ['Aïna', river('aina', 'Aïna', 'Aïna', 5)],
  ['Ngounie', river('ngounie', 'Ngounié', 'Ngounié', 4)],
  ['Mbini', river('mbini', 'Mbini', 'Mbini', 4)],
  ['Kouilou', river('kouilou', 'Kouilou', 'Kouilou', 4)],
  ['Niari', river('niari', 'Niari', 'Niari', 4)],
  ['Bamingui', river('bamingui', 'Bamingui', 'Bamingui', 4)],
  ['Koukourou', river('koukourou', 'Koukourou', 'Koukourou', 5)],
  ['Ouham', river('ouham', 'Ouham', 'Ouham', 4)],
  ['Chari', river('chari', 'Chari', 'Chari', 3)],
  ['Bahr Aouk', river('bahr-aouk', 'Bahr Aouk', 'Bahr Aouk', 4)],
  ['Aoukalé', river('aoukale', 'Aoukalé', 'Aoukalé', 5)],
  ['Logone', river('logone', 'Logone', 'Logone', 4)],
  ['Vina', river('vina', 'Vina', 'Vina', 5)],
  ['Semliki', river('semliki', 'Semliki', 'Semliki', 5)],
  ['Rusizi', river('rusizi', 'Ruzizi', 'Ruzizi', 5)],
  ['Kagera', river('kagera', 'Kagera', 'Kagera', 4)],
  ['Victoria Nile', river('victoria-nile', 'Victoria Nile', 'Nil Victoria', 4)],
  ['Albert Nile', river('albert-nile', 'Albert Nile', 'Nil Albert', 4)],
  ['Bahr el Jebel', river('bahr-el-jebel', 'Bahr el Jebel', 'Bahr el-Djebel', 3)],
  ['Bahr el  Zeraf', river('bahr-ez-zeraf', 'Bahr ez Zeraf', 'Bahr ez-Zeraf', 4)],
  ['El Bahr el Abyad', river('white-nile', 'White Nile', 'Nil Blanc', 2)],
  ['El Bahr el Azraq', river('blue-nile', 'Blue Nile', 'Nil Bleu', 3)],
  ['Abay', river('abay', 'Abay', 'Abbaï', 3)],
  ['Nile', river('nile', 'Nile', 'Nil', 2)],
  ['Sobat', river('sobat', 'Sobat', 'Sobat', 4)],
  ['Pibor', river('pibor', 'Pibor', 'Pibor', 5)],
  ['Akobo', river('akobo', 'Akobo', 'Akobo', 5)],
  ['Atbara', river('atbara', 'Atbara', 'Atbara', 4)],
  ['Setit', river('setit', 'Setit', 'Setit', 5)],
  ['Tekeze', river('tekeze', 'Tekeze', 'Tekezé', 5)],
  ['Niger', river('niger', 'Niger', 'Niger', 2)],
  ['Kaduna', river('kaduna', 'Kaduna', 'Kaduna', 4)],
  ['Mariga', river('mariga', 'Mariga', 'Mariga', 5)],
  ['Sokoto', river('sokoto', 'Sokoto', 'Sokoto', 4)],
  ['Gongola', river('gongola', 'Gongola', 'Gongola', 5)],
  ['Hadejia', river('hadejia', 'Hadejia', 'Hadejia', 5)],
  ['Bunga', river('bunga', 'Bunga', 'Bunga', 5)],
  ['Komadugu Yobe', river('komadugu-yobe', 'Komadugu Yobe', 'Komadougou Yobé', 5)],
  ['Zambezi', river('zambezi', 'Zambezi', 'Zambèze', 2)],
  ['Kabompo', river('kabompo', 'Kabompo', 'Kabompo', 4)],
  ['Dongwe', river('dongwe', 'Dongwe', 'Dongwe', 5)],
  ['Lungwebungu', river('lungwebungu', 'Lungwebungu', 'Lungwebungu', 5)],
  ['Kafue', river('kafue', 'Kafue', 'Kafue', 3)],
  ['Luangwa', river('luangwa', 'Luangwa', 'Luangwa', 4)],
  ['Cuando', river('cuando', 'Cuando', 'Cuando', 4)],
  ['Linyanti', river('linyanti', 'Linyanti', 'Linyanti', 4)],
  ['Chobe', river('chobe', 'Chobe', 'Chobe', 4)],
  ['Cuito', river('cuito', 'Cuito', 'Cuito', 5)],
  ['Cubango', river('cubango', 'Cubango', 'Cubango', 4)],
  ['Cunene', river('cunene', 'Cunene', 'Cunene', 4)],
  ['Cuanza', river('cuanza', 'Cuanza', 'Cuanza', 4)],
  ['Lucala', river('lucala', 'Lucala', 'Lucala', 5)],
  ['Malagarasi', river('malagarasi', 'Malagarasi', 'Malagarasi', 5)],
  ['Gombe', river('gombe', 'Gombe', 'Gombe', 5)],
  ['Igombe', river('igombe', 'Igombe', 'Igombe', 5)],
  ['Ugalla', river('ugalla', 'Ugalla', 'Ugalla', 5)],
  ['Shama', river('shama', 'Shama', 'Shama', 5)],
  ['Rungwa', river('rungwa', 'Rungwa', 'Rungwa', 5)],
  ['Great Ruaha', river('great-ruaha', 'Great Ruaha', 'Grand Ruaha', 5)],
  ['Rufiji', river('rufiji', 'Rufiji', 'Rufiji', 4)],
  ['Luwegu', river('luwegu', 'Luwegu', 'Luwegu', 5)],
  ['Wami', river('wami', 'Wami', 'Wami', 5)],
  ['Pangani', river('pangani', 'Pangani', 'Pangani', 5)],
  ['Tana', river('tana', 'Tana', 'Tana', 4)],
  ['581', river('tana', 'Tana', 'Tana', 4)],
  ['Ruvuma', river('ruvuma', 'Ruvuma', 'Rovuma', 4)],
  ['Lúrio', river('lurio', 'Lúrio', 'Lúrio', 4)],
  ['Ligonha', river('ligonha', 'Ligonha', 'Ligonha', 5)],
  ['Licungo', river('licungo', 'Licungo', 'Licungo', 5)],
  ['Shire', river('shire', 'Shire', 'Shiré', 4)],
  ['Mazoe', river('mazoe', 'Mazowe', 'Mazowe', 5)],
  ['Gwayi', river('gwayi', 'Gwayi', 'Gwayi', 5)],
  ['Omo', river('omo', 'Omo', 'Omo', 4)],
  ['Awash', river('awash', 'Awash', 'Aouache', 5)],
  ['Genale', river('genale', 'Genale', 'Genale', 5)],
  ['Shebele', river('shebele', 'Shebele', 'Chébéli', 5)],
  ['Kangen', river('kangen', 'Kangen', 'Kangen', 5)],
  ['Volta', river('volta', 'Volta', 'Volta', 4)],
  ['Mouhoun', river('black-volta', 'Black Volta', 'Volta Noire', 4)],
  ['Nakanbé', river('white-volta', 'White Volta', 'Volta Blanche', 4)],
  ['Oti', river('oti', 'Oti', 'Oti', 5)],
  ['Ouémé', river('oueme', 'Ouémé', 'Ouémé', 5)],
  ['Ogun', river('ogun', 'Ogun', 'Ogun', 5)],
]);

/** Parts of a river that has only one name in Natural Earth: the points within a box. */
export const RENAMED: readonly {
  readonly of: string;
  readonly within: Bounds;
  readonly as: River;
}[] = [
  // The Ubangi begins at Yakoma, where the Mbomou and the Uele meet.
  { of: 'Uele', within: [18.5, 3.5, 22.43, 5.5], as: UBANGI },
  // Below Nola, where the Mambéré joins the Kadéï.
  { of: 'Kadéï', within: [15.9, 1.6, 16.3, 3.53], as: SANGHA },
  // Below Moloundou, where the Boumba joins the Dja.
  { of: 'Dja', within: [15.2, 1.6, 16.1, 2.2], as: river('ngoko', 'Ngoko', 'Ngoko', 4) },
  // Below Bandundu, where the Kwilu joins the Kwango.
  { of: 'Kwilu', within: [17.2, -3.369, 17.5, -3.1], as: KWANGO },
  { of: 'Congo', within: [26, -8.3, 28, -5.6], as: LUALABA },
];

/**
 * Rivers that the file of Natural Earth 1:10 million cuts at the edge of its box, and the shapes
 * of `africa_50m.json` that continue them.
 */
export const CONTINUED: readonly { readonly name: string; readonly shapes: readonly number[] }[] = [
  { name: 'Nile', shapes: [7, 32, 54, 59] },
  { name: 'Niger', shapes: [6, 53] },
  { name: 'Zambezi', shapes: [16, 76] },
  { name: 'Cubango', shapes: [31, 55] },
  { name: 'Genale', shapes: [35, 37] },
  { name: 'Ruvuma', shapes: [61] },
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
  'bahr-aouk',
  'aoukale',
  'luapula',
  'rusizi',
]);

/** Rivers that flow into the sea. */
export const SEA_RIVERS: ReadonlySet<string> = new Set([
  'congo',
  'cuanza',
  'cunene',
  'genale',
  'kouilou',
  'ligonha',
  'licungo',
  'lurio',
  'mbini',
  'niger',
  'nile',
  'ogooue',
  'ogun',
  'oueme',
  'pangani',
  'rufiji',
  'ruvuma',
  'sanaga',
  'tana',
  'volta',
  'wami',
  'zambezi',
]);

/**
 * A river that is drawn through areas of wide water, along guide points in downstream or upstream
 * order.
 */
export interface TracedRiver extends River {
  readonly through: readonly Point[];
}

/** Rivers that are missing in Natural Earth 1:10 million, but visible as areas of wide water. */
export const TRACED_RIVERS: readonly TracedRiver[] = [
  {
    ...river('lulua', 'Lulua', 'Lulua', 4),
    through: [
      [21.05, -5.1],
      [22.45, -6.05],
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
    ...river('lowa', 'Lowa', 'Lowa', 5),
    through: [
      [25.8, -1.37],
      [27.2, -1.38],
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
];
