import type { Feature, Point } from 'geojson';
import { createRandom } from '../random.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { placeNear } from './place-near.ts';
import { drawClan, drawDate, languageOf, vocabularyOf } from './vocabulary.ts';

/** Sites stand near villages; a village has one or two, or none that it wants to show. */
const COUNTS = [0, 0, 1, 1, 2] as const;
const WALK = { low: 0.2, high: 3.5 };

const WORDS = {
  en: {
    kinds: [
      'sacred grove',
      'burial ground',
      'spring of the ancestors',
      'place of initiation',
      'old village site',
      'council tree',
    ],
    number: (kind: string, number: number) =>
      `${kind[0]!.toUpperCase()}${kind.slice(1)} no. ${number}`,
    uses: ['yearly ceremony', 'offerings before planting', 'settling of disputes', 'mourning'],
    rules: [
      'visits with an elder only',
      'no cutting of trees',
      'no hunting',
      'closed during ceremonies',
    ],
  },
  fr: {
    kinds: [
      'bois sacré',
      'lieu de sépulture',
      'source des ancêtres',
      'lieu d’initiation',
      'ancien site du village',
      'arbre à palabres',
    ],
    number: (kind: string, number: number) =>
      `${kind[0]!.toUpperCase()}${kind.slice(1)} nº ${number}`,
    uses: [
      'cérémonie annuelle',
      'offrandes avant les semis',
      'règlement des conflits',
      'cérémonies de deuil',
    ],
    rules: [
      'visite avec un ancien seulement',
      'coupe de bois interdite',
      'chasse interdite',
      'fermé pendant les cérémonies',
    ],
  },
} as const;

/** Makes places that matter to a village or a clan; the most protected of the layers. */
export function makeCulture(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('culture');
  const features: Feature<Point>[] = [];
  for (const village of skeleton.villages) {
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

function attributesOf(village: Village, number: number) {
  const random = createRandom(`culture-${number}`);
  const words = WORDS[languageOf(village)];
  const kind = random.pick(words.kinds);
  return {
    culture_id: `C-${String(number + 1).padStart(5, '0')}`,
    name: random.chance(0.06) ? null : words.number(kind, random.integer(1, 90)),
    kind,
    village: village.name,
    clan: random.chance(0.08) ? null : drawClan(random, vocabularyOf(village)),
    uses: random.sample(words.uses, random.integer(1, 2)),
    rules: random.sample(words.rules, random.integer(1, 2)),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}
