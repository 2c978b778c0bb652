/**
 * How a load puts a dataset into a store: a version is begun aside, filled and published as one.
 * Readers see the old version whole until `publish` has returned, then the new one whole.
 */
import type { PackedGeometry } from '../geometry/packed.ts';
import type { AttributeValue, DatasetStatus, Raster } from './store.ts';

/** The generalised copies kept beside the full geometry, coarsest first. */
export const COARSE_TIERS = ['z0-4', 'z5-7', 'z8-10'] as const;

/** A field as a store keeps it. */
export interface StoredField {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
}

/** What a store needs to know before the first feature comes. */
export interface VersionDraft {
  readonly dataset: string;
  readonly geometry: 'point' | 'line' | 'polygon' | 'raster';
  /** In the order of declaration, which is that of `LoadedFeature.values`. */
  readonly fields: readonly StoredField[];
  /** The fields of each search index; absent: the dataset is not searched. */
  readonly searches?: readonly (readonly string[])[];
}

/** What a search index keeps of a feature. */
export interface SearchEntry {
  /** Its names as `joinNames` folds them, never empty. */
  readonly names: string;
  /** Of equally good finds the one with more comes first; null comes last. */
  readonly rank: number | null;
}

/** A feature after load has decided everything about it. */
export interface LoadedFeature {
  readonly id: number;
  readonly geometry: PackedGeometry;
  /** In the order of `COARSE_TIERS`, null where the feature vanishes; absent for points, whose tiers are all alike. */
  readonly tiers?: readonly (PackedGeometry | null)[];
  readonly values: readonly AttributeValue[];
  /** For each of the draft's `searches`; null where the feature has no name. */
  readonly search?: readonly (SearchEntry | null)[];
}

/** A version being built. After `publish` or `abandon` nothing more may be called. */
export interface VersionWriter {
  /** Adds features with ascending ids, also over several calls. */
  write(features: Iterable<LoadedFeature>): Promise<void>;
  /** Sets the grid of a raster dataset. */
  writeRaster(raster: Raster): Promise<void>;
  /** Makes the version the current one; when it returns, the version is on disk. */
  publish(status: DatasetStatus): Promise<void>;
  /** Drops what was written. */
  abandon(): Promise<void>;
}

/** The writing side of a store. */
export interface DatasetWriter {
  status(dataset: string): Promise<DatasetStatus | null>;
  /** Begins a version; waits for another load to end, and throws `StoreBusy` when it does not. */
  begin(draft: VersionDraft): Promise<VersionWriter>;
  /** Has reads from here on see what another process has loaded by now. */
  noteLoads(): Promise<void>;
  /** Forgets a dataset and deletes its data; does nothing when it is not there. */
  remove(dataset: string): Promise<void>;
}

/** Another process holds what was asked for; `message` says which and what to do. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/** The store cannot be opened; `message` says what to do, without the address. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** There is no room left to write to; `message` says where and what to do. Nothing was changed. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** A question about a dataset that was never loaded. The message does not name it: it may end in a log. */
export class UnknownDataset extends Error {
  override readonly name = 'UnknownDataset';
  readonly dataset: string;

  constructor(dataset: string) {
    super('A dataset is not loaded. Run `atlas load`.');
    this.dataset = dataset;
  }
}
