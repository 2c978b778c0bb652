import type { Feature, Point } from 'geojson';
import { createRandom, type Random } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { placeNear } from './place-near.ts';
import { drawDate, languageOf } from './vocabulary.ts';

/** A school for every third village, more often beside a road, within walking distance. */
const CHANCE = { road: 0.4, path: 0.27 };
const WALK = { low: 0.05, high: 0.9 };

const WORDS = {
  en: {
    levels: ['nursery school', 'primary school', 'secondary school'],
    name: (level: string, village: string) => `${village} ${level}`,
    buildings: ['mud brick', 'planks', 'cement block', 'open shelter', 'wattle and daub'],
    qualities: [
      'teachers live in the village',
      'meals for pupils',
      'active parents’ association',
      'school garden',
      'teaching in the local language',
      'textbooks for every class',
    ],
    difficulties: [
      'not enough benches',
      'leaking roof',
      'unpaid teachers',
      'pupils leave at harvest time',
      'no latrines',
      'long way for the small ones',
      'no textbooks',
    ],
  },
  fr: {
    levels: ['école maternelle', 'école primaire', 'collège'],
    name: (level: string, village: string) =>
      `${level[0]!.toUpperCase()}${level.slice(1)} de ${village}`,
    buildings: ['briques d’adobe', 'planches', 'parpaings', 'hangar ouvert', 'pisé'],
    qualities: [
      'enseignants logés au village',
      'cantine scolaire',
      'comité de parents actif',
      'jardin scolaire',
      'enseignement en langue locale',
      'manuels pour chaque classe',
    ],
    difficulties: [
      'manque de bancs',
      'toiture en mauvais état',
      'enseignants non payés',
      'absences au temps des récoltes',
      'absence de latrines',
      'long trajet pour les plus petits',
      'manque de manuels',
    ],
  },
} as const;

/** Makes schools with the attributes of the education survey (specification, section 3). */
export function makeEducation(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('education');
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
  const random = createRandom(`education-${number}`);
  const words = WORDS[languageOf(village)];
  const stage = random.pick([0, 1, 1, 1, 1, 1, 1, 2] as const);
  const level = words.levels[stage];
  const students = drawStudents(stage, random);
  return {
    education_id: `E-${String(number + 1).padStart(5, '0')}`,
    name: words.name(level, village.name),
    level,
    village: village.name,
    students,
    teachers: Math.ceil(students / random.between(32, 64)),
    classes: Math.max(1, Math.min(stage === 1 ? 6 : 4, Math.round(students / 38))),
    building_type: random.chance(0.04) ? null : random.pick(words.buildings),
    qualities: random.sample(words.qualities, random.integer(0, 2)),
    school_difficulties: random.sample(words.difficulties, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}

function drawStudents(stage: 0 | 1 | 2, random: Random): number {
  const most = [60, 420, 240][stage]!;
  return Math.round(18 + random.next() * random.next() * most);
}
