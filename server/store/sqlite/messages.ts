import type { PackedGeometry } from '../../geometry/packed.ts';
import type {
  DatasetCut,
  PageRequest,
  SearchRequest,
  ShapesRequest,
  TileRequest,
} from '../store.ts';
import type { PackedAnalysis } from './analyse-version.ts';
import type { PackedNear } from './near-version.ts';
import type { PackedOverlaps } from './overlaps-version.ts';
import type { PackedSearch } from './version-reader.ts';

/** A `DatasetCut`, and the version file that it is read from. */
export interface FileCut extends DatasetCut {
  readonly file: string;
}

/** The requests of the store to its threads. */
export type ReadRequest =
  | ({ readonly kind: 'tile'; readonly cuts: readonly FileCut[] } & Omit<TileRequest, 'cuts'>)
  | ({ readonly kind: 'feature' | 'shape'; readonly id: number } & FileCut)
  | ({ readonly kind: 'list' } & FileCut & Pick<PageRequest, 'after' | 'limit'>)
  | ({ readonly kind: 'page'; readonly file: string } & PageRequest)
  | ({ readonly kind: 'shapes'; readonly file: string } & ShapesRequest)
  | ({ readonly kind: 'intersects' } & FileCut & PackedSearch)
  | { readonly kind: 'count'; readonly file: string; readonly query: PackedSearch['query'] }
  | ({ readonly kind: 'analyse'; readonly file: string } & PackedAnalysis)
  | ({ readonly kind: 'near' } & FileCut & PackedNear)
  | ({ readonly kind: 'overlaps' } & FileCut & PackedOverlaps)
  | ({ readonly kind: 'search'; readonly cuts: readonly FileCut[] } & Omit<SearchRequest, 'cuts'>)
  | { readonly kind: 'raster'; readonly file: string }
  | { readonly kind: 'cells'; readonly file: string; readonly query: PackedGeometry };

/** A message to the threads with the list of current files. The threads close all other files. */
export interface KeepNotice {
  readonly keep: readonly string[];
}

/**
 * The name of the error for a missing version file, usually because the pointer changed meanwhile. Its
 * message is the path.
 */
export const FILE_GONE = 'VersionFileGone';
