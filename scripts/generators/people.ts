import { features, type Generators } from './generator.ts';
import { makeLivelihoods } from './layers/livelihoods.ts';
import { makeNgutiLandUse } from './layers/nguti-land-use.ts';
import { makeTenure } from './layers/tenure.ts';
import { makeVillages } from './layers/villages.ts';

/** What was mapped with communities, and the plans made with them. */
export const peopleGenerators: Generators = {
  villages: features('2', makeVillages),
  tenure: features('1', makeTenure),
  livelihoods: features('1', makeLivelihoods),
  'nguti-land-use': features('1', makeNgutiLandUse),
};
