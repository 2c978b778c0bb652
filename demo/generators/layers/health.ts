import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import { drawSurveyed, languageOf } from './vocabulary.ts';

/**
 * A village with at least this population always has a health post. Below it, the probability grows
 * with the population.
 */
const CERTAIN = 4600;
/** Smallest population of a village with a health centre, and with a hospital. */
const SIZES_FROM = { centre: 700, hospital: 1900 };
const WALK = { low: 0.05, high: 0.8 };

const FRENCH = {
  health_post: 'Poste de santé',
  health_centre: 'Centre de santé',
  district_hospital: 'Hôpital de district',
} as const;
type Kind = keyof typeof FRENCH;

/** Names of health facilities, by kind. */
const NAMES = {
  en: (kind: Kind, village: string) => `${village} ${kind.replace('_', ' ')}`,
  fr: (kind: Kind, village: string) => `${FRENCH[kind]} de ${village}`,
} as const;

const ANSWERS = {
  kinds: ['health_post', 'health_centre', 'district_hospital'],
  reasons: [
    'malaria',
    'respiratory_infections',
    'diarrhoea',
    'births',
    'injuries_at_work',
    'skin_infections',
    'snake_bites',
  ],
  difficulties: [
    'no_medicines_for_weeks',
    'no_refrigerator',
    'no_ambulance',
    'unpaid_staff',
    'no_clean_water',
    'patients_cannot_pay',
    'no_laboratory',
  ],
} as const;

/** Lowest and highest numbers of beds, nurses and patients per month, by kind of facility. */
const SIZES = [
  { beds: [0, 6], nurses: [1, 2], doctors: [0, 0], patients: [20, 140] },
  { beds: [4, 18], nurses: [2, 5], doctors: [0, 1], patients: [80, 420] },
  { beds: [24, 90], nurses: [8, 26], doctors: [1, 5], patients: [300, 1600] },
] as const;

/**
 * Creates health facilities with the attributes of the health survey (specification, section 3).
 */
export function makeHealth(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('health');
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    if (!random.chance((village.people / CERTAIN) * (village.toRoad < 2 ? 1 : 0.5))) continue;
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
  const random = createRandom(`health-${number}`);
  const size = sizeOf(village.people, random);
  const { beds, nurses, doctors, patients } = SIZES[size];
  const kind = ANSWERS.kinds[size];
  const within = ([low, high]: readonly [number, number]): number => random.integer(low, high);
  return {
    health_id: `H-${String(number + 1).padStart(5, '0')}`,
    name: NAMES[languageOf(village)](kind, village.name),
    kind,
    village: village.name,
    beds: within(beds),
    nurses: within(nurses),
    gp_count: within(doctors),
    patients: random.chance(0.05) ? null : within(patients),
    admission_reasons: random.sample(ANSWERS.reasons, random.integer(2, 4)),
    health_difficulties: random.sample(ANSWERS.difficulties, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}

/** Returns the kind of facility for a population: a post, a centre or a hospital. */
function sizeOf(people: number, random: Random): 0 | 1 | 2 {
  if (people > SIZES_FROM.hospital && random.chance(0.25)) return 2;
  return people > SIZES_FROM.centre && random.chance(0.45) ? 1 : 0;
}
