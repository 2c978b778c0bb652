import type { Feature, Point } from 'geojson';
import { createRandom } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { placeNear } from './place-near.ts';
import { drawDate, languageOf } from './vocabulary.ts';

/** A post for every eighth village, most of them beside a road. */
const CHANCE = { road: 0.22, path: 0.08 };
const WALK = { low: 0.05, high: 0.8 };

const WORDS = {
  en: {
    kinds: ['health post', 'health centre', 'district hospital'],
    name: (kind: string, village: string) => `${village} ${kind}`,
    reasons: [
      'malaria',
      'respiratory infections',
      'diarrhoea',
      'births',
      'injuries at work',
      'skin infections',
      'snake bites',
    ],
    difficulties: [
      'no medicines for weeks',
      'no refrigerator',
      'no ambulance',
      'unpaid staff',
      'no clean water',
      'patients cannot pay',
      'no laboratory',
    ],
  },
  fr: {
    kinds: ['poste de santé', 'centre de santé', 'hôpital de district'],
    name: (kind: string, village: string) =>
      `${kind[0]!.toUpperCase()}${kind.slice(1)} de ${village}`,
    reasons: [
      'paludisme',
      'infections respiratoires',
      'diarrhées',
      'accouchements',
      'accidents du travail',
      'infections de la peau',
      'morsures de serpent',
    ],
    difficulties: [
      'ruptures de médicaments',
      'pas de réfrigérateur',
      'pas d’ambulance',
      'personnel non payé',
      'manque d’eau potable',
      'patients sans moyens de payer',
      'pas de laboratoire',
    ],
  },
} as const;

/** Beds, nurses and patients a month at least and at most, by kind of house. */
const SIZES = [
  { beds: [0, 6], nurses: [1, 2], doctors: [0, 0], patients: [20, 140] },
  { beds: [4, 18], nurses: [2, 5], doctors: [0, 1], patients: [80, 420] },
  { beds: [24, 90], nurses: [8, 26], doctors: [1, 5], patients: [300, 1600] },
] as const;

/** Makes health posts with the attributes of the health survey (specification, section 3). */
export function makeHealth(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('health');
  const features: Feature<Point>[] = [];
  for (const village of skeleton.villages) {
    if (!random.chance(village.toRoad < 2 ? CHANCE.road : CHANCE.path)) continue;
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

function attributesOf(village: Village, number: number) {
  const random = createRandom(`health-${number}`);
  const words = WORDS[languageOf(village)];
  const size = random.pick([0, 0, 0, 0, 0, 0, 1, 1, 1, 2] as const);
  const { beds, nurses, doctors, patients } = SIZES[size];
  const kind = words.kinds[size];
  const within = ([low, high]: readonly [number, number]): number => random.integer(low, high);
  return {
    health_id: `H-${String(number + 1).padStart(5, '0')}`,
    name: words.name(kind, village.name),
    kind,
    village: village.name,
    beds: within(beds),
    nurses: within(nurses),
    gp_count: within(doctors),
    patients: random.chance(0.05) ? null : within(patients),
    admission_reasons: random.sample(words.reasons, random.integer(2, 4)),
    health_difficulties: random.sample(words.difficulties, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}
