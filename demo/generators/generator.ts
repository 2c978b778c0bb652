import type { Feature } from 'geojson';
import type { Raster } from '../../server/store/store.ts';
import { type LandCover, readLandCover } from './skeleton/land-cover.ts';
import { type Skeleton, skeletonOf } from './skeleton/skeleton.ts';

/** The output of a generator. */
export type Generated =
  | { readonly kind: 'features'; readonly features: Iterable<Feature> }
  | { readonly kind: 'raster'; readonly raster: Raster };

export interface GeneratorContext {
  /** Configuration folder of the atlas. The real geography is in its folder `data/geography`. */
  readonly configDir: string;
}

/** Makes the demonstration data of one dataset: the same geography gives the same bytes. */
export interface Generator {
  generate(context: GeneratorContext): Promise<Generated>;
}

/** Generators by the name of the layer. The file of the layer has the same name. */
export type Generators = Readonly<Record<string, Generator>>;

/** Creates a generator of features that reads only the skeleton. */
export function features(make: (skeleton: Skeleton) => Iterable<Feature>): Generator {
  return {
    async generate({ configDir }) {
      return { kind: 'features', features: make(await skeletonOf(configDir)) };
    },
  };
}

/** Creates a generator of features that reads the skeleton and the land cover. */
export function coveredFeatures(
  make: (skeleton: Skeleton, cover: LandCover) => Iterable<Feature>,
): Generator {
  return {
    async generate({ configDir }) {
      return { kind: 'features', features: make(...(await groundOf(configDir))) };
    },
  };
}

/** Creates a generator of a raster from the skeleton and the land cover. */
export function raster(make: (skeleton: Skeleton, cover: LandCover) => Raster): Generator {
  return {
    async generate({ configDir }) {
      return { kind: 'raster', raster: make(...(await groundOf(configDir))) };
    },
  };
}

function groundOf(configDir: string): Promise<[Skeleton, LandCover]> {
  return Promise.all([skeletonOf(configDir), readLandCover(configDir)]);
}
