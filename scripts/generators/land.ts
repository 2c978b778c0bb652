import { coveredFeatures, type Generators, raster } from './generator.ts';
import { makeRedd } from './layers/redd.ts';
import { makeTreeCover } from './layers/tree-cover.ts';

/** What governments allocate, forests, and what is built in them. */
export const landGenerators: Generators = {
  'redd-cod': coveredFeatures('1', (skeleton, cover) => makeRedd(skeleton, cover, 'cod')),
  'redd-cog': coveredFeatures('1', (skeleton, cover) => makeRedd(skeleton, cover, 'cog')),
  'tree-cover': raster('1', makeTreeCover),
};
