/**
 * What every store of datasets answers. Two keep it: SQLite (embedded) and PostGIS.
 * What can be decided once is decided at load (`server/load`), so that both give the same answers.
 */
import type { Bounds } from 'atlas-engine';
import type { Geometry } from 'geojson';
import type { TierId } from '../geometry/index.ts';

/** Integers fit 2^53; a date is ISO 8601; a list is kept in order; null is null or absent. */
export type AttributeValue = string | number | boolean | readonly string[] | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** `[west, south, east, north]` in degrees. */
export type { Bounds };

/** A feature as asked for: only the fields of the request. */
export interface StoredFeature {
  /** Positive integer below 2^53, stable over reloads. */
  readonly id: number;
  readonly geometry: Geometry;
  readonly properties: Attributes;
}

/** One dataset inside a question, cut to the fields its asker may see. */
export interface DatasetCut {
  readonly dataset: string;
  readonly fields: readonly string[];
  /** Attributes every feature of the answer gets on top, such as `{ demo: true }`; never stored. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
}

export interface TileRequest {
  /** Name of the MVT layer. */
  readonly layer: string;
  /** Several are united into the one layer, in this order. */
  readonly cuts: readonly DatasetCut[];
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface PageRequest extends DatasetCut {
  /** Features with an id above this. */
  readonly after?: number;
  readonly limit: number;
  readonly bbox?: Bounds;
}

/** A question for what is drawn in a picture. */
export interface ShapesRequest {
  readonly dataset: string;
  /** The fields that decide how a feature is drawn; the asker may see them. */
  readonly fields: readonly string[];
  readonly bbox: Bounds;
  /** A geometry may be the generalised copy that serves tiles of these zooms. */
  readonly tier: TierId;
  readonly limit: number;
}

/** Features as a picture takes thousands of them, by ascending id: without an object for each. */
export interface Shapes {
  /** What `encodeGeometry` writes, one after the other. */
  readonly geometries: Uint8Array<ArrayBuffer>;
  /** Values of the fields, in their order; each combination once. Null: the feature has none. */
  readonly values: readonly (readonly AttributeValue[])[];
  /** For each feature the index of its values. */
  readonly codes: Uint32Array<ArrayBuffer>;
}

export interface IntersectsRequest extends DatasetCut {
  readonly geometry: Geometry;
  readonly after?: number;
  readonly limit: number;
  /** Milliseconds until the answer is given up with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** A question for names. Each cut holds the searched fields that its asker may see, and only those. */
export interface SearchRequest {
  readonly cuts: readonly DatasetCut[];
  /** Folded by `foldWords`; at least one. All of them must begin a word of the names. */
  readonly words: readonly string[];
  readonly limit: number;
}

/** A feature that was found. */
export interface SearchHit {
  readonly dataset: string;
  readonly id: number;
  readonly bounds: Bounds;
  /** The fields of the cut. */
  readonly properties: Attributes;
  /** 0: one of its names is what was asked for; 1: one begins with it; 2: words in them do. */
  readonly fit: 0 | 1 | 2;
  readonly rank: number | null;
  /** Folded. */
  readonly names: string;
}

/** What the values of a field looked like at the last load. */
export interface FieldProfile {
  readonly count: number;
  readonly nulls: number;
  /** Values that no parser read and became null. */
  readonly unread: number;
  /** Distinct values with counts, most frequent first; absent when there are more than 1000. */
  readonly values?: readonly (readonly [value: string | number | boolean, count: number])[];
  /** Exact up to 100 000, then a lower bound. */
  readonly distinct: number;
  /** The declared type, or of an undeclared field the one its values would fit. */
  readonly type?: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  /** Of numbers and dates. */
  readonly min?: number | string;
  readonly max?: number | string;
}

/** Where loaded data came from: an outside service, or what the atlas itself has. */
export type DataOrigin = 'service' | 'built-in';

/** What became of a record: by index from 0; `line` from 1 where records stand in lines of a text. */
export interface Reported {
  readonly index: number;
  readonly line?: number;
  /** Its key, else its first text; absent where it has none. */
  readonly name?: string;
  readonly reason: string;
}

/** The report of a load: read = loaded + rejected + left out by `only`. */
export interface LoadReport {
  readonly dataset: string;
  readonly read: number;
  readonly loaded: number;
  readonly repaired: number;
  /** The first of those that were repaired. */
  readonly repairs?: readonly Reported[];
  readonly rejected: readonly Reported[];
  readonly leftOut: number;
  /** By field: values that its type could not read, which are null now. */
  readonly unread?: Readonly<Record<string, number>>;
  /** Photos that features name and their folder does not have; absent when there are none. */
  readonly missingPhotos?: { readonly count: number; readonly examples: readonly string[] };
  /** Indices of features whose key was there before; they are kept under an id of their own. */
  readonly duplicateKeys?: readonly number[];
  /** Absent: `built-in`. */
  readonly origin?: DataOrigin;
  /** Milliseconds. */
  readonly took: number;
  /** True when the stamp was the stored one and nothing was done. */
  readonly unchanged?: boolean;
}

/** For whom data were loaded: ids of the levels of the configuration they were loaded by. */
export interface LoadedFor {
  /** Null: everyone. */
  readonly view: string | null;
  /** Of the fields above it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a store knows of a dataset that is loaded. Never leaves the server whole. */
export interface DatasetStatus {
  readonly dataset: string;
  /** Absent: nobody knows, and the configuration that is served decides alone. */
  readonly loadedFor?: LoadedFor;
  /**
   * Hash of what a reader of each level receives, by level id, for levels that may view it. It
   * never depends on what that level may not see.
   */
  readonly versions: Readonly<Record<string, string>>;
  readonly count: number;
  readonly bounds: Bounds | null;
  /** Undeclared fields included: by name as flattened with dots. */
  readonly fields: Readonly<Record<string, FieldProfile>>;
  readonly report: LoadReport;
  /** Hash of definition and input; the same hash needs no load. */
  readonly stamp: string;
}

/** A grid of one byte per cell, north-west cell first, 255 for no data. */
export interface Raster {
  readonly bounds: Bounds;
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** How busy a store is with questions of one kind. */
export interface StoreActivity {
  readonly kind: string;
  /** Questions that wait for their turn. */
  readonly waiting: number;
  /** Questions that are being answered. */
  readonly busy: number;
}

/**
 * What cannot be read is as if it were not loaded: it has no status, a load begins anew, and
 * questions about it fail with `DatasetDamaged`.
 */
export interface DatasetStore {
  status(dataset: string): Promise<DatasetStatus | null>;
  statuses(): Promise<readonly DatasetStatus[]>;
  /**
   * Ids of datasets that are loaded and cannot be read, as far as it was noticed. Throws
   * `StoreDamaged` when the list of what is loaded cannot be read.
   */
  damaged?(): Promise<readonly string[]>;
  /** MVT 2.1 bytes, not compressed, or null when nothing is in the tile. Ordered by id. */
  tile(request: TileRequest): Promise<Uint8Array | null>;
  feature(cut: DatasetCut, id: number): Promise<StoredFeature | null>;
  page(request: PageRequest): Promise<readonly StoredFeature[]>;
  shapes(request: ShapesRequest): Promise<Shapes>;
  intersects(request: IntersectsRequest): Promise<readonly StoredFeature[]>;
  /** The best finds, best first; a cut that no index was made for finds nothing. */
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
  raster(dataset: string): Promise<Raster | null>;
  /** How busy it is now; absent when it cannot tell. */
  activity?(): readonly StoreActivity[];
  close(): Promise<void>;
}
