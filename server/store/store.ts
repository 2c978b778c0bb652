/**
 * The interface of stores of datasets. There are two: SQLite (embedded) and PostGIS. As much as
 * possible is computed at load (`server/load`), so that both return the same results.
 */
import type { Bounds, DerivedLayer, PlaceOfValue, StatedPixels } from 'atlas-engine';
import type { Geometry } from 'geojson';
import type { TierId } from '../geometry/index.ts';
import type { ShortestLine } from '../geometry/sphere.ts';
import type { DataPart } from './data-part.ts';
import type { QueryGeometry, QueryShape } from './query-geometry.ts';

/**
 * A value of a field. Integers are below 2^53, dates are ISO 8601 texts, and lists keep their
 * order. Null also means absent.
 */
export type AttributeValue = string | number | boolean | readonly string[] | null;
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** The bounds `[west, south, east, north]` in degrees. */
export type { Bounds };

/** A feature with the requested fields only. */
export interface StoredFeature {
  /** Positive integer below 2^53, stable over reloads. */
  readonly id: number;
  readonly geometry: Geometry;
  readonly properties: Attributes;
}

/** A feature without its geometry, which may have a million vertices. */
export interface ListedFeature {
  readonly id: number;
  readonly bounds: Bounds;
  readonly properties: Attributes;
}

/** A feature with its geometry in the forms of a query, which a thread has made. */
export interface FeatureShape extends QueryShape, Omit<ListedFeature, 'bounds'> {}

/** A dataset cut: one dataset in a request, restricted to the fields that the visitor may see. */
export interface DatasetCut {
  readonly dataset: string;
  readonly fields: readonly string[];
  /** Attributes added to every feature of the answer, such as `{ demo: true }`; never stored. */
  readonly constants?: Readonly<Record<string, string | number | boolean>>;
}

export interface TileRequest {
  /** Name of the MVT layer. */
  readonly layer: string;
  /** The datasets of the tile. Several are merged into one layer, in this order. */
  readonly cuts: readonly DatasetCut[];
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface PageRequest extends DatasetCut {
  /** Returns features with an id above this. */
  readonly after?: number;
  readonly limit: number;
  readonly bbox?: Bounds;
}

/** A request for the features in a picture. */
export interface ShapesRequest {
  readonly dataset: string;
  /** The fields that the style depends on; the visitor may see them. */
  readonly fields: readonly string[];
  readonly bbox: Bounds;
  /** The tier of the geometries: the copy that is generalised for a range of zooms. */
  readonly tier: TierId;
  readonly limit: number;
}

/** Thousands of features for a picture, by ascending id, without an object for each. */
export interface Shapes {
  /** The blobs of `encodeGeometry`, in sequence. */
  readonly geometries: Uint8Array<ArrayBuffer>;
  /** Values of the fields, in their order; without duplicates of a combination. Null if the feature has no value. */
  readonly values: readonly (readonly AttributeValue[])[];
  /** For each feature, the index of its values. */
  readonly codes: Uint32Array<ArrayBuffer>;
}

export interface IntersectsRequest extends DatasetCut {
  readonly geometry: QueryGeometry;
  /** Whether polygons that only touch the edge of the geometry, a polygon, are left out. */
  readonly inside?: boolean;
  readonly after?: number;
  readonly limit: number;
  /** Time limit in milliseconds. After it, the search fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** A request for the number of features that touch a geometry. */
export interface CountRequest {
  readonly dataset: string;
  readonly geometry: QueryGeometry;
  /** Time limit in milliseconds. After it, the count fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/**
 * A search for names. Each `DatasetCut` has exactly the searched fields that the visitor may see.
 */
export interface SearchRequest {
  readonly cuts: readonly DatasetCut[];
  /** Words of `foldWords`; at least one. Each must be the beginning of a word of the names. */
  readonly words: readonly string[];
  /** Maximum number of hits of each dataset. */
  readonly limit: number;
  /** The number of the best hits of each dataset that are left out; 0 without it. */
  readonly offset?: number;
}

/** A feature found by a search. */
export interface SearchHit {
  readonly dataset: string;
  readonly id: number;
  readonly bounds: Bounds;
  /** The values of the requested fields. */
  readonly properties: Attributes;
  /**
   * How well the names match: 0 if a name equals the search, 1 if a name begins with it, 2 if words
   * of the names begin with its words.
   */
  readonly fit: 0 | 1 | 2;
  readonly rank: number | null;
  /** The names of the feature, in the form of `joinNames`. */
  readonly names: string;
}

/** A request to count and measure the features of a dataset inside an area. */
export interface AnalyseRequest {
  readonly dataset: string;
  /** The field whose values are counted; null for none. */
  readonly field: string | null;
  /** The number fields whose values are added up. */
  readonly sums: readonly string[];
  /** A polygon or several. */
  readonly geometry: QueryGeometry;
  /** Time limit in milliseconds. After it, the analysis fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** The sum of the values of a field, and the number of features that have one. */
export interface Sum {
  readonly value: number;
  readonly counted: number;
}

/** The nearest feature. */
export interface Nearest {
  readonly id: number;
  /** Its distance in metres. */
  readonly metres: number;
}

/** The features of a dataset that touch an area. Areas are in m², and 0 for points and lines. */
export interface Analysed {
  readonly count: number;
  /** The area of all parts of features inside the requested area; land that several cover counts several times. */
  readonly area: number;
  /** The length in metres of all parts of lines inside the requested area; 0 for others. */
  readonly length: number;
  /** The land that they cover together; land that several cover counts once. */
  readonly covered: number;
  /** For each field of `sums`. */
  readonly sums: readonly Sum[];
  /** The values of the field, in no particular order. */
  readonly values: readonly {
    readonly value: AttributeValue;
    readonly count: number;
    readonly area: number;
    readonly length: number;
    readonly sums: readonly Sum[];
  }[];
  /** Without features inside: the nearest one; null if there is none. */
  readonly nearest: Nearest | null;
}

/** A request to measure the cells of a raster inside an area. */
export interface CellsRequest {
  readonly dataset: string;
  /** A polygon or several. */
  readonly geometry: QueryGeometry;
  /** Time limit in milliseconds. After it, the request fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** The cells of a raster inside an area. */
export interface CellsInside {
  /** For each value from 0 to 255, which means no data, the land inside the area in m². */
  readonly areas: readonly number[];
  /** The height of a cell in degrees. */
  readonly step: number;
}

/** A request for the features of a dataset that are nearest to a geometry. */
export interface NearRequest extends DatasetCut {
  readonly geometry: QueryGeometry;
  /** A feature that is left out: the one whose surroundings are asked for. */
  readonly except: number | null;
  /** Maximum number of features that touch the geometry, and of the nearest others; at most 20. */
  readonly limit: number;
  /** Distances in metres, ascending, within which the others are counted. */
  readonly rings: readonly number[];
  /** Time limit in milliseconds. After it, the search fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** The most features that are counted within a distance. */
export const MOST_COUNTED = 1_000;

/** A feature near a geometry, with the requested fields. */
export interface NearFeature {
  readonly id: number;
  readonly properties: Attributes;
  /** The shortest line to it. */
  readonly line: ShortestLine;
}

export interface Near {
  /** The number of features that touch the geometry. */
  readonly count: number;
  /** The first of them by id. */
  readonly touching: readonly Pick<NearFeature, 'id' | 'properties'>[];
  /** The nearest of the others, the nearest first. */
  readonly nearest: readonly NearFeature[];
  /** The number of the others within each of `rings`, at most `MOST_COUNTED`. */
  readonly within: readonly number[];
}

/**
 * A request for the features of a dataset that overlap a feature, without those that only touch the edge
 * of its polygon.
 */
export interface OverlapsRequest extends DatasetCut {
  /** The feature, which is left out itself. Its geometry stays in the store. */
  readonly of: { readonly dataset: string; readonly id: number };
  /** Maximum number of features that are returned. */
  readonly limit: number;
  /** Time limit in milliseconds. After it, the search fails with `DeadlineExceeded`. */
  readonly timeout: number;
}

/** A feature that overlaps another one. Areas are in m², and 0 unless both are polygons. */
export interface OverlapFeature extends ListedFeature {
  readonly area: number;
  /** The land that both share. */
  readonly shared: number;
}

export interface Overlaps {
  /** The area of the feature in m²; 0 for points and lines. */
  readonly area: number;
  /** Its land in m² that the others cover together; land that several cover counts once. */
  readonly covered: number;
  /** The number of features that overlap it. */
  readonly count: number;
  /** Those that share most land with it come first, then by ascending id. */
  readonly largest: readonly OverlapFeature[];
}

/** Statistics of the values of a field at the last load. */
export interface FieldProfile {
  readonly count: number;
  readonly nulls: number;
  /** Values that could not be parsed and became null. */
  readonly unread: number;
  /** Distinct values with counts, most frequent first; absent when there are more than 1000. */
  readonly values?: readonly (readonly [value: string | number | boolean, count: number])[];
  /** Number of distinct values, exact up to 100 000. Above that, it is a lower bound. */
  readonly distinct: number;
  /** The declared type; for an undeclared field, a type that fits its values. */
  readonly type?: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  /** The smallest value; for numbers and dates only. */
  readonly min?: number | string;
  /** The largest value; for numbers and dates only. */
  readonly max?: number | string;
  /**
   * The rectangle around the features with a value, in whole degrees; null for none. Absent when
   * there are more than 50 values.
   */
  readonly places?: readonly PlaceOfValue[];
}

/** The source of loaded data: an outside service, or the atlas itself. */
export type DataOrigin = 'service' | 'built-in';

/** The result for a record: `index` from 0; `line` from 1 in text formats. */
export interface Reported {
  readonly index: number;
  readonly line?: number;
  /** The key of the feature, else its first text; undefined if it has none. */
  readonly name?: string;
  readonly reason: string;
}

/** The report of a load: read = loaded + rejected + left out by `only`. */
export interface LoadReport {
  readonly dataset: string;
  readonly read: number;
  readonly loaded: number;
  readonly repaired: number;
  /** The first repaired features. */
  readonly repairs?: readonly Reported[];
  readonly rejected: readonly Reported[];
  readonly leftOut: number;
  /** By field: number of values that did not match its type and became null. */
  readonly unread?: Readonly<Record<string, number>>;
  /** Photos that features name and that do not exist in their folder; undefined when there are none. */
  readonly missingPhotos?: { readonly count: number; readonly examples: readonly string[] };
  /** Indices of features with a repeated key; they are stored with another id. */
  readonly duplicateKeys?: readonly number[];
  /** Number of derived geometries by kind; a band is counted for each zoom. */
  readonly derived?: Readonly<Partial<Record<DerivedLayer['kind'], number>>>;
  /** The cuts whose tiles have a selection of the features; undefined when all tiles are whole. */
  readonly thinned?: readonly ThinnedReport[];
  /** Default: `built-in`. */
  readonly origin?: DataOrigin;
  /** Duration in milliseconds. */
  readonly took: number;
  /** True if the stamp was unchanged and nothing was done. */
  readonly unchanged?: boolean;
}

/** How the tiles of a cut are thinned. */
export interface ThinnedReport {
  /** The levels that see the cut, lowest first. */
  readonly levels: readonly string[];
  /** The zoom from which on all tiles are whole. */
  readonly whole: number;
  /** The zooms below, and those with a tile that was measured. */
  readonly zooms: readonly {
    readonly zoom: number;
    /** Number of features in the tiles of the zoom. */
    readonly shown: number;
    /** Bytes of the largest tile after compression, estimated from above. */
    readonly bytes: number;
  }[];
}

/** The levels that data were loaded for: ids of the levels of the configuration at that time. */
export interface LoadedFor {
  /** The level required to view the data; null means everyone. */
  readonly view: string | null;
  /** Levels of the fields that are restricted more than the dataset. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The state of a loaded dataset. It must never be sent to clients as a whole. */
export interface DatasetStatus {
  readonly dataset: string;
  /**
   * The levels that the data were loaded for. Undefined if unknown; in this case, only the levels
   * of the current configuration apply.
   */
  readonly loadedFor?: LoadedFor;
  /** The part of the input that was loaded. Undefined if unknown. */
  readonly part?: DataPart;
  /**
   * Hash of the data that a visitor of each level receives, by level id, for levels that may view
   * the dataset. It never depends on data above that level.
   */
  readonly versions: Readonly<Record<string, string>>;
  readonly count: number;
  readonly bounds: Bounds | null;
  /**
   * Profiles of all fields, including undeclared ones, by name. Names of nested fields contain
   * dots.
   */
  readonly fields: Readonly<Record<string, FieldProfile>>;
  readonly report: LoadReport;
  /** Hash of definition and input; an unchanged hash needs no load. */
  readonly stamp: string;
  /** Hash of what decides which features thinned tiles keep; undefined when no tile is thinned. */
  readonly preference?: string;
}

/** A grid of one byte per cell, north-west cell first, 255 for no data. */
export interface Raster {
  readonly bounds: Bounds;
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** A raster with what its file states about the meaning of its values, for the checks. */
export interface RasterOfFile extends Raster {
  readonly stated?: StatedPixels;
}

/** Numbers of waiting and running requests of one kind. */
export interface StoreActivity {
  readonly kind: string;
  /** Requests that wait. */
  readonly waiting: number;
  /** Requests in progress. */
  readonly busy: number;
}

/**
 * Data that cannot be read count as not loaded: they have no status, a load starts from the beginning,
 * and requests for them fail with `DatasetDamaged`.
 */
export interface DatasetStore {
  status(dataset: string): Promise<DatasetStatus | null>;
  statuses(): Promise<readonly DatasetStatus[]>;
  /**
   * Returns the ids of loaded datasets whose data are known to be unreadable. Throws `StoreDamaged`
   * when the list of loaded datasets cannot be read.
   */
  damaged?(): Promise<readonly string[]>;
  /**
   * Returns uncompressed MVT 2.1, or null for an empty tile. Features are ordered by id. Derived
   * geometries follow as further layers, with the same ids and attributes.
   */
  tile(request: TileRequest): Promise<Uint8Array | null>;
  feature(cut: DatasetCut, id: number): Promise<StoredFeature | null>;
  /** Returns a feature as a query; null if there is none. */
  shape(cut: DatasetCut, id: number): Promise<FeatureShape | null>;
  page(request: PageRequest): Promise<readonly StoredFeature[]>;
  /** Returns a page without geometries. */
  list(request: Omit<PageRequest, 'bbox'>): Promise<readonly ListedFeature[]>;
  shapes(request: ShapesRequest): Promise<Shapes>;
  intersects(request: IntersectsRequest): Promise<readonly StoredFeature[]>;
  count(request: CountRequest): Promise<number>;
  analyse(request: AnalyseRequest): Promise<Analysed>;
  near(request: NearRequest): Promise<Near>;
  /** Returns null if there is no such feature. */
  overlaps(request: OverlapsRequest): Promise<Overlaps | null>;
  /**
   * Returns the best hits of each dataset, best first over all. Nothing is found in a dataset without an index for exactly
   * these fields.
   */
  search(request: SearchRequest): Promise<readonly SearchHit[]>;
  raster(dataset: string): Promise<Raster | null>;
  /** Returns null for a dataset that is not a raster. */
  cells(request: CellsRequest): Promise<CellsInside | null>;
  /** Returns the current activity; undefined when it is not measured. */
  activity?(): readonly StoreActivity[];
  close(): Promise<void>;
}
