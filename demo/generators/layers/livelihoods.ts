import type { Feature, Point } from 'geojson';
import type { Place } from '../distance.ts';
import { createRandom } from '../random.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { createFarmland, type Farmland } from './farmland.ts';
import { placeNear } from './place-near.ts';
import {
  drawSurveyed,
  type Livelihood,
  LIVELIHOODS,
  type Spots,
  languageOf,
  vocabularyOf,
} from './vocabulary.ts';

/**
 * Lowest and highest distance from the village in kilometres, and the probability that a village
 * has such a place.
 */
const HABITS: Readonly<Record<Livelihood, { low: number; high: number; chance: number }>> = {
  fishing: { low: 0.3, high: 9, chance: 0.5 },
  farming: { low: 0.3, high: 4, chance: 0.6 },
  hunting: { low: 4, high: 15, chance: 0.35 },
  gathering: { low: 2, high: 8, chance: 0.4 },
  other: { low: 0.2, high: 3, chance: 0.15 },
};
/** Maximum distance to water for fishing, in kilometres. */
const FISHING = 2;
/** Maximum distance between a village of fishers and a large river or a lake, in kilometres. */
const BANK = 3;
/** Share of the villages on a large river or lake without a place of fishing that get one. */
const FISHERS = 0.8;
/** Distance in kilometres around a large town where nobody hunts. */
const HUNTING = 5;

/** Creates places of livelihoods by kind, at suitable distances to the village and to water. */
export function makeLivelihoods(skeleton: Skeleton, cover: LandCover): Feature<Point>[] {
  const random = createRandom('livelihoods');
  const farmlandAt = createFarmland(skeleton.geography, cover);
  const { nearBanks, nearWaters, settlement } = skeleton;
  const features: Feature<Point>[] = [];
  const add = (village: Surveyed, type: Livelihood, place: Place): void => {
    if (type === 'hunting' && settlement.isByCity(place, HUNTING)) return;
    const farmland = farmlandAt(place);
    features.push(featureOf(village, { type, place, farmland }, features.length));
  };
  surveyedVillages(skeleton).forEach((village, number) => {
    const draw = (type: Livelihood, from = random): Place | null => {
      const accept = (spot: Place): boolean =>
        type !== 'fishing' || nearWaters.nearest(spot, FISHING) !== null;
      return placeNear(village, { ...HABITS[type], accept }, skeleton, from);
    };
    for (const type of LIVELIHOODS) {
      const place = random.chance(HABITS[type].chance) ? draw(type) : null;
      if (place) add(village, type, place);
      else if (type === 'fishing' && nearBanks.nearest(village.place, BANK)) {
        // A sequence of its own: the places of the other villages do not depend on it.
        const own = createRandom(`fishers-${number}`);
        const spot = own.chance(FISHERS) ? draw(type, own) : null;
        if (spot) add(village, type, spot);
      }
    }
  });
  return features;
}

interface Spot {
  readonly type: Livelihood;
  readonly place: Place;
  readonly farmland: Farmland;
}

function featureOf(
  village: Surveyed,
  { type, place, farmland }: Spot,
  number: number,
): Feature<Point> {
  const random = createRandom(`livelihood-${number}`);
  const spots = vocabularyOf(village).spots[type].filter(
    ([, , on]) => on?.includes(farmland) ?? true,
  );
  // The name of the place says what it gives.
  const [spot, [main, ...others]] = random.pick(spots as unknown as Spots);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [...place] },
    properties: {
      livelihood_id: `L-${String(number + 1).padStart(5, '0')}`,
      type,
      name: random.chance(0.05) ? null : `${spot} ${random.integer(1, 9)}`,
      survey_language: languageOf(village),
      village: village.name,
      resources: [main, ...random.sample(others, random.integer(0, 2))],
      ...(random.chance(0.03) ? {} : { surveyed: drawSurveyed(random, village) }),
    },
  };
}
