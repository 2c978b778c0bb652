import { coveredFeatures, features, type Generators, raster } from './generator.ts';
import { makeCamps } from './layers/camps.ts';
import { makeCulture } from './layers/culture.ts';
import { makeEducation } from './layers/education.ts';
import { makeFarmingAreas, makeFarmingPoints } from './layers/farming.ts';
import { makeHealth } from './layers/health.ts';
import { makeIndigenousPeoples } from './layers/indigenous-peoples.ts';
import { makeLivelihoods } from './layers/livelihoods.ts';
import { makeManiemaLandUse } from './layers/maniema-land-use.ts';
import { makeNgutiLandUse } from './layers/nguti-land-use.ts';
import { makePopulatedPlaces } from './layers/populated-places.ts';
import { makeSurveyAreas } from './layers/survey-areas.ts';
import { makeTenure } from './layers/tenure.ts';
import { makeVillages } from './layers/villages.ts';

/** What was mapped with communities, and the plans made with them. */
export const peopleGenerators: Generators = {
  villages: features('2', makeVillages),
  tenure: features('1', makeTenure),
  livelihoods: features('1', makeLivelihoods),
  culture: features('1', makeCulture),
  education: features('1', makeEducation),
  health: features('1', makeHealth),
  'survey-areas': features('1', makeSurveyAreas),
  camps: coveredFeatures('1', makeCamps),
  'farming-points': features('2', makeFarmingPoints),
  'farming-areas': features('1', makeFarmingAreas),
  'indigenous-peoples': coveredFeatures('1', makeIndigenousPeoples),
  'populated-places': raster('1', makePopulatedPlaces),
  'maniema-land-use': features('1', makeManiemaLandUse),
  'nguti-land-use': features('2', makeNgutiLandUse),
};
