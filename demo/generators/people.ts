import { coveredFeatures, features, type Generators, raster } from './generator.ts';
import { makeCamps } from './layers/camps.ts';
import { makeCulture } from './layers/culture.ts';
import { makeEducation } from './layers/education.ts';
import { makeFarmingAreas, makeFarmingPoints } from './layers/farming.ts';
import { makeHealth } from './layers/health.ts';
import { makeIndigenousPeoples } from './layers/indigenous-peoples.ts';
import { allocationOf } from './layers/land/allocation.ts';
import { makeLivelihoods } from './layers/livelihoods.ts';
import { makeManiemaLandUse } from './layers/maniema-land-use.ts';
import { makeNgutiLandUse } from './layers/nguti-land-use.ts';
import { makePopulatedPlaces } from './layers/populated-places.ts';
import { makeSampleAreas } from './layers/sample-areas.ts';
import { makeSurveyAreas } from './layers/survey-areas.ts';
import { makeTenure } from './layers/tenure.ts';
import { makeUnmappedAreas } from './layers/unmapped-areas.ts';
import { makeVillages } from './layers/villages.ts';

/** Layers mapped with communities, and land-use plans. */
export const peopleGenerators: Generators = {
  villages: coveredFeatures(makeVillages),
  tenure: coveredFeatures((skeleton, cover) =>
    makeTenure(skeleton, allocationOf(skeleton, cover).isUnit),
  ),
  livelihoods: coveredFeatures(makeLivelihoods),
  culture: features(makeCulture),
  education: features(makeEducation),
  health: features(makeHealth),
  'survey-areas': features(makeSurveyAreas),
  'sample-areas': features(makeSampleAreas),
  'unmapped-areas': features(makeUnmappedAreas),
  camps: coveredFeatures(makeCamps),
  'farming-points': coveredFeatures(makeFarmingPoints),
  'farming-areas': coveredFeatures(makeFarmingAreas),
  'indigenous-peoples': coveredFeatures(makeIndigenousPeoples),
  'populated-places': raster(makePopulatedPlaces),
  'maniema-land-use': features(makeManiemaLandUse),
  'nguti-land-use': features(makeNgutiLandUse),
};
