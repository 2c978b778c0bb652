import type { Bounds } from './model.ts';

/** The values of a field at the last load, also for undeclared fields. */
export interface FoundField {
  /** The declared type, or the type that fits an undeclared field. */
  readonly type?: string;
  readonly count: number;
  readonly nulls: number;
  readonly unread: number;
  readonly distinct: number;
  /** Distinct values with counts; absent when there are too many. */
  readonly values?: readonly (readonly [value: string | number | boolean, count: number])[];
  readonly min?: number | string;
  readonly max?: number | string;
}

/** A feature that a message names. */
export interface NamedFeature {
  /** Index of the feature in the input, from 0. */
  readonly index: number;
  /** Line of the file, from 1; absent for formats without lines. */
  readonly line?: number;
  /** The key of the feature, or else its first text. */
  readonly name?: string;
}

/** Facts about the features of a dataset that pass `only`. */
export interface DataFacts {
  /** Number of features by kind of geometry: `point`, `line`, `polygon`. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly withoutGeometry?: number;
  /** The box around all geometries in the data; null without geometries. */
  readonly bounds?: Bounds | null;
  readonly outsideRegion: number;
  readonly outsideWorld: number;
  /** Number of features that are in the region only if longitude and latitude are swapped. */
  readonly swapped?: number;
  /** The first five features of a message, by its code and, after a space, its field. */
  readonly named?: Readonly<Record<string, readonly NamedFeature[]>>;
  /** The number of null keys, and of repeated keys. */
  readonly keys: {
    readonly nulls: number;
    readonly repeated: number;
    readonly examples: readonly string[];
  };
  /** By field: texts whose UTF-8 was decoded as Latin-1. */
  readonly misEncoded: Readonly<
    Record<string, { readonly count: number; readonly example: string }>
  >;
  /** By field: texts longer than a popup shows, and the length of the longest in characters. */
  readonly longTexts?: Readonly<
    Record<string, { readonly count: number; readonly longest: number }>
  >;
  /** By field: values that its type cannot parse, as in the file. */
  readonly unreadExamples: Readonly<Record<string, readonly string[]>>;
  /**
   * Number of features in each project's copy, by id of the copy. 0 is exact; a larger number may be
   * too large.
   */
  readonly copies: Readonly<Record<string, number>>;
  /**
   * Number of matching features, by id of the dataset or copy and by `keyOfAsked`. 0 is exact; a
   * larger number may be too large.
   */
  readonly passing?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * By field of photos: photos that are not in its folder, and the file that the first one probably
   * means.
   */
  readonly missingPhotos?: Readonly<
    Record<
      string,
      { readonly count: number; readonly examples: readonly string[]; readonly nearest?: string }
    >
  >;
  /** Polygons whose area a repair changes by more than 1 %, and the largest change in percent. */
  readonly changedByRepair?: { readonly count: number; readonly most: number };
  /** The largest tile of the last zoom, if it exceeds the budget, with its size after compression. */
  readonly largeTile?: {
    readonly zoom: number;
    readonly x: number;
    readonly y: number;
    readonly bytes: number;
  };
  /** Records that were rejected because their coordinates cannot be read; absent for none. */
  readonly refused?: {
    readonly count: number;
    readonly first: readonly (NamedFeature & {
      readonly reason: string;
      readonly angle?: Angle;
    })[];
  };
}

/** A coordinate in degrees, minutes and seconds, such as `4°15'30"N`. */
export interface Angle {
  readonly found: string;
  /** The line of the file, from 1. */
  readonly line: number;
  /** The column of the table. */
  readonly column: string;
}

/**
 * What a raster file states about its pixels, as GDAL writes it: a pixel `v` means
 * `v` × `scale` + `offset` in `unit`.
 */
export interface StatedPixels {
  readonly scale: number;
  readonly offset: number;
  readonly unit?: string;
}

/** Facts about the features of a dataset. `count` is the number of features that pass `only`. */
export interface DatasetProfile {
  /** For a raster: the values of its pixels, each with its number of pixels. */
  readonly pixels?: readonly (readonly [value: number, count: number])[];
  /** For a raster whose file states a scale, an offset or a unit. */
  readonly stated?: StatedPixels;
  readonly count: number;
  readonly fields: Readonly<Record<string, FoundField>>;
  readonly data?: DataFacts;
}
