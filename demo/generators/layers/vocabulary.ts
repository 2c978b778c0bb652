import type { Random } from '../random.ts';
import type { Village } from '../skeleton/skeleton.ts';

type Words = readonly [string, ...string[]];

/** What surveyors write in one language. Groups and languages are letters: none is a real one. */
export interface Vocabulary {
  readonly group: string;
  readonly language: string;
  readonly common: Words;
  readonly activities: Words;
  readonly difficulties: Words;
  readonly clanDifficulties: Words;
  readonly clan: string;
  readonly compositions: Words;
  readonly settings: Words;
  readonly histories: Words;
  readonly territory: string;
  readonly spots: Readonly<Record<Livelihood, Words>>;
  readonly resources: Readonly<Record<Livelihood, Words>>;
}

/** The five kinds of livelihood (specification, section 3). */
export const LIVELIHOODS = ['fishing', 'farming', 'hunting', 'gathering', 'other'] as const;
export type Livelihood = (typeof LIVELIHOODS)[number];

const ENGLISH: Vocabulary = {
  group: 'Group',
  language: 'Language',
  common: ['English', 'Pidgin English', 'French'],
  activities: [
    'farming',
    'hunting',
    'fishing',
    'gathering',
    'small trade',
    'livestock',
    'crafts',
    'palm oil',
  ],
  difficulties: [
    'bad road in the rains',
    'no clean water',
    'far from the clinic',
    'crops eaten by animals',
    'no teacher',
    'boundary dispute with a neighbour',
    'low prices at the market',
    'no telephone signal',
  ],
  clanDifficulties: [
    'overlap with a concession',
    'disputed boundary',
    'less game',
    'young people leave',
    'poachers',
  ],
  clan: 'Clan',
  compositions: [
    'two quarters',
    'three quarters and a hamlet',
    'one quarter',
    'several family compounds',
    'a main village and a camp',
  ],
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
    gathering: ['Gathering ground', 'Bush mango stand', 'Honey trees'],
    other: ['Sand pit', 'Palm grove', 'Market place', 'Cane cutting'],
  },
  resources: {
    fishing: ['catfish', 'tilapia', 'crayfish', 'carp'],
    farming: ['cassava', 'plantain', 'cocoa', 'cocoyam', 'groundnuts', 'maize'],
    hunting: ['porcupine', 'cane rat', 'duiker', 'guinea fowl'],
    gathering: ['bush mango', 'njansang', 'honey', 'eru leaves', 'mushrooms', 'rattan'],
    other: ['sand', 'palm wine', 'firewood', 'clay'],
  },
};

const FRENCH: Vocabulary = {
  group: 'Groupe',
  language: 'Langue',
  common: ['français', 'lingala', 'kituba', 'sango'],
  activities: [
    'agriculture',
    'chasse',
    'pêche',
    'cueillette',
    'petit commerce',
    'élevage',
    'artisanat',
    'huile de palme',
  ],
  difficulties: [
    'route coupée en saison des pluies',
    'manque d’eau potable',
    'centre de santé éloigné',
    'cultures dévastées par les animaux',
    'absence d’enseignant',
    'conflit de limites avec un voisin',
    'prix trop bas au marché',
    'pas de réseau téléphonique',
  ],
  clanDifficulties: [
    'chevauchement avec une concession',
    'limite contestée',
    'raréfaction du gibier',
    'départ des jeunes',
    'braconnage',
  ],
  clan: 'Clan',
  compositions: [
    'deux quartiers',
    'trois quartiers et un hameau',
    'un seul quartier',
    'plusieurs concessions familiales',
    'un village principal et un campement',
  ],
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
    fishing: ['silures', 'tilapias', 'écrevisses', 'carpes'],
    farming: ['manioc', 'banane plantain', 'cacao', 'taro', 'arachides', 'maïs'],
    hunting: ['porc-épic', 'aulacode', 'céphalophe', 'pintade'],
    gathering: ['feuilles de koko', 'miel', 'safou', 'chenilles', 'champignons', 'rotin'],
    other: ['sable', 'vin de palme', 'bois de feu', 'argile'],
  },
};

/** The language a survey was written in: English where villages are named in it, else French. */
export function languageOf({ tongue }: Village): 'en' | 'fr' {
  return tongue === 'en' ? 'en' : 'fr';
}

/** The words of a village's surveys. */
export function vocabularyOf(village: Village): Vocabulary {
  return languageOf(village) === 'en' ? ENGLISH : FRENCH;
}

/** Draws an ISO date from the start of `first` to the end of `last` (days 1-28). */
export function drawDate(random: Random, first: number, last: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const year = random.integer(first, last);
  return `${year}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
}

/** Draws the name of a clan: a made-up word. */
export function drawClan(random: Random, { clan }: Vocabulary): string {
  const starts: Words = ['Ba', 'Bo', 'E', 'Ma', 'Nde', 'Wa', 'Isa', 'Lo'];
  const ends: Words = ['kelu', 'ndoro', 'sika', 'wembi', 'yoto', 'zamba', 'luka', 'rembo', 'tiko'];
  return `${clan} ${random.pick(starts)}${random.pick(ends)}`;
}
