import type { Feature, Point } from 'geojson';
import { createNearest } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import { ofName } from '../skeleton/names.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Client, type Surveyed, surveyedVillages } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import { townSites } from './town-sites.ts';
import { languageOf, surveyedOn } from './vocabulary.ts';

/**
 * A village with at least this population always has a health facility. Below it, the probability
 * grows with the population. No nurse is sent to fewer than `least` people.
 */
const CERTAIN = 4600;
const PEOPLE = { least: 150, most: 4000 };
/**
 * Smallest population of a village with a health centre, and with a hospital; distance between
 * hospitals in kilometres.
 */
const SIZES_FROM = { centre: 700, hospital: 1900, apart: 30 };
const WALK = { low: 0.05, high: 0.8 };

const FRENCH = {
  health_post: 'Poste de santé',
  health_centre: 'Centre de santé',
  district_hospital: 'Hôpital de district',
} as const;
type Kind = keyof typeof FRENCH;

/** Names of health facilities, by kind. */
const NAMES = {
  en: (kind: Kind, village: string | null, number: number) =>
    village === null
      ? `${kind[0]!.toUpperCase()}${kind.slice(1).replace('_', ' ')} no. ${number}`
      : `${village} ${kind.replace('_', ' ')}`,
  fr: (kind: Kind, village: string | null, number: number) =>
    village === null ? `${FRENCH[kind]} nº ${number}` : `${FRENCH[kind]} ${ofName(village)}`,
} as const;

/** Reasons for admission: malaria leads everywhere in the region, and some are rare. */
const REASONS = {
  first: 'malaria',
  common: ['respiratory_infections', 'diarrhoea', 'births'],
  rare: ['injuries_at_work', 'skin_infections', 'snake_bites'],
} as const;

/** What any facility may lack. A post has no laboratory and no ambulance to miss. */
const DIFFICULTIES = ['no_medicines_for_weeks', 'unpaid_staff', 'patients_cannot_pay'] as const;

interface Facility {
  readonly kind: Kind;
  /** The population of a village with the smallest numbers. */
  readonly from: number;
  /** Lowest and highest numbers of beds, nurses, doctors and patients per month. */
  readonly beds: Range;
  readonly nurses: Range;
  readonly doctors: Range;
  readonly patients: Range;
  readonly difficulties: readonly string[];
}
type Range = readonly [low: number, high: number];

const FACILITIES: readonly [Facility, Facility, Facility] = [
  {
    kind: 'health_post',
    from: PEOPLE.least,
    beds: [0, 6],
    nurses: [1, 2],
    doctors: [0, 0],
    patients: [15, 140],
    difficulties: [...DIFFICULTIES, 'no_refrigerator', 'no_clean_water'],
  },
  {
    kind: 'health_centre',
    from: SIZES_FROM.centre,
    beds: [4, 24],
    nurses: [2, 6],
    doctors: [0, 1],
    patients: [80, 420],
    difficulties: [...DIFFICULTIES, 'no_refrigerator', 'no_laboratory', 'no_ambulance'],
  },
  {
    kind: 'district_hospital',
    from: SIZES_FROM.hospital,
    beds: [24, 90],
    nurses: [8, 26],
    doctors: [1, 5],
    patients: [300, 1600],
    difficulties: [...DIFFICULTIES, 'no_ambulance', 'no_laboratory'],
  },
];

/**
 * Creates health facilities with the attributes of the health survey (specification, section 3).
 */
export function makeHealth(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('health');
  const hospitals = createNearest(0.3);
  const features: Feature<Point>[] = [];
  const inTowns = townSites(skeleton, 'district_hospital');
  for (const { place } of inTowns) hospitals.add(place);
  for (const village of surveyedVillages(skeleton)) {
    const { people, toRoad } = village;
    if (people < PEOPLE.least || !random.chance((people / CERTAIN) * (toRoad < 2 ? 1 : 0.5)))
      continue;
    const place = placeNear(village, WALK, skeleton, random);
    if (!place) continue;
    const isFar = hospitals.nearest(place, SIZES_FROM.apart) === null;
    const facility = FACILITIES[sizeOf(people, isFar, random)];
    if (facility.kind === 'district_hospital') hospitals.add(place);
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      properties: attributesOf(village, facility, features.length),
    });
  }
  const centres = townSites(skeleton, 'health_centre');
  for (const [sites, facility] of [
    [inTowns, FACILITIES[2]],
    [centres, FACILITIES[1]],
  ] as const)
    for (const { place, client } of sites)
      features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [...place] },
        properties: attributesOf(client, facility, features.length),
      });
  return features;
}

/** A facility of a town is larger than that of a village, with its population. */
const LARGER = { most: 3, people: 500_000 } as const;

function attributesOf(village: Surveyed | Client, facility: Facility, number: number) {
  const random = createRandom(`health-${number}`);
  const { kind, from, difficulties } = facility;
  const size = Math.min(1, Math.max(0, (village.people - from) / (PEOPLE.most - from)));
  const isTown = village.name === null;
  const larger = isTown ? 1 + LARGER.most * Math.min(1, village.people / LARGER.people) : 1;
  // The numbers grow with the village and with one another, but people of other villages come to
  // one clinic, and pass by the next.
  const luck = 0.3 * size + 0.1 * random.next();
  const within = ([low, high]: Range): number =>
    Math.round((low + (high - low) * Math.min(1, luck + 0.6 * random.next())) * larger);
  const patients = within(facility.patients);
  return {
    health_id: `H-${String(number + 1).padStart(5, '0')}`,
    name: NAMES[languageOf(village)](kind, village.name, number + 1),
    kind,
    village: village.name,
    beds: within(facility.beds),
    nurses: within(facility.nurses),
    gp_count: within(facility.doctors),
    patients: random.chance(0.05) ? null : Math.min(patients, Math.floor(village.people / 2)),
    admission_reasons: [
      REASONS.first,
      ...random.sample(REASONS.common, random.integer(1, 2)),
      ...random.sample(REASONS.rare, random.pick([0, 0, 1])),
    ],
    health_difficulties: random.sample(difficulties, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: surveyedOn(random, village) }),
  };
}

/** Returns the kind of facility for a population: a post, a centre or a hospital. */
function sizeOf(people: number, isFar: boolean, random: Random): 0 | 1 | 2 {
  if (people >= SIZES_FROM.hospital) return isFar && random.chance(0.35) ? 2 : 1;
  return people >= SIZES_FROM.centre && random.chance(0.5) ? 1 : 0;
}
