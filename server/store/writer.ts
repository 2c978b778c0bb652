/**
 * The interface with which a load writes a dataset to a store: a version is begun, filled and
 * published as a whole. Readers see the old version until `publish` has returned, then the new one.
 */
import type { PackedGeometry } from '../geometry/packed.ts';
import type { AttributeValue, DatasetStatus, Raster } from './store.ts';
import type { ThinnedCut, ThinnedTile } from './thinned-tiles.ts';

/** The generalised copies stored beside the full geometry, coarsest first. */
export const COARSE_TIERS = ['z0-4', 'z5-7', 'z8-10'] as const;

/** A field in the form of a store. */
export interface StoredField {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
}

/** A table of derived geometries: those of a layer of tiles for some zooms, both included. */
export interface DerivedTable {
  /** The name of the layer, without that of the features; one layer may have several tables. */
  readonly layer: string;
  readonly minzoom: number;
  readonly maxzoom: number;
}

/** The properties of a version that a store needs before the first feature. */
export interface VersionDraft {
  readonly dataset: string;
  readonly geometry: 'point' | 'line' | 'polygon' | 'raster';
  /** The fields in the order of declaration, as in `LoadedFeature.values`. */
  readonly fields: readonly StoredField[];
  /** The fields of each search index; undefined if the dataset is not searched. */
  readonly searches?: readonly (readonly string[])[];
  /** True if the features have areas, for the analysis. */
  readonly areas?: boolean;
  /** At most one table of a layer for a zoom; undefined: the tiles have only the features. */
  readonly derived?: readonly DerivedTable[];
  /** The cuts whose tiles are thinned; undefined: all tiles are whole. */
  readonly thinned?: readonly ThinnedCut[];
}

/** The entry of a feature in a search index. */
export interface SearchEntry {
  /** The names of the feature in the form of `joinNames`, never empty. */
  readonly names: string;
  /** The rank of the feature. Among equally good hits, higher ranks come first; null comes last. */
  readonly rank: number | null;
}

/** A geometry that was made from that of a feature. */
export interface DerivedGeometry {
  readonly geometry: PackedGeometry;
  /** Of a label point: its attribute `LABEL_ZOOM`. */
  readonly labelZoom?: number;
}

/** A feature in its final form. */
export interface LoadedFeature {
  readonly id: number;
  readonly geometry: PackedGeometry;
  /**
   * The generalised geometries in the order of `COARSE_TIERS`; null in a tier where the feature is
   * not visible. Undefined for points, whose geometry is the same in all tiers.
   */
  readonly tiers?: readonly (PackedGeometry | null)[];
  readonly values: readonly AttributeValue[];
  /** Area in m²; present if the draft has `areas`. */
  readonly area?: number;
  /** One entry for each of the draft's `searches`; null if the feature has no name. */
  readonly search?: readonly (SearchEntry | null)[];
  /** For each of the draft's `derived`; null where the feature has no such geometry. */
  readonly derived?: readonly (DerivedGeometry | null)[];
}

/** Returns the name of a derived layer in tiles. */
export function derivedLayerName(layer: string, derived: string): string {
  return `${layer}:${derived}`;
}

/** Returns the tables of derived geometries for the tiles of a zoom, with their places in the list. */
export function derivedAt(
  tables: readonly DerivedTable[] | undefined,
  zoom: number,
): { readonly layer: string; readonly index: number }[] {
  return (tables ?? []).flatMap(({ layer, minzoom, maxzoom }, index) =>
    zoom >= minzoom && zoom <= maxzoom ? [{ layer, index }] : [],
  );
}

/** A version in progress. After `publish` or `abandon`, no method may be called. */
export interface VersionWriter {
  /** Adds features with ascending ids, also across calls. */
  write(features: Iterable<LoadedFeature>): Promise<void>;
  /** Adds the tiles that are not whole of the cut at a place of `thinned`. */
  writeThinned(index: number, tiles: Iterable<ThinnedTile>): Promise<void>;
  /** Sets the grid of a raster dataset. */
  writeRaster(raster: Raster): Promise<void>;
  /** Makes the version the current one; it is on disk when this returns. */
  publish(status: DatasetStatus): Promise<void>;
  /** Discards the version. */
  abandon(): Promise<void>;
}

/** The writing side of a store. */
export interface DatasetWriter {
  status(dataset: string): Promise<DatasetStatus | null>;
  /** Begins a version; waits for another load to end, and throws `StoreBusy` when that takes too long. */
  begin(draft: VersionDraft): Promise<VersionWriter>;
  /** Ensures that later reads use the versions that other processes have loaded. */
  noteLoads(): Promise<void>;
  /** Removes a dataset and its data; does nothing when it does not exist. */
  remove(dataset: string): Promise<void>;
}

/**
 * Thrown if another process uses the resource. `message` names the resource, and says what to do.
 */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * Thrown if the store cannot be opened. `message` says how to fix it, and does not contain the
 * address of the store.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Thrown if the disk is full. `message` names the disk, and says what to do. Nothing was changed.
 */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/**
 * Thrown if a dataset was never loaded. The message does not name the dataset, because the message
 * may be logged.
 */
export class UnknownDataset extends Error {
  override readonly name = 'UnknownDataset';
  readonly dataset: string;

  constructor(dataset: string) {
    super('A dataset is not loaded. Run `atlas load`.');
    this.dataset = dataset;
  }
}
