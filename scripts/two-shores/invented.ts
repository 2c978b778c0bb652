/** What the example atlas `two-shores` invents to show how an atlas works, marked as such on the map. */
import type { Line, Point } from '../../cli/geography/geometry.ts';

type Season = 'spring' | 'autumn' | 'both';

/** Areas over which birds would pass between the shores, by their corners. */
export const PASSAGES: readonly {
  readonly key: string;
  readonly es: string;
  readonly ar: string;
  readonly season: Season;
  readonly ring: Line;
}[] = [
  {
    key: 'strait',
    es: 'Paso del Estrecho',
    ar: 'معبر المضيق',
    season: 'both',
    ring: [
      [-6.6, 37.4],
      [-5.3, 37.5],
      [-5.1, 36.5],
      [-5.0, 35.6],
      [-5.2, 34.4],
      [-6.6, 34.3],
      [-6.1, 35.5],
      [-6.0, 36.3],
    ],
  },
  {
    key: 'alboran',
    es: 'Paso de Alborán',
    ar: 'معبر البوران',
    season: 'autumn',
    ring: [
      [-3.2, 37.6],
      [-2.1, 37.6],
      [-2.1, 36.6],
      [-2.4, 35.4],
      [-2.4, 34.3],
      [-3.5, 34.3],
      [-3.3, 35.5],
      [-3.0, 36.5],
    ],
  },
  {
    key: 'balearic',
    es: 'Paso de las Baleares',
    ar: 'معبر جزر البليار',
    season: 'spring',
    ring: [
      [2.0, 40.2],
      [3.6, 40.2],
      [3.9, 38.6],
      [4.6, 37.2],
      [4.7, 36.0],
      [3.4, 36.0],
      [3.1, 37.2],
      [2.5, 38.6],
    ],
  },
  {
    key: 'tunisia',
    es: 'Paso del cabo Bon',
    ar: 'معبر الرأس الطيب',
    season: 'spring',
    ring: [
      [10.0, 37.6],
      [11.6, 37.8],
      [11.7, 36.9],
      [10.9, 35.9],
      [9.8, 35.9],
      [9.9, 36.8],
    ],
  },
];

/** Posts from which birds would be counted. */
export const POSTS: readonly {
  readonly es: string;
  readonly ar: string;
  readonly season: Season;
  readonly perHour: number;
  readonly at: Point;
}[] = [
  { es: 'Puesto 1', ar: 'المرصد 1', season: 'both', perHour: 420, at: [-5.61, 36.03] },
  { es: 'Puesto 2', ar: 'المرصد 2', season: 'autumn', perHour: 310, at: [-5.52, 36.08] },
  { es: 'Puesto 3', ar: 'المرصد 3', season: 'spring', perHour: 260, at: [-5.46, 35.88] },
  { es: 'Puesto 4', ar: 'المرصد 4', season: 'both', perHour: 380, at: [-5.79, 35.77] },
  { es: 'Puesto 5', ar: 'المرصد 5', season: 'autumn', perHour: 90, at: [-2.22, 36.75] },
  { es: 'Puesto 6', ar: 'المرصد 6', season: 'autumn', perHour: 120, at: [-2.93, 35.25] },
  { es: 'Puesto 7', ar: 'المرصد 7', season: 'spring', perHour: 75, at: [3.1, 39.35] },
  { es: 'Puesto 8', ar: 'المرصد 8', season: 'spring', perHour: 140, at: [4.15, 36.88] },
  { es: 'Puesto 9', ar: 'المرصد 9', season: 'spring', perHour: 510, at: [11.02, 37.05] },
  { es: 'Puesto 10', ar: 'المرصد 10', season: 'both', perHour: 200, at: [10.15, 36.9] },
];
