import type { Bounds } from './model.ts';

/** What the values of a field looked like at the last load; undeclared fields included. */
export interface FoundField {
  /** The declared type, or what would fit an undeclared field. */
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

/** A feature as messages name it. */
export interface NamedFeature {
  /** Place in the input, from 0. */
  readonly index: number;
  /** Line of the file, from 1; absent where features have no lines. */
  readonly line?: number;
  /** Its key, else its first text. */
  readonly name?: string;
}

/** What was found in the features of a dataset as a whole, after `only`. */
export interface DataFacts {
  /** Features by kind of geometry: `point`, `line`, `polygon`. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly withoutGeometry?: number;
  /** The box around all geometries as they stand in the data; null where there is none. */
  readonly bounds?: Bounds | null;
  readonly outsideRegion: number;
  readonly outsideWorld: number;
  /** Features that are in the region once longitude and latitude are exchanged, and only then. */
  readonly swapped?: number;
  /** The first five features that a message is about, by its code and, after a space, its field. */
  readonly named?: Readonly<Record<string, readonly NamedFeature[]>>;
  /** Keys that are null, and values that stand more than once. */
  readonly keys: {
    readonly nulls: number;
    readonly repeated: number;
    readonly examples: readonly string[];
  };
  /** By field: texts that are UTF-8 read as Latin-1. */
  readonly misEncoded: Readonly<
    Record<string, { readonly count: number; readonly example: string }>
  >;
  /** By field: texts longer than any popup shows, and the characters of the longest. */
  readonly longTexts?: Readonly<
    Record<string, { readonly count: number; readonly longest: number }>
  >;
  /** By field: values that its type cannot read, as they stand in the file. */
  readonly unreadExamples: Readonly<Record<string, readonly string[]>>;
  /** By id of a cut: the features inside; exact where it is 0. */
  readonly cuts: Readonly<Record<string, number>>;
  /** By id of the dataset or cut and by `keyOfAsked`: features that meet what is asked; exact where it is 0. */
  readonly passing?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Records that are no feature because their place cannot be read; absent when there are none. */
  readonly refused?: {
    readonly count: number;
    readonly first: readonly (NamedFeature & { readonly reason: string })[];
  };
}

/** What is known of the features of a dataset. `count` is after `only`. */
export interface DatasetProfile {
  readonly count: number;
  readonly fields: Readonly<Record<string, FoundField>>;
  readonly data?: DataFacts;
}
