import { geosIsValid } from '../../../server/geometry/geos-polygons.ts';
import type { DatasetStore } from '../../../server/store/store.ts';
import { decodeTile, type DecodedFeature } from './decode-tile.ts';
import { distanceFromEdge, outlineDistance, packParts } from './outlines.ts';
import { tilesOf } from './tiles-of.ts';

const POLYGON = 3;
/** Clip box of tiles in steps of their grid: the tile, and 64 steps beyond each side. */
const BUFFER_BOX = [-64, 4160] as const;

export interface TileComparison {
  readonly stores: readonly [DatasetStore, DatasetStore];
  readonly dataset: string;
  readonly fields: readonly string[];
  readonly z: number;
  /** Maximum number of tiles, spread evenly. */
  readonly tiles: number;
}

/** The result of a comparison; distances are in steps of the grid, 1/4096 of a tile's side. */
export interface TileDifference {
  /** Features in the tiles of both stores. */
  readonly compared: number;
  /** Tiles whose common features differ in order, attributes or type. */
  readonly unlike: readonly string[];
  /** Polygons of either store that are invalid for GEOS. */
  readonly invalid: readonly string[];
  /** The largest distance from a vertex to the other outline, without those on the edge of the buffer. */
  readonly furthest: number;
  /** Features in one store only, and their largest distance from that edge. */
  readonly alone: number;
  readonly aloneDepth: number;
}

/** Compares the decoded tiles of a zoom over the bounds of a dataset. */
export async function compareTiles(comparison: TileComparison): Promise<TileDifference> {
  const { stores, dataset, fields, z } = comparison;
  const { bounds } = (await stores[0].status(dataset))!;
  const unlike: string[] = [];
  const invalid: string[] = [];
  const aloneDepths: number[] = [];
  let compared = 0;
  let furthest = 0;
  for (const { x, y } of tilesOf(z, bounds!, comparison.tiles)) {
    const tile = `${z}/${x}/${y}`;
    const request = { layer: dataset, cuts: [{ dataset, fields }], z, x, y };
    const lists = await Promise.all(stores.map(async (store) => decode(await store.tile(request))));
    const ids = lists.map((list) => new Set(list.map(({ id }) => id)));
    const isCommon = ({ id }: DecodedFeature): boolean => ids.every((set) => set.has(id));
    for (const feature of lists.flat()) {
      const { id, type, parts } = feature;
      if (type === POLYGON && !geosIsValid(packParts(parts)))
        invalid.push(`${tile}, feature ${id}`);
      if (!isCommon(feature)) aloneDepths.push(distanceFromEdge(parts, BUFFER_BOX));
    }
    const [ours, theirs] = lists.map((list) => list.filter(isCommon)) as unknown as [
      Decoded,
      Decoded,
    ];
    if (plain(ours) !== plain(theirs)) unlike.push(tile);
    ours.forEach(({ parts }, i) => {
      furthest = Math.max(furthest, outlineDistance(parts, theirs[i]!.parts, BUFFER_BOX));
    });
    compared += ours.length;
  }
  const aloneDepth = Math.max(0, ...aloneDepths);
  return { compared, unlike, invalid, furthest, alone: aloneDepths.length, aloneDepth };
}

type Decoded = readonly DecodedFeature[];

function decode(tile: Uint8Array | null): Decoded {
  return tile === null ? [] : decodeTile(tile).features;
}

function plain(features: Decoded): string {
  return JSON.stringify(
    features.map(({ id, type, properties }) => [id, type, Object.entries(properties).sort()]),
  );
}
