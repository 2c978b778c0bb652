import type { Feature } from 'geojson';
import type { Raster } from '../../server/store/store.ts';
import { makeLivelihoods } from './layers/livelihoods.ts';
import { makeNgutiLandUse } from './layers/nguti-land-use.ts';
import { makeRedd, type ReddCountry } from './layers/redd.ts';
import { makeTenure } from './layers/tenure.ts';
import { makeTreeCover } from './layers/tree-cover.ts';
import { makeVillages } from './layers/villages.ts';
import { readLandCover } from './skeleton/land-cover.ts';
import { type Skeleton, skeletonOf } from './skeleton/skeleton.ts';

/** What a generator makes. */
export type Generated =
  | { readonly kind: 'features'; readonly features: Iterable<Feature> }
  | { readonly kind: 'raster'; readonly raster: Raster };

export interface GeneratorContext {
  /** Folder of the atlas; the real geography stands in its `data/geography`. */
  readonly configDir: string;
}

/** Makes the demonstration data of one dataset: the same geography gives the same bytes. */
export interface Generator {
  /** Changes whenever the output does; part of a load's stamp. */
  readonly version: string;
  generate(context: GeneratorContext): Promise<Generated>;
}

/**
 * Changes whenever the skeleton or the real geography does, since all layers stand on them; raised
 * by hand, and a test that knows the bytes of each version says when.
 */
const GROUND_VERSION = '1';

/** The generators that `load: { generate: NAME }` of a dataset names. */
export const generators: Readonly<Record<string, Generator>> = {
  villages: features('1', makeVillages),
  tenure: features('1', makeTenure),
  livelihoods: features('1', makeLivelihoods),
  'nguti-land-use': features('1', makeNgutiLandUse),
  'redd-cod': redd('1', 'cod'),
  'redd-cog': redd('1', 'cog'),
  'tree-cover': {
    version: versionOf('1'),
    async generate({ configDir }) {
      const [skeleton, cover] = await Promise.all([
        skeletonOf(configDir),
        readLandCover(configDir),
      ]);
      return { kind: 'raster', raster: makeTreeCover(skeleton, cover) };
    },
  },
};

function versionOf(version: string): string {
  return `${GROUND_VERSION}.${version}`;
}

function features(version: string, make: (skeleton: Skeleton) => Iterable<Feature>): Generator {
  return {
    version: versionOf(version),
    async generate({ configDir }) {
      return { kind: 'features', features: make(await skeletonOf(configDir)) };
    },
  };
}

function redd(version: string, country: ReddCountry): Generator {
  return {
    version: versionOf(version),
    async generate({ configDir }) {
      const [skeleton, cover] = await Promise.all([
        skeletonOf(configDir),
        readLandCover(configDir),
      ]);
      return { kind: 'features', features: makeRedd(skeleton, cover, country) };
    },
  };
}
