import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { drawHouseholds } from './households.ts';
import { SCENES, SKETCH_MAPS } from './pictures.ts';
import { ANSWERS, drawSurveyed, languageOf, vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Makes the villages with the attributes of the village survey (specification, section 3). */
export function makeVillages(skeleton: Skeleton): Feature<Point>[] {
  return surveyedVillages(skeleton).map((village, number) => {
    const random = createRandom(`village-${number}`);
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...village.place] },
      properties: withGaps(attributesOf(village, number, random), random),
    };
  });
}

function attributesOf(village: Surveyed, number: number, random: Random) {
  const words = vocabularyOf(village);
  const population = village.people;
  return {
    village_id: `V-${String(number + 1).padStart(5, '0')}`,
    name: village.name,
    total_population: population,
    composition: random.pick(ANSWERS.compositions),
    description: describe(village, words, random),
    survey_language: languageOf(village),
    ethnic_groups: drawLetters(random),
    clans: village.clans.map((clan) => `${words.clan} ${clan}`),
    languages_spoken: [...drawLetters(random), random.pick(words.common)],
    main_activities: random.sample(ANSWERS.activities, random.integer(1, 4)),
    difficulties: random.sample(ANSWERS.difficulties, random.integer(0, 3)),
    poverty_perception: random.pick([1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5]),
    electricity: random.chance(population > 1200 || village.toTown < 8 ? 0.4 : 0.05),
    clean_water_source: random.chance(0.35),
    pharmacy_within_5k: random.chance(village.toRoad < 2 ? 0.3 : 0.08),
    market_distance: Math.round(distanceToMarket(village, random) * 10) / 10,
    phone: `+000 555 ${String(random.integer(0, 9999)).padStart(4, '0')}`,
    surveyed: drawSurveyed(random, village),
    ...drawHouseholds(population, random),
    village_map: random.chance(0.6) ? mapOf(village) : null,
    photos: random.sample(scenesOf(village), random.pick([0, 1, 2, 2, 3])),
  };
}

type Attributes = Partial<Record<string, unknown>>;

/** Answers that are often missing in surveys. Some are null, and for others the key is absent. */
const OFTEN_NULL = [
  'total_population',
  'description',
  'poverty_perception',
  'market_distance',
  'phone',
];
const OFTEN_ABSENT = [
  'composition',
  'electricity',
  'clean_water_source',
  'surveyed',
  'clans',
  'households',
  'household_size',
];

function withGaps(attributes: Attributes, random: Random): Attributes {
  const kept = { ...attributes };
  for (const key of OFTEN_NULL) if (random.chance(0.04)) kept[key] = null;
  for (const key of OFTEN_ABSENT) if (random.chance(0.03)) delete kept[key];
  return kept;
}

/**
 * Returns the distance to a market in kilometres: in the nearest town, or in a large village on the
 * road to it.
 */
function distanceToMarket({ toTown, toRoad }: Village, random: Random): number {
  return toRoad * 1.4 + random.between(0.5, Math.min(22, 2 + toTown));
}

function describe(village: Village, words: Vocabulary, random: Random): string {
  return `${village.name}, ${random.pick(words.settings)}. ${random.pick(words.histories)}`;
}

/** Returns the sketch map that fits the location of the village. */
function mapOf({ toWater, toRoad }: Village): string {
  const [road, river, ridge] = SKETCH_MAPS;
  if (toWater < 1) return river;
  return toRoad < 1 ? road : ridge;
}

/**
 * Returns the scenes for photos of a village. Scenes at the water are only for villages near water.
 */
function scenesOf({ toWater }: Village): string[] {
  const wet = ['river-landing.webp', 'fish-drying.webp'];
  return SCENES.filter((scene) => toWater < 2 || !wet.includes(scene));
}

/** Groups and languages are named by letters, so that no real one is named. */
function drawLetters(random: Random): string[] {
  return random.sample(['A', 'B', 'C', 'D', 'E', 'F'], random.integer(1, 2)).sort();
}
