import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import { drawSurveyed, languageOf } from './vocabulary.ts';

/**
 * A village with at least this population always has a school. Below it, the probability grows with
 * the population.
 */
const CERTAIN = 1900;
/** Pupils of a school, as a share of the population of the village. */
const PUPILS = { least: 0.07, most: 0.15 };
/**
 * A village with at least `secondary` people may have a secondary school. A village with fewer than
 * `nursery` people is more likely to have only a nursery school.
 */
const SIZES = { secondary: 1100, nursery: 220 };
/** Smallest population of a village whose school may be built of cement. */
const CEMENT = 500;
const WALK = { low: 0.05, high: 0.9 };

const FRENCH = {
  nursery_school: 'École maternelle',
  primary_school: 'École primaire',
  secondary_school: 'Collège',
} as const;
type Level = keyof typeof FRENCH;

/** Names of schools, by level. */
const NAMES = {
  en: (level: Level, village: string) => `${village} ${level.replace('_', ' ')}`,
  fr: (level: Level, village: string) => `${FRENCH[level]} de ${village}`,
} as const;

const ANSWERS = {
  levels: ['nursery_school', 'primary_school', 'secondary_school'],
  buildings: ['mud_brick', 'planks', 'open_shelter', 'wattle_and_daub'],
  cement: 'cement_block',
  qualities: [
    'teachers_live_in_the_village',
    'meals_for_pupils',
    'active_parents_association',
    'school_garden',
    'teaching_in_the_local_language',
    'textbooks_for_every_class',
  ],
  difficulties: [
    'not_enough_benches',
    'leaking_roof',
    'unpaid_teachers',
    'pupils_leave_at_harvest_time',
    'no_latrines',
    'long_way_for_the_small_ones',
    'no_textbooks',
  ],
} as const;

/** Makes schools with the attributes of the education survey (specification, section 3). */
export function makeEducation(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('education');
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    if (!random.chance(village.people / CERTAIN)) continue;
    const place = placeNear(village, WALK, skeleton, random);
    if (!place) continue;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      properties: attributesOf(village, features.length),
    });
  }
  return features;
}

function attributesOf(village: Surveyed, number: number) {
  const random = createRandom(`education-${number}`);
  const stage = stageOf(village.people, random);
  const level = ANSWERS.levels[stage];
  const share = random.between(PUPILS.least, PUPILS.most) / (stage === 1 ? 1 : 2.5);
  const students = Math.max(18, Math.round(village.people * share));
  return {
    education_id: `E-${String(number + 1).padStart(5, '0')}`,
    name: NAMES[languageOf(village)](level, village.name),
    level,
    village: village.name,
    students,
    teachers: Math.ceil(students / random.between(32, 64)),
    classes: Math.max(1, Math.min(stage === 1 ? 6 : 4, Math.round(students / 38))),
    building_type: random.chance(0.04) ? null : drawBuilding(village.people, random),
    qualities: random.sample(ANSWERS.qualities, random.integer(0, 2)),
    school_difficulties: random.sample(ANSWERS.difficulties, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}

/** Draws what a school is built of. Cement is carried only to larger villages. */
function drawBuilding(people: number, random: Random): string {
  const { buildings, cement } = ANSWERS;
  return random.chance(people < CEMENT ? 0 : 0.35) ? cement : random.pick(buildings);
}

/** Returns the stage of the school for a population: nursery, primary or secondary. */
function stageOf(people: number, random: Random): 0 | 1 | 2 {
  if (people > SIZES.secondary && random.chance(0.3)) return 2;
  return random.chance(people < SIZES.nursery ? 0.3 : 0.06) ? 0 : 1;
}
