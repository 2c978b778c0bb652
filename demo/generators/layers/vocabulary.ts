import type { Random } from '../random.ts';
import type { Village } from '../skeleton/skeleton.ts';
import { CAMPAIGN, type Surveyed } from './campaigns.ts';

type Words = readonly [string, ...string[]];

/** The words of surveys in one language. */
export interface Vocabulary {
  readonly common: Words;
  readonly clan: string;
  readonly settings: Words;
  readonly histories: Words;
  readonly territory: string;
  readonly spots: Readonly<Record<Livelihood, Words>>;
  readonly resources: Readonly<Record<Livelihood, Words>>;
}

/** The five kinds of livelihood (specification, section 3). */
export const LIVELIHOODS = ['fishing', 'farming', 'hunting', 'gathering', 'other'] as const;
export type Livelihood = (typeof LIVELIHOODS)[number];

/** Codes of the answers that a survey offers. The atlas declares their labels. */
export const ANSWERS = {
  activities: [
    'farming',
    'hunting',
    'fishing',
    'gathering',
    'small_trade',
    'livestock',
    'crafts',
    'palm_oil',
  ],
  difficulties: [
    'bad_road_in_the_rains',
    'no_clean_water',
    'far_from_the_clinic',
    'crops_eaten_by_animals',
    'no_teacher',
    'boundary_dispute_with_a_neighbour',
    'low_prices_at_the_market',
    'no_telephone_signal',
  ],
  clanDifficulties: [
    'overlap_with_a_concession',
    'disputed_boundary',
    'less_game',
    'young_people_leave',
    'poachers',
  ],
  compositions: [
    'two_quarters',
    'three_quarters_and_a_hamlet',
    'one_quarter',
    'several_family_compounds',
    'a_main_village_and_a_camp',
  ],
} as const;

const RESOURCES = {
  fishing: ['catfish', 'tilapia', 'crayfish', 'carp'],
  farming: ['cassava', 'plantain', 'cocoa', 'cocoyam', 'groundnuts', 'maize'],
  hunting: ['porcupine', 'cane_rat', 'duiker', 'guinea_fowl'],
  other: ['sand', 'palm_wine', 'firewood', 'clay'],
} as const;

const ENGLISH: Vocabulary = {
  common: ['english', 'pidgin', 'french'],
  clan: 'Clan',
  settings: [
    'on a low ridge',
    'beside the stream',
    'along the road',
    'at the edge of the forest',
    'where two paths meet',
  ],
  histories: [
    'Moved here when the road was opened.',
    'Settled for three generations.',
    'Grew from a camp of farmers.',
    'The older site is now a field.',
  ],
  territory: 'Land of',
  spots: {
    fishing: ['Fishing ground', 'Fish pools', 'Landing place'],
    farming: ['Fields', 'Cocoa farm', 'Cassava field'],
    hunting: ['Hunting ground', 'Trap line', 'Hunting camp'],
    gathering: ['Gathering ground', 'Bush mango grove', 'Honey trees'],
    other: ['Sand pit', 'Palm grove', 'Market place', 'Cane cutting'],
  },
  resources: {
    ...RESOURCES,
    gathering: ['bush_mango', 'njansang', 'honey', 'eru_leaves', 'mushrooms', 'rattan'],
  },
};

const FRENCH: Vocabulary = {
  common: ['french', 'lingala', 'kituba', 'sango'],
  clan: 'Clan',
  settings: [
    'sur une petite crête',
    'au bord du ruisseau',
    'le long de la piste',
    'en lisière de forêt',
    'à la croisée de deux sentiers',
  ],
  histories: [
    'Installé ici à l’ouverture de la route.',
    'Établi depuis trois générations.',
    'Né d’un campement de cultivateurs.',
    'L’ancien site est devenu un champ.',
  ],
  territory: 'Terroir de',
  spots: {
    fishing: ['Pêcherie', 'Étangs de pêche', 'Port de pêche'],
    farming: ['Champs', 'Cacaoyère', 'Champ de manioc'],
    hunting: ['Terrain de chasse', 'Ligne de pièges', 'Campement de chasse'],
    gathering: ['Zone de cueillette', 'Arbres à miel', 'Safoutiers'],
    other: ['Carrière de sable', 'Palmeraie', 'Place du marché', 'Argilière'],
  },
  resources: {
    ...RESOURCES,
    gathering: ['eru_leaves', 'honey', 'safou', 'caterpillars', 'mushrooms', 'rattan'],
  },
};

/**
 * Returns the language of a survey: English where villages have English names, otherwise French.
 */
export function languageOf({ tongue }: Village): 'en' | 'fr' {
  return tongue === 'en' ? 'en' : 'fr';
}

/** Returns the vocabulary for the surveys of a village. */
export function vocabularyOf(village: Village): Vocabulary {
  return languageOf(village) === 'en' ? ENGLISH : FRENCH;
}

/** Draws an ISO date from the start of `first` to the end of `last` (days 1-28). */
export function drawDate(random: Random, first: number, last: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const year = random.integer(first, last);
  return `${year}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
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

/** Returns the same day some years later. */
export function yearsAfter(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** Draws the day of a survey: within half a year from the first month of the campaign. */
export function drawSurveyed(random: Random, { campaign }: Surveyed): string {
  return monthText(campaign + random.integer(0, CAMPAIGN), random.integer(1, 28));
}

/** Returns an ISO date. `month` is the year times twelve, plus the month from 0. */
export function monthText(month: number, day: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${Math.floor(month / 12)}-${two((month % 12) + 1)}-${two(day)}`;
}

/** Draws the name of a clan of a village. */
export function drawClan(random: Random, village: Village): string {
  return `${vocabularyOf(village).clan} ${random.pick(village.clans)}`;
}
