import type { TileAddress } from '../geometry/project.ts';

/** A cut whose tiles below a zoom may have only some of the features. */
export interface ThinnedCut {
  /** The fields of the cut. */
  readonly fields: readonly string[];
  /** The zoom from which on all tiles are whole. */
  readonly whole: number;
}

/** A tile that is not whole. */
export interface ThinnedTile extends TileAddress {
  /** The ids of the features that it may contain, ascending. */
  readonly ids: Float64Array;
}

/** Returns a number that each tile of all zooms has for itself. */
export function tileNumber({ z, x, y }: TileAddress): number {
  return (4 ** z - 1) / 3 + y * 2 ** z + x;
}

/**
 * Returns the place of the cut with exactly these fields, if tiles of a zoom are thinned for it; -1
 * otherwise. What a tile contains must not depend on fields that the visitor may not see.
 */
export function thinnedAt(
  thinned: readonly ThinnedCut[] | undefined,
  fields: readonly string[],
  zoom: number,
): number {
  const wanted = new Set(fields);
  return (thinned ?? []).findIndex(
    (cut) =>
      zoom < cut.whole &&
      cut.fields.length === wanted.size &&
      cut.fields.every((field) => wanted.has(field)),
  );
}
