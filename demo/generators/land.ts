import { coveredFeatures, features, type Generator, type Generators, raster } from './generator.ts';
import { makeAgroIndustry } from './layers/land/agro-industry.ts';
import { allocationOf } from './layers/land/allocation.ts';
import { makeCommunityForestLocations } from './layers/land/community-forest-locations.ts';
import { communityForestsOf } from './layers/land/community-forests.ts';
import {
  makeEsaLandCover,
  makeIntactForest,
  makeLandCover,
  makePrimaryForest,
} from './layers/land/forest-rasters.ts';
import { makeLandscapes } from './layers/land/landscapes.ts';
import { makeLoggingRoads } from './layers/land/logging-roads.ts';
import { makeMining } from './layers/land/mining.ts';
import { makeOilPermits } from './layers/land/oil-permits.ts';
import { makeRedd } from './layers/redd.ts';
import { makeRoads } from './layers/roads.ts';
import { makeTreeCover } from './layers/tree-cover.ts';
import { COUNTRIES } from './skeleton/geography.ts';

/** Layers of land allocation, forests and infrastructure. */
export const landGenerators: Generators = {
  ...eachOf('logging', COUNTRIES, (country) =>
    coveredFeatures((skeleton, cover) => allocationOf(skeleton, cover).logging[country]),
  ),
  ...eachOf('mining', ['cmr', 'cod', 'caf', 'cog', 'gab'], (country) =>
    coveredFeatures((skeleton, cover) => makeMining(skeleton, cover, country)),
  ),
  ...eachOf('oil-permits', ['cod', 'cog'], (country) =>
    coveredFeatures((skeleton, cover) => makeOilPermits(skeleton, cover, country)),
  ),
  ...eachOf('agro-industry', ['cmr', 'cod', 'cog', 'gab'], (country) =>
    coveredFeatures((skeleton, cover) => makeAgroIndustry(skeleton, cover, country)),
  ),
  ...eachOf('protected-areas', COUNTRIES, (country) =>
    coveredFeatures((skeleton, cover) => allocationOf(skeleton, cover).parks[country]),
  ),
  ...eachOf('redd', ['cod', 'cog'], (country) =>
    coveredFeatures((skeleton, cover) => makeRedd(skeleton, cover, country)),
  ),
  ...eachOf('community-forests', ['cmr', 'cod', 'gab'], (country) =>
    coveredFeatures((skeleton, cover) => communityForestsOf(skeleton, cover, country)),
  ),
  'community-forest-locations': coveredFeatures(makeCommunityForestLocations),
  landscapes: coveredFeatures(makeLandscapes),
  'logging-roads': coveredFeatures(makeLoggingRoads),
  roads: features(makeRoads),
  'tree-cover': raster(makeTreeCover),
  'intact-forest-landscape': raster(makeIntactForest),
  'primary-humid-forest': raster(makePrimaryForest),
  'land-cover': raster(makeLandCover),
  'esa-land-cover': raster(makeEsaLandCover),
};

/** Creates one generator for each country, named `<name>-<country>`. */
function eachOf<C extends string>(
  name: string,
  countries: readonly C[],
  make: (country: C) => Generator,
): Generators {
  return Object.fromEntries(countries.map((country) => [`${name}-${country}`, make(country)]));
}
