import type { AtlasModel, BaseLayer, Bounds, Group, Sublayer } from '../model/model.ts';
import type { RawNode, Report } from '../parse/origins.ts';

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

/** What was found in the features of a dataset as a whole, after `only`. */
export interface DataFacts {
  /** Features by kind of geometry: `point`, `line`, `polygon`. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly withoutGeometry?: number;
  /** The box around all geometries as they stand in the data; null where there is none. */
  readonly bounds?: Bounds | null;
  readonly outsideRegion: number;
  readonly outsideWorld: number;
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
  readonly refused?: { readonly count: number; readonly examples: readonly string[] };
}

/** Why data cannot be read: a sentence, and what they lack that the load names. */
export interface Unreadable {
  readonly reason: string;
  readonly lacks?: {
    readonly what: 'column' | 'layer' | 'table';
    /** The key of `load` that names it, written or not. */
    readonly key: 'coordinates' | 'wkt' | 'layer' | 'table';
    /** Empty when the load names none where it must. */
    readonly found: string;
    readonly known: readonly string[];
  };
}

/** What is known of the features of a dataset. `count` is after `only`. */
export interface DatasetProfile {
  readonly count: number;
  readonly fields: Readonly<Record<string, FoundField>>;
  readonly data?: DataFacts;
}

/** What a file holds that a source or driver sends to browsers. */
export type FileFacts =
  | {
      /** A PMTiles archive. */
      readonly kind: 'archive';
      readonly tiles: 'vector' | 'png' | 'jpeg' | 'webp' | 'avif' | 'unknown';
      readonly minzoom: number;
      readonly maxzoom: number;
      /** Null when the archive does not say. */
      readonly bounds: Bounds | null;
      /** Of vector tiles: the fields of each layer; null when the archive does not say. */
      readonly layers: Readonly<Record<string, readonly string[]>> | null;
    }
  | {
      /** GeoJSON. */
      readonly kind: 'features';
      readonly count: number;
      /** Features by kind of geometry: `point`, `line`, `polygon`. */
      readonly kinds: Readonly<Record<string, number>>;
      /** Features with a value, by field. */
      readonly fields: Readonly<Record<string, number>>;
      readonly bounds: Bounds | null;
    }
  | { readonly kind: 'style' }
  /** `what`: a word for what it is instead; `reason`: why it is no GeoJSON, in a sentence. */
  | { readonly kind: 'other'; readonly what: string; readonly reason?: string };

/** What of a dataset lies open as an archive of tiles, or did. */
export interface PublishedTiles {
  /** Name of the archive. */
  readonly file: string;
  /** Names of the fields it ever held. */
  readonly fields: readonly string[];
}

/** What the checks may know beyond the configuration: what was found in data and files. */
export interface Facts {
  readonly profiles: ReadonlyMap<string, DatasetProfile>;
  /** Datasets whose data could not be read. */
  readonly unreadable?: ReadonlyMap<string, Unreadable>;
  /** By path in the configuration. */
  readonly files?: ReadonlyMap<string, FileFacts>;
  /** By id of the dataset. */
  readonly published?: ReadonlyMap<string, PublishedTiles>;
}

export const NO_FACTS: Facts = { profiles: new Map() };

/** What every check gets: the model, where its things stand, and where to report. */
export interface CheckContext {
  readonly model: AtlasModel;
  readonly nodes: ReadonlyMap<object, RawNode>;
  readonly report: Report;
  readonly facts: Facts;
  /** Entries that lost sublayers to faults. */
  readonly incomplete: WeakSet<object>;
}

/** The node a thing of the model was made from. */
export function nodeOf(thing: object, { nodes, model }: CheckContext): RawNode {
  return nodes.get(thing) ?? (model as unknown as RawNode);
}

/** Every sublayer that draws, with its owner; copies of projects are left out, their originals are in. */
export function* sublayersOf(
  model: AtlasModel,
): Generator<{ readonly owner: Group | BaseLayer; readonly sublayer: Sublayer }> {
  for (const group of model.groups) {
    if (group.project !== null) continue;
    for (const sublayer of group.sublayers) yield { owner: group, sublayer };
  }
  for (const base of model.baseLayers)
    for (const sublayer of base.sublayers) yield { owner: base, sublayer };
}
