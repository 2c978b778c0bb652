import type { Feature, Point } from 'geojson';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import { drawClan, drawSurveyed, languageOf } from './vocabulary.ts';

/** Possible numbers of sites near a village; a number that occurs twice is twice as likely. */
const COUNTS = [0, 0, 1, 1, 2] as const;
const WALK = { low: 0.2, high: 3.5 };

/** Names of sites, by kind. */
const NAMES = {
  en: {
    sacred_grove: 'Sacred grove no.',
    burial_ground: 'Burial ground no.',
    spring_of_the_ancestors: 'Spring of the ancestors no.',
    place_of_initiation: 'Place of initiation no.',
    old_village_site: 'Old village site no.',
    council_tree: 'Council tree no.',
  },
  fr: {
    sacred_grove: 'Bois sacré nº',
    burial_ground: 'Lieu de sépulture nº',
    spring_of_the_ancestors: 'Source des ancêtres nº',
    place_of_initiation: 'Lieu d’initiation nº',
    old_village_site: 'Ancien site du village nº',
    council_tree: 'Arbre à palabres nº',
  },
} as const;

const ANSWERS = {
  kinds: [
    'sacred_grove',
    'burial_ground',
    'spring_of_the_ancestors',
    'place_of_initiation',
    'old_village_site',
    'council_tree',
  ],
  uses: ['yearly_ceremony', 'offerings_before_planting', 'settling_of_disputes', 'mourning'],
  rules: [
    'visits_with_an_elder_only',
    'no_cutting_of_trees',
    'no_hunting',
    'closed_during_ceremonies',
  ],
} as const;

/** Creates cultural sites of villages and clans. This layer has the strictest permission. */
export function makeCulture(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('culture');
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    const count = random.pick(COUNTS);
    for (let i = 0; i < count; i++) {
      const place = placeNear(village, WALK, skeleton, random);
      if (!place) continue;
      features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [...place] },
        properties: attributesOf(village, features.length),
      });
    }
  }
  return features;
}

function attributesOf(village: Surveyed, number: number) {
  const random = createRandom(`culture-${number}`);
  const kind = random.pick(ANSWERS.kinds);
  return {
    culture_id: `C-${String(number + 1).padStart(5, '0')}`,
    name: random.chance(0.06)
      ? null
      : `${NAMES[languageOf(village)][kind]} ${random.integer(1, 90)}`,
    survey_language: languageOf(village),
    kind,
    village: village.name,
    clan: random.chance(0.08) ? null : drawClan(random, village),
    uses: random.sample(ANSWERS.uses, random.integer(1, 2)),
    rules: random.sample(ANSWERS.rules, random.integer(1, 2)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}
