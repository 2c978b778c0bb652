import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import { ofName } from '../skeleton/names.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Client, type Surveyed, surveyedVillages, writtenBy } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import { townSites } from './town-sites.ts';
import { languageOf, surveyedOn } from './vocabulary.ts';

/**
 * A village with at least this population always has a school. Below it, the probability grows with
 * the population. Fewer than `LEAST` people have too few children for a teacher.
 */
const CERTAIN = 1900;
const LEAST = 130;
/**
 * Smallest population of a village that may have a secondary school, and of one that may have a
 * nursery school.
 */
const SIZES = { secondary: 1100, nursery: 700 };
/** Smallest population of a village whose school may be built of cement. */
const CEMENT = 500;
/** Population above which lessons are in a building. */
const OPEN = 400;
const WALK = { low: 0.05, high: 0.9 };

const FRENCH = {
  nursery_school: 'École maternelle',
  primary_school: 'École primaire',
  secondary_school: 'Collège',
} as const;
type Level = keyof typeof FRENCH;

/** Names of schools, by level. */
const NAMES = {
  en: (level: Level, village: string | null, number: number) =>
    village === null
      ? `${level[0]!.toUpperCase()}${level.slice(1).replace('_', ' ')} no. ${number}`
      : `${village} ${level.replace('_', ' ')}`,
  fr: (level: Level, village: string | null, number: number) =>
    village === null ? `${FRENCH[level]} nº ${number}` : `${FRENCH[level]} ${ofName(village)}`,
} as const;

/**
 * Pupils as a share of the population of the village, and how many come from elsewhere; pupils for
 * each teacher, the fewest teachers and the fewest and most classes.
 */
const LEVELS: Readonly<Record<Level, SchoolLevel>> = {
  nursery_school: { share: [0.03, 0.05], others: 0, each: [22, 40], least: 1, classes: [1, 3] },
  primary_school: { share: [0.1, 0.16], others: 5, each: [32, 64], least: 1, classes: [1, 6] },
  // A secondary school has a class for each year, and a teacher for each subject.
  secondary_school: { share: [0.04, 0.09], others: 101, each: [22, 38], least: 5, classes: [4, 6] },
};
interface SchoolLevel {
  readonly share: readonly [number, number];
  readonly others: number;
  readonly each: readonly [number, number];
  readonly least: number;
  readonly classes: readonly [number, number];
}

const ANSWERS = {
  buildings: ['mud_brick', 'planks'],
  poor: ['mud_brick', 'planks', 'wattle_and_daub', 'wattle_and_daub', 'open_shelter'],
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
    if (village.people < LEAST || !random.chance(village.people / CERTAIN)) continue;
    const place = placeNear(village, WALK, skeleton, random);
    if (!place) continue;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      properties: attributesOf(village, features.length),
    });
  }
  for (const level of ['secondary_school', 'primary_school'] as const)
    for (const { place, client } of townSites(skeleton, level))
      features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [...place] },
        properties: attributesOf(client, features.length, level),
      });
  return features;
}

/** Largest number of people of a town who send their children to one school. */
const CATCHMENT = 6000;
/** How many of the pupils of a village come to its school: children of others come too, or few do. */
const COMING = { least: 0.15, most: 2.9 } as const;

function attributesOf(village: Surveyed | Client, number: number, inTown: Level | null = null) {
  const random = createRandom(`education-${number}`);
  const people = Math.min(village.people, CATCHMENT);
  const level = inTown ?? levelOf(people, random);
  const { share, others, each, least, classes } = LEVELS[level];
  const coming = COMING.least + (COMING.most - COMING.least) * random.next() * random.next();
  const counted = Math.max(15, Math.round(others + people * random.between(...share) * coming));
  const students = 'campaign' in village ? writtenBy(village.campaign, counted, random) : counted;
  const [fewest, most] = classes;
  const qualities = random.sample(ANSWERS.qualities, random.integer(0, 2));
  const lacks = ANSWERS.difficulties.filter(
    (lack) => lack !== 'no_textbooks' || !qualities.includes('textbooks_for_every_class'),
  );
  return {
    education_id: `E-${String(number + 1).padStart(5, '0')}`,
    name: NAMES[languageOf(village)](level, village.name, number + 1),
    level,
    village: village.name,
    students,
    teachers: Math.max(least, Math.ceil(students / random.between(...each))),
    classes: Math.max(fewest, Math.min(most, Math.round(students / 38))),
    building_type: random.chance(0.04) ? null : drawBuilding(level, people, random),
    qualities,
    school_difficulties: random.sample(lacks, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: surveyedOn(random, village) }),
  };
}

/** Draws what a school is built of. Cement is carried only to larger villages. */
function drawBuilding(level: Level, people: number, random: Random): string {
  const { buildings, poor, cement } = ANSWERS;
  const isSecondary = level === 'secondary_school';
  const chance = isSecondary ? 0.7 : people < CEMENT ? 0 : 0.25 + people / 8000;
  if (random.chance(chance)) return cement;
  return random.pick(isSecondary || people > OPEN ? buildings : poor);
}

/** Draws the level of a school for a population. Where there is only one, it is a primary school. */
function levelOf(people: number, random: Random): Level {
  if (people >= SIZES.secondary && random.chance(0.3)) return 'secondary_school';
  return people >= SIZES.nursery && random.chance(0.08) ? 'nursery_school' : 'primary_school';
}
