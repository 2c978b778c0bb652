import type { Feature } from 'geojson';
import type { Raster } from '../../server/store/store.ts';
import { COVER_FILES, type LandCover, readLandCover } from './skeleton/land-cover.ts';
import { GEOGRAPHY_FILES } from './skeleton/geography.ts';
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
  readonly makes: Generated['kind'];
  /** Paths in the folder of the atlas that it cannot do without. */
  readonly needs: readonly string[];
  generate(context: GeneratorContext): Promise<Generated>;
}

/** Generators by the name that `load: { generate: NAME }` of a dataset gives. */
export type Generators = Readonly<Record<string, Generator>>;

/**
 * Changes whenever the skeleton or the real geography does, since all layers stand on them; raised
 * by hand, and a test that knows the bytes of each version says when.
 */
const GROUND_VERSION = '2';

const GROUND_FILES = [...GEOGRAPHY_FILES, ...COVER_FILES];

/** A generator of features that asks the skeleton only. */
export function features(
  version: string,
  make: (skeleton: Skeleton) => Iterable<Feature>,
): Generator {
  return {
    version: versionOf(version),
    makes: 'features',
    needs: GEOGRAPHY_FILES,
    async generate({ configDir }) {
      return { kind: 'features', features: make(await skeletonOf(configDir)) };
    },
  };
}

/** A generator of features that asks for the skeleton and the land cover. */
export function coveredFeatures(
  version: string,
  make: (skeleton: Skeleton, cover: LandCover) => Iterable<Feature>,
): Generator {
  return {
    version: versionOf(version),
    makes: 'features',
    needs: GROUND_FILES,
    async generate({ configDir }) {
      return { kind: 'features', features: make(...(await groundOf(configDir))) };
    },
  };
}

/** A generator of a raster from the skeleton and the land cover. */
export function raster(
  version: string,
  make: (skeleton: Skeleton, cover: LandCover) => Raster,
): Generator {
  return {
    version: versionOf(version),
    makes: 'raster',
    needs: GROUND_FILES,
    async generate({ configDir }) {
      return { kind: 'raster', raster: make(...(await groundOf(configDir))) };
    },
  };
}

function versionOf(version: string): string {
  return `${GROUND_VERSION}.${version}`;
}

function groundOf(configDir: string): Promise<[Skeleton, LandCover]> {
  return Promise.all([skeletonOf(configDir), readLandCover(configDir)]);
}
