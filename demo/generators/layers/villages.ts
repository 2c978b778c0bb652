import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { dateText } from './calendar.ts';
import { missesOf, type Surveyed, surveyedVillages, writtenBy } from './campaigns.ts';
import { createFarmland, drawWeighted, type Farmland } from './farmland.ts';
import { drawHouseholds } from './households.ts';
import { commonLanguages } from './languages.ts';
import { SCENES, SKETCH_MAPS } from './pictures.ts';
import { ANSWERS, languageOf, vocabularyOf, type Vocabulary, type Words } from './vocabulary.ts';
import { nameSides } from './village-names.ts';
import { createMeans, drawDifficulties, type Means } from './wealth.ts';

/** Population below which a village is a hamlet, and from which it is large. */
const HAMLET = 200;
const LARGE = 1200;
/** Distance in kilometres within which a village is beside a stream or a road. */
const BESIDE = 0.6;
/**
 * Share of the villages that fish, by their greatest distance in kilometres to a large river or a
 * lake, or to a stream. Other villages do not fish.
 */
const FISHING = { bank: { km: 3, share: 0.85 }, stream: { km: 1.5, share: 0.15 } };
/** Distance in kilometres around a large town where nobody hunts. */
const HUNTING = 5;

const made = new WeakMap<Skeleton, readonly Feature<Point>[]>();

/**
 * Returns the villages with the attributes of the village survey (specification, section 3). They
 * are computed at the first call.
 */
export function makeVillages(skeleton: Skeleton, cover: LandCover): readonly Feature<Point>[] {
  const known = made.get(skeleton);
  if (known) return known;
  const farmlandAt = createFarmland(skeleton.geography, cover);
  const meansOf = createMeans(skeleton);
  const surveyed = surveyedVillages(skeleton);
  const sides = nameSides(skeleton, surveyed);
  const features = surveyed.map((village, number): Feature<Point> => {
    const random = createRandom(`village-${number}`);
    const farmland = farmlandAt(village.place);
    const attributes = {
      ...attributesOf(village, number, { means: meansOf(village), random }),
      main_activities: drawActivities(village, skeleton, { farmland, random }),
      name_position: sides[number]!,
    };
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...village.place] },
      properties: withGaps(attributes, { random, misses: missesOf(village.campaign) }),
    };
  });
  made.set(skeleton, features);
  return features;
}

/** What the attributes of a village are drawn from. */
interface Drawn {
  readonly means: Means;
  readonly random: Random;
}

function attributesOf(village: Surveyed, number: number, { means, random }: Drawn) {
  const words = vocabularyOf(village);
  const common = commonLanguages(village);
  const { wealth } = means;
  const write = (count: number): number => writtenBy(village.campaign, count, random);
  const population = Math.max(45, write(village.people));
  // Pumps and lines come with a road, a town and a chief who is heard there.
  const isClean = random.chance(Math.min(0.95, Math.max(0.03, 2.2 * wealth - 0.7)));
  const isServed = population > LARGE || (village.toTown < 8 && population > HAMLET);
  const electricity = random.chance(isServed ? Math.min(0.9, wealth) : 0.02);
  return {
    village_id: `V-${String(number + 1).padStart(5, '0')}`,
    name: village.name,
    total_population: population,
    composition: random.pick(compositionsFor(population)),
    description: describe(village, words, random),
    survey_language: languageOf(village),
    ethnic_groups: [...village.peoples].sort(),
    clans: village.clans.map((clan) => `${words.clan} ${clan}`),
    languages_spoken: [
      ...[...village.peoples].sort(),
      ...common.all,
      ...common.some.slice(0, random.integer(0, common.some.length)),
    ],
    main_activities: [] as string[],
    difficulties: drawDifficulties(village, means, { isClean, random }),
    poverty_perception: Math.min(
      5,
      Math.max(1, Math.round(0.6 + 4 * (wealth + random.between(-0.2, 0.2)))),
    ),
    electricity,
    clean_water_source: isClean,
    pharmacy_within_5k: random.chance(means.toClinic < 5 ? Math.min(0.9, 1.2 * wealth) : 0.03),
    market_distance: Math.round(distanceToMarket(village, wealth, random) * 10) / 10,
    phone: `+000 555 ${String(random.integer(0, 9999)).padStart(4, '0')}`,
    surveyed: dateText(village.visited),
    ...drawHouseholds({ population, electricity, wealth }, write, random),
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

/** Leaves some answers out; `misses` is the frequency of gaps as a multiple of the mean. */
function withGaps(
  attributes: Attributes,
  { random, misses }: { readonly random: Random; readonly misses: number },
): Attributes {
  const kept = { ...attributes };
  for (const key of OFTEN_NULL) if (random.chance(0.04 * misses)) kept[key] = null;
  for (const key of OFTEN_ABSENT) if (random.chance(0.03 * misses)) delete kept[key];
  return kept;
}

/**
 * Returns the distance to a market in kilometres: in the nearest town, or in a large village on the
 * road to it.
 */
function distanceToMarket({ toTown, toRoad }: Village, wealth: number, random: Random): number {
  const far = Math.min(22, 2 + toTown) * (1.1 - wealth) * random.between(0.5, 1.4);
  return toRoad * 1.4 + Math.max(0.5, far);
}

/** Describes where a village is and how it began. */
function describe(village: Village, { settings, histories }: Vocabulary, random: Random): string {
  const { toWater, toRoad } = village;
  const setting = toWater < BESIDE ? settings.stream : toRoad < BESIDE ? settings.road : null;
  const begins = toRoad < BESIDE ? [histories.road, ...histories.others] : histories.others;
  return `${village.name}, ${setting ?? random.pick(settings.others)}. ${random.pick(begins as Words)}`;
}

/** Returns how a village of some population may be composed. */
function compositionsFor(people: number): Words {
  const { hamlet, village, large } = ANSWERS.compositions;
  return people < HAMLET ? hamlet : people < LARGE ? village : large;
}

/** How likely activities are besides farming and fishing. */
const ACTIVITIES: Readonly<Record<Farmland, Readonly<Record<string, number>>>> = {
  forest: { hunting: 3, gathering: 3, small_trade: 2, livestock: 1, crafts: 1, palm_oil: 2 },
  hills: { hunting: 2, gathering: 2, small_trade: 2, livestock: 2, crafts: 1, palm_oil: 1 },
  savanna: { hunting: 2, gathering: 1.5, small_trade: 2, livestock: 3, crafts: 1.2 },
  highland: { hunting: 0.5, gathering: 0.8, small_trade: 2.5, livestock: 4, crafts: 1.5 },
};

/** Draws the main activities: farming in nearly every village, fishing at the water. */
function drawActivities(
  { place, toWater }: Village,
  { nearBanks, settlement }: Skeleton,
  land: { readonly farmland: Farmland; readonly random: Random },
): string[] {
  const { farmland, random } = land;
  const { bank, stream } = FISHING;
  const share = nearBanks.nearest(place, bank.km)
    ? bank.share
    : toWater < stream.km
      ? stream.share
      : 0;
  const weights = { ...ACTIVITIES[farmland] };
  if (settlement.isByCity(place, HUNTING)) delete weights['hunting'];
  return [
    ...(random.chance(0.95) ? ['farming'] : []),
    ...(random.chance(share) ? ['fishing'] : []),
    ...drawWeighted(weights, random.integer(1, 3), random),
  ];
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
