import type { Random } from '../random.ts';
import { ofName } from '../skeleton/names.ts';
import type { Village } from '../skeleton/skeleton.ts';
import { dateText, drawDate, weekdayOf } from './calendar.ts';
import type { Client, Surveyed } from './campaigns.ts';
import type { Farmland } from './farmland.ts';

export type Words = readonly [string, ...string[]];

/** The words of surveys in one language. */
export interface Vocabulary {
  readonly clan: string;
  readonly settings: Settings;
  readonly histories: { readonly road: string; readonly others: Words };
  readonly territory: (village: string) => string;
  readonly spots: Readonly<Record<Livelihood, Spots>>;
}

/** Where a village is: beside a stream, along a road, or away from both. */
interface Settings {
  readonly stream: string;
  readonly road: string;
  readonly others: Words;
}

/** Names of places, each with what it gives and the farmland that has it; by default all has. */
export type Spots = readonly [Spot, ...Spot[]];
type Spot = readonly [name: string, resources: Words, on?: readonly Farmland[]];

/** The five kinds of livelihood (specification, section 3). */
export const LIVELIHOODS = ['fishing', 'farming', 'hunting', 'gathering', 'other'] as const;
export type Livelihood = (typeof LIVELIHOODS)[number];

/** The difficulty of people whose land is in a concession. */
export const OVERLAP = 'overlap_with_a_concession';

/** Codes of the answers that a survey offers. The atlas declares their labels. */
export const ANSWERS = {
  /** Difficulties of any clan. Only a land in a concession has `OVERLAP`. */
  clanDifficulties: ['disputed_boundary', 'less_game', 'young_people_leave', 'poachers'],
  compositions: {
    hamlet: ['one_quarter', 'several_family_compounds'],
    village: ['two_quarters', 'several_family_compounds', 'a_main_village_and_a_camp'],
    large: ['two_quarters', 'three_quarters_and_a_hamlet', 'a_main_village_and_a_camp'],
  },
} as const;

const FISH = ['catfish', 'tilapia', 'crayfish', 'carp'] as const;
const FOOD = ['cassava', 'plantain', 'groundnuts', 'maize', 'cocoyam'] as const;
const SAVANNA_FOOD = ['cassava', 'groundnuts', 'maize', 'beans'] as const;
const HIGH_FOOD = ['maize', 'beans', 'irish_potatoes', 'cocoyam'] as const;
/** Where cocoa, oil palms and the fruits of the forest grow, and where they do not. */
const WARM: readonly Farmland[] = ['forest', 'hills'];
const OPEN: readonly Farmland[] = ['savanna', 'highland'];
const HIGH: readonly Farmland[] = ['highland'];
const LOW: readonly Farmland[] = ['forest', 'hills', 'savanna'];
const COFFEE: readonly Farmland[] = ['hills', 'highland'];
const GAME = ['porcupine', 'cane_rat', 'duiker', 'guinea_fowl'] as const;

const ENGLISH: Vocabulary = {
  clan: 'Clan',
  settings: {
    stream: 'beside the stream',
    road: 'along the road',
    others: ['on a low ridge', 'at the edge of the forest', 'where two paths meet'],
  },
  histories: {
    road: 'Moved here when the road was opened.',
    others: [
      'Settled for three generations.',
      'Grew from a camp of farmers.',
      'The older site is now a field.',
    ],
  },
  territory: (village) => `Land of ${village}`,
  spots: {
    fishing: [
      ['Fishing ground', FISH],
      ['Fish pools', ['catfish', 'tilapia', 'carp']],
      ['Landing place', FISH],
    ],
    farming: [
      ['Fields', FOOD, WARM],
      ['Fields', SAVANNA_FOOD, ['savanna']],
      ['Fields', HIGH_FOOD, HIGH],
      ['Cocoa farm', ['cocoa', 'plantain'], WARM],
      ['Coffee farm', ['coffee', 'beans'], COFFEE],
      ['Cassava field', ['cassava', 'groundnuts', 'maize'], LOW],
      ['Maize field', ['maize', 'beans'], OPEN],
      ['Potato field', ['irish_potatoes', 'beans'], HIGH],
    ],
    hunting: [
      ['Hunting ground', GAME],
      ['Trap line', ['porcupine', 'cane_rat', 'duiker']],
      ['Hunting camp', GAME],
    ],
    gathering: [
      ['Gathering ground', ['njansang', 'eru_leaves', 'mushrooms', 'rattan'], WARM],
      ['Gathering ground', ['mushrooms', 'firewood'], OPEN],
      ['Bush mango grove', ['bush_mango'], WARM],
      ['Honey trees', ['honey']],
    ],
    other: [
      ['Sand pit', ['sand']],
      ['Palm grove', ['palm_wine'], WARM],
      ['Grazing land', ['cattle'], OPEN],
      ['Clay pit', ['clay']],
      ['Firewood ground', ['firewood']],
    ],
  },
};

const FRENCH: Vocabulary = {
  clan: 'Clan',
  settings: {
    stream: 'au bord du ruisseau',
    road: 'le long de la route',
    others: ['sur une petite crête', 'en lisière de forêt', 'à la croisée de deux sentiers'],
  },
  histories: {
    road: 'Installé ici à l’ouverture de la route.',
    others: [
      'Établi depuis trois générations.',
      'Né d’un campement de cultivateurs.',
      'L’ancien site est devenu un champ.',
    ],
  },
  territory: (village) => `Terroir ${ofName(village)}`,
  spots: {
    fishing: [
      ['Pêcherie', FISH],
      ['Étangs de pêche', ['catfish', 'tilapia', 'carp']],
      ['Port de pêche', FISH],
    ],
    farming: [
      ['Champs', FOOD, WARM],
      ['Champs', SAVANNA_FOOD, ['savanna']],
      ['Champs', HIGH_FOOD, HIGH],
      ['Cacaoyère', ['cocoa', 'plantain'], WARM],
      ['Caféière', ['coffee', 'beans'], COFFEE],
      ['Champ de manioc', ['cassava', 'groundnuts', 'maize'], LOW],
      ['Champ de maïs', ['maize', 'beans'], OPEN],
      ['Champ de pommes de terre', ['irish_potatoes', 'beans'], HIGH],
    ],
    hunting: [
      ['Terrain de chasse', GAME],
      ['Ligne de pièges', ['porcupine', 'cane_rat', 'duiker']],
      ['Campement de chasse', GAME],
    ],
    gathering: [
      ['Zone de cueillette', ['eru_leaves', 'caterpillars', 'mushrooms', 'rattan'], WARM],
      ['Zone de cueillette', ['mushrooms', 'caterpillars', 'firewood'], OPEN],
      ['Arbres à miel', ['honey']],
      ['Safoutiers', ['safou'], WARM],
    ],
    other: [
      ['Carrière de sable', ['sand']],
      ['Palmeraie', ['palm_wine'], WARM],
      ['Pâturage', ['cattle'], OPEN],
      ['Argilière', ['clay']],
      ['Coupe de bois de feu', ['firewood']],
    ],
  },
};

/**
 * Returns the language of a survey: English where villages have English names, otherwise French.
 */
export function languageOf({ tongue }: Pick<Village, 'tongue'>): 'en' | 'fr' {
  return tongue === 'en' ? 'en' : 'fr';
}

/** Returns the vocabulary for the surveys of a village. */
export function vocabularyOf(village: Village): Vocabulary {
  return languageOf(village) === 'en' ? ENGLISH : FRENCH;
}

/** The first year after the demonstration data were made. A title that ends later is valid. */
const NEXT_YEAR = 2027;

/**
 * Draws the day on which a title of some years was granted: one that is still valid, or one that
 * ended in the last years.
 */
export function drawGranted(random: Random, years: number, isValid: boolean): string {
  const last = isValid ? NEXT_YEAR - 2 : NEXT_YEAR - 2 - years;
  const first = isValid ? Math.max(2001, NEXT_YEAR - years) : last - 6;
  return drawDate(random, Math.min(first, last), last);
}

/** Days after the visit of a village until its camps, fields and sites are recorded, at most. */
const RECORDED = 9;

/** Draws the day on which something of a village was recorded: not on Sundays. */
export function drawSurveyed(random: Random, { visited }: Surveyed): string {
  const day = visited + random.integer(0, RECORDED);
  return dateText(weekdayOf(day) === 0 ? day + 1 : day);
}

/** Returns the day of the survey of a village, which is drawn, or of a town. */
export function surveyedOn(random: Random, client: Surveyed | Client): string {
  return 'campaign' in client ? drawSurveyed(random, client) : client.surveyed;
}

/** Draws the name of a clan of a village. */
export function drawClan(random: Random, village: Village): string {
  return `${vocabularyOf(village).clan} ${random.pick(village.clans)}`;
}
