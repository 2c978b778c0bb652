import type { Feature, Point } from 'geojson';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { drawWeighted, inProvince } from './farmland.ts';
import { placeNear } from './place-near.ts';
import { drawClan, drawSurveyed, languageOf } from './vocabulary.ts';

/** Possible numbers of sites near a village; a number that occurs twice is twice as likely. */
const COUNTS = [0, 0, 1, 1, 2] as const;
const WALK = { low: 0.2, high: 3.5 };
/** Distance of what is in the village, in kilometres. */
const INSIDE = { low: 0.02, high: 0.25 };

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

/** Kinds of sites with their weights, which differ between provinces. */
const KINDS = {
  sacred_grove: 3,
  burial_ground: 4.5,
  spring_of_the_ancestors: 1.2,
  place_of_initiation: 1,
  old_village_site: 3.5,
  council_tree: 2,
} as const;
type Kind = keyof typeof KINDS;

const ELDER = 'visits_with_an_elder_only';
const TREES = 'no_cutting_of_trees';
const GAME = 'no_hunting';
const CLOSED = 'closed_during_ceremonies';

/** What a site is used for, and the rules for visits, by its kind. */
const CUSTOMS: Readonly<
  Record<Kind, { readonly uses: readonly string[]; readonly rules: readonly string[] }>
> = {
  sacred_grove: {
    uses: ['yearly_ceremony', 'offerings_before_planting'],
    rules: [ELDER, TREES, GAME, CLOSED],
  },
  burial_ground: { uses: ['mourning', 'yearly_ceremony'], rules: [ELDER, TREES, CLOSED] },
  spring_of_the_ancestors: {
    uses: ['offerings_before_planting', 'yearly_ceremony'],
    rules: [ELDER, TREES, CLOSED],
  },
  place_of_initiation: { uses: ['yearly_ceremony'], rules: [ELDER, GAME, CLOSED] },
  old_village_site: { uses: ['mourning', 'yearly_ceremony'], rules: [ELDER, TREES] },
  council_tree: { uses: ['settling_of_disputes', 'yearly_ceremony'], rules: [TREES, CLOSED] },
};

/** Creates cultural sites of villages and clans. This layer has the strictest permission. */
export function makeCulture(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('culture');
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    const count = random.pick(COUNTS);
    for (let i = 0; i < count; i++) {
      const [kind] = drawWeighted(inProvince<Kind>(KINDS, village.province), 1, random) as [Kind];
      const walk = kind === 'council_tree' ? INSIDE : WALK;
      const place = placeNear(village, walk, skeleton, random);
      if (!place) continue;
      features.push({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [...place] },
        properties: attributesOf(village, kind, features.length),
      });
    }
  }
  return features;
}

function attributesOf(village: Surveyed, kind: Kind, number: number) {
  const random = createRandom(`culture-${number}`);
  const { uses, rules } = CUSTOMS[kind];
  return {
    culture_id: `C-${String(number + 1).padStart(5, '0')}`,
    name: random.chance(0.06)
      ? null
      : `${NAMES[languageOf(village)][kind]} ${random.integer(1, 9)}`,
    survey_language: languageOf(village),
    kind,
    village: village.name,
    clan: random.chance(0.08) ? null : drawClan(random, village),
    uses: random.sample(uses, random.integer(1, 2)),
    rules: random.sample(rules, random.integer(1, 2)),
    ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
  };
}
