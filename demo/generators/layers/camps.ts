import type { Feature, Point } from 'geojson';
import { createNearest, kilometres, type Place } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { drawWeighted, inProvince } from './farmland.ts';
import { placeNear } from './place-near.ts';
import { drawSurveyed, languageOf } from './vocabulary.ts';

/**
 * Distance between camps and villages in kilometres: at least `low` to every village, and at most
 * `high` to the village that uses the camp.
 */
const AWAY = { low: 5, high: 16 };
/** Minimum tree cover, in percent. */
const FORESTED = 60;
/** Distance in kilometres around a large town without camps. */
const CITY = 5;
/** Distance between camps, in kilometres. */
const SPACING = 2.5;
const CHANCE = 0.4;
/** Maximum distance to water for a fishing camp, in kilometres. */
const FISHING = 1.5;

const NAMES = {
  en: ['Camp at the ford', 'Rock camp', 'Old palm camp', 'Camp of the two streams', 'Salt camp'],
  fr: [
    'Campement du gué',
    'Campement du rocher',
    'Campement du vieux palmier',
    'Campement des deux ruisseaux',
    'Campement de la saline',
  ],
} as const;

const ANSWERS = {
  kinds: ['hunting', 'gathering', 'seasonal'],
  /** Types of shelter with their weights, which differ between provinces. */
  shelters: { leaf_huts: 4, open_shelters: 2, huts_of_bark: 1.5, tarpaulins: 2.5 },
} as const;

/** What people do in a camp and when they are there, by its kind. */
const HABITS = {
  fishing: { uses: ['smoking_of_fish'], seasons: ['dry_season', 'dry_season', 'small_rains'] },
  hunting: {
    uses: ['smoking_of_meat', 'remedies'],
    seasons: ['main_rains', 'small_rains', 'dry_season', 'all_year'],
  },
  gathering: {
    uses: ['nuts_and_fruits', 'honey', 'rattan', 'remedies'],
    seasons: ['small_rains', 'main_rains', 'dry_season', 'all_year'],
  },
  seasonal: {
    uses: ['smoking_of_fish', 'smoking_of_meat', 'nuts_and_fruits', 'honey'],
    seasons: ['dry_season', 'small_rains', 'main_rains'],
  },
} as const;

/** Creates camps in the forest, more than five kilometres from any village. */
export function makeCamps(skeleton: Skeleton, cover: LandCover): Feature<Point>[] {
  const random = createRandom('camps');
  const taken = createNearest(0.03);
  const isWild = (place: Place): boolean =>
    (cover.treesAt(place) ?? 0) >= FORESTED &&
    !skeleton.settlement.isByCity(place, CITY) &&
    skeleton.nearVillages.nearest(place, AWAY.low) === null &&
    taken.nearest(place, SPACING) === null;
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    if (!random.chance(CHANCE)) continue;
    const place = placeNear(village, { ...AWAY, accept: isWild }, skeleton, random);
    if (!place) continue;
    taken.add(place);
    const fishes = skeleton.nearWaters.nearest(place, FISHING) !== null;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      properties: attributesOf(village, place, fishes, features.length),
    });
  }
  return features;
}

function attributesOf(village: Surveyed, place: Place, fishes: boolean, number: number) {
  const random = createRandom(`camp-${number}`);
  const people = drawPeople(random);
  const kind = fishes && random.chance(0.7) ? 'fishing' : random.pick(ANSWERS.kinds);
  const { uses, seasons } = HABITS[kind];
  return {
    camp_id: `K-${String(number + 1).padStart(4, '0')}`,
    name: random.chance(0.06) ? null : random.pick(NAMES[languageOf(village)]),
    survey_language: languageOf(village),
    kind,
    village: village.name,
    distance: Math.round(kilometres(village.place, place) * 10) / 10,
    people,
    shelters: Math.max(1, Math.round(people / random.between(2.5, 5))),
    shelter_type: drawWeighted(inProvince(ANSWERS.shelters, village.province), 1, random)[0]!,
    season: random.pick(seasons),
    uses: random.sample<string>(uses, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}

const drawPeople = (random: Random): number => 3 + Math.floor(random.next() * random.next() * 45);
