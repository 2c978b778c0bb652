import type { Feature, Point } from 'geojson';
import { createNearest, kilometres, type Place } from '../distance.ts';
import { createRandom, type Random } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton, Village } from '../skeleton/skeleton.ts';
import { placeNear } from './place-near.ts';
import { drawDate, languageOf } from './vocabulary.ts';

/** Kilometres from every village, and from the village that uses the camp at most. */
const AWAY = { low: 5, high: 16 };
/** Percent of tree cover at least, and kilometres between camps. */
const FORESTED = 60;
const SPACING = 2.5;
const CHANCE = 0.4;
/** Kilometres from water within which a camp lives from fishing. */
const FISHING = 1.5;

const WORDS = {
  en: {
    names: [
      'Camp at the ford',
      'Rock camp',
      'Old palm camp',
      'Camp of the two streams',
      'Salt camp',
    ],
    kinds: { fishing: 'fishing camp', other: ['hunting camp', 'gathering camp', 'seasonal camp'] },
    seasons: ['dry season', 'small rains', 'main rains', 'all year'],
    shelters: ['leaf huts', 'open shelters', 'huts of bark', 'tarpaulins'],
    uses: ['smoking of fish', 'smoking of meat', 'honey', 'nuts and fruits', 'rattan', 'remedies'],
  },
  fr: {
    names: [
      'Campement du gué',
      'Campement du rocher',
      'Campement du vieux palmier',
      'Campement des deux ruisseaux',
      'Campement de la saline',
    ],
    kinds: {
      fishing: 'campement de pêche',
      other: ['campement de chasse', 'campement de cueillette', 'campement saisonnier'],
    },
    seasons: [
      'saison sèche',
      'petite saison des pluies',
      'grande saison des pluies',
      'toute l’année',
    ],
    shelters: ['huttes de feuilles', 'abris ouverts', 'huttes d’écorce', 'bâches'],
    uses: [
      'fumage du poisson',
      'fumage de la viande',
      'miel',
      'noix et fruits',
      'rotin',
      'plantes médicinales',
    ],
  },
} as const;

/** Makes camps in the forest, further than five kilometres from any village. */
export function makeCamps(skeleton: Skeleton, cover: LandCover): Feature<Point>[] {
  const random = createRandom('camps');
  const taken = createNearest(0.03);
  const isWild = (place: Place): boolean =>
    (cover.treesAt(place) ?? 0) >= FORESTED &&
    skeleton.nearVillages.nearest(place, AWAY.low) === null &&
    taken.nearest(place, SPACING) === null;
  const features: Feature<Point>[] = [];
  for (const village of skeleton.villages) {
    if (!random.chance(CHANCE)) continue;
    const place = placeNear(village, AWAY, skeleton, random, isWild);
    if (!place) continue;
    taken.add(place);
    const fishes = skeleton.nearWaters.nearest(place, FISHING) !== null;
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [...place] },
      properties: attributesOf(village, place, fishes, features.length),
    });
  }
  return features;
}

function attributesOf(village: Village, place: Place, fishes: boolean, number: number) {
  const random = createRandom(`camp-${number}`);
  const words = WORDS[languageOf(village)];
  const people = drawPeople(random);
  return {
    camp_id: `K-${String(number + 1).padStart(4, '0')}`,
    name: random.chance(0.06) ? null : random.pick(words.names),
    kind: fishes && random.chance(0.7) ? words.kinds.fishing : random.pick(words.kinds.other),
    village: village.name,
    distance: Math.round(kilometres(village.place, place) * 10) / 10,
    people,
    shelters: Math.max(1, Math.round(people / random.between(2.5, 5))),
    shelter_type: random.pick(words.shelters),
    season: random.pick(words.seasons),
    uses: random.sample(words.uses, random.integer(1, 3)),
    ...(random.chance(0.03) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}

const drawPeople = (random: Random): number => 3 + Math.floor(random.next() * random.next() * 45);
