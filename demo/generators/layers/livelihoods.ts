import type { Feature, Point } from 'geojson';
import type { Place } from '../distance.ts';
import { createRandom } from '../random.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { type Surveyed, surveyedVillages } from './campaigns.ts';
import { placeNear } from './place-near.ts';
import {
  drawSurveyed,
  type Livelihood,
  LIVELIHOODS,
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

/** Creates places of livelihoods by kind, at suitable distances to the village and to water. */
export function makeLivelihoods(skeleton: Skeleton): Feature<Point>[] {
  const random = createRandom('livelihoods');
  const features: Feature<Point>[] = [];
  for (const village of surveyedVillages(skeleton)) {
    for (const type of LIVELIHOODS) {
      if (!random.chance(HABITS[type].chance)) continue;
      const accept = (spot: Place): boolean =>
        type !== 'fishing' || skeleton.nearWaters.nearest(spot, FISHING) !== null;
      const place = placeNear(village, { ...HABITS[type], accept }, skeleton, random);
      if (place) features.push(featureOf(village, type, place, features.length));
    }
  }
  return features;
}

function featureOf(
  village: Surveyed,
  type: Livelihood,
  place: Place,
  number: number,
): Feature<Point> {
  const random = createRandom(`livelihood-${number}`);
  // The name of the place says what it gives.
  const [spot, [main, ...others]] = random.pick(vocabularyOf(village).spots[type]);
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
