import type {
  DatasetCut,
  PageRequest,
  SearchRequest,
  ShapesRequest,
  TileRequest,
} from '../store.ts';
import type { PackedSearch } from './version-reader.ts';

/** A cut and the version file it is read from. */
export interface FileCut extends DatasetCut {
  readonly file: string;
}

/** What the store asks its threads. */
export type ReadRequest =
  | ({ readonly kind: 'tile'; readonly cuts: readonly FileCut[] } & Omit<TileRequest, 'cuts'>)
  | ({ readonly kind: 'feature'; readonly id: number } & FileCut)
  | ({ readonly kind: 'page'; readonly file: string } & PageRequest)
  | ({ readonly kind: 'shapes'; readonly file: string } & ShapesRequest)
  | ({ readonly kind: 'intersects' } & FileCut & PackedSearch)
  | ({ readonly kind: 'search'; readonly cuts: readonly FileCut[] } & Omit<SearchRequest, 'cuts'>)
  | { readonly kind: 'raster'; readonly file: string };

/** Tells the threads which files are still current; they close the others. */
export interface KeepNotice {
  readonly keep: readonly string[];
}

/**
 * The name of the error of a version file that is gone, mostly because the pointer has moved on
 * meanwhile. Its message is the path.
 */
export const FILE_GONE = 'VersionFileGone';
