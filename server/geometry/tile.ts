import type { Bounds } from 'atlas-engine';
import { clipLine } from './clip.ts';
import type { MvtFeature, MvtType } from './mvt-encode.ts';
import { commandsOf, encodeLayers } from './mvt-encode.ts';
import type { GeometryKind, PackedGeometry } from './packed.ts';
import { boundsOf } from './packed.ts';
import type { TileAddress } from './project.ts';
import { TILE_BUFFER, TILE_EXTENT, projectToTile } from './project.ts';
import { GeometryBuilder, partStart } from './rings.ts';
import { polygonsOnGrid } from './tile-polygon.ts';

export { tileBounds } from './project.ts';

/** A feature from the store for a tile, with only the properties that the visitor may see. */
export interface TileFeature {
  /** A whole number from 0 to 2^53 - 1, the same in every tile that shows the feature. */
  readonly id: number;
  /** The geometry in packed degrees. */
  readonly geometry: PackedGeometry;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** The input of one layer of a tile. */
export interface TileRequest extends TileAddress {
  /** Name of the layer, the `source-layer` of the style. */
  readonly layer: string;
  /** Steps along one side, 4096 by default. */
  readonly extent?: number;
  /** Steps drawn beyond each side, 64 by default. */
  readonly buffer?: number;
  readonly features: Iterable<TileFeature>;
}

const MVT_TYPES: Readonly<Record<GeometryKind, MvtType>> = { point: 1, line: 2, polygon: 3 };

/**
 * Encodes the layers of a tile (MVT 2.1), all with the same address; null when it is empty. All
 * polygons are valid on the tile's grid. Features keep their order. A line or polygon that lies in the tile and is too small for its grid
 * becomes one step or one square step, so that it stays visible.
 */
export function encodeTile(...layers: readonly TileRequest[]): Uint8Array | null {
  const tile = encodeLayers(
    layers.map((request) => {
      const { layer, extent = TILE_EXTENT } = request;
      return { name: layer, extent, features: shownFeatures(request) };
    }),
  );
  return tile.length === 0 ? null : tile;
}

function* shownFeatures(request: TileRequest): Generator<MvtFeature> {
  const { extent = TILE_EXTENT, buffer = TILE_BUFFER } = request;
  for (const { id, geometry, properties } of request.features) {
    const onGrid = geometryInTile(geometry, request, extent, buffer);
    if (onGrid === null) continue;
    const type = MVT_TYPES[onGrid.kind];
    yield { id, type, geometry: commandsOf(type, onGrid.coords, onGrid.ends), properties };
  }
}

/** Clips and snaps one geometry to the grid of a tile; null when it is not in the tile. */
export function geometryInTile(
  geometry: PackedGeometry,
  address: TileAddress,
  extent: number = TILE_EXTENT,
  buffer: number = TILE_BUFFER,
): PackedGeometry | null {
  const projected = projectToTile(geometry.coords, address, extent);
  const box: Bounds = [-buffer, -buffer, extent + buffer, extent + buffer];
  if (geometry.kind === 'point') return pointsInTile(projected, box);
  const { ends, polygons } = geometry;
  const onGrid =
    geometry.kind === 'line'
      ? linesInTile(projected, ends, box)
      : polygonsOnGrid({ coords: projected, ends, polygons }, box);
  return onGrid ?? speckInTile(geometry, address, extent, box);
}

function pointsInTile(projected: Float64Array, box: Bounds): PackedGeometry | null {
  const builder = new GeometryBuilder();
  for (let i = 0; i < projected.length; i += 2) {
    const x = Math.round(projected[i]!);
    const y = Math.round(projected[i + 1]!);
    if (isIn(x, y, box)) builder.addVertex(x, y);
  }
  builder.endPoints();
  return builder.build('point');
}

function linesInTile(
  projected: Float64Array,
  ends: Uint32Array,
  box: Bounds,
): PackedGeometry | null {
  const builder = new GeometryBuilder();
  for (let part = 0; part < ends.length; part++) {
    const line = projected.subarray(2 * partStart(ends, part), 2 * ends[part]!);
    for (const piece of clipLine(line, box)) addRounded(piece, builder);
  }
  return builder.build('line');
}

/** Adds a line without repeated vertices. A line that shrinks to a point is left out. */
function addRounded(line: readonly number[], builder: GeometryBuilder): void {
  const kept: number[] = [];
  for (let i = 0; i < line.length; i += 2) {
    const x = Math.round(line[i]!);
    const y = Math.round(line[i + 1]!);
    if (kept.at(-2) !== x || kept.at(-1) !== y) kept.push(x, y);
  }
  if (kept.length < 4) return;
  for (let i = 0; i < kept.length; i += 2) builder.addVertex(kept[i]!, kept[i + 1]!);
  builder.endPart();
}

/** Returns the smallest line or square in place of a geometry that rounding reduced to nothing. */
function speckInTile(
  geometry: PackedGeometry,
  address: TileAddress,
  extent: number,
  box: Bounds,
): PackedGeometry | null {
  const [west, south, east, north] = boundsOf(geometry);
  const corners = projectToTile(Int32Array.of(west, north, east, south), address, extent);
  const [left, top, right, bottom] = corners as unknown as [number, number, number, number];
  // Only a geometry that is entirely in the tile can be removed by rounding and not by clipping.
  if (!isIn(left, top, box) || !isIn(right, bottom, box)) return null;
  const x = Math.min(Math.floor((left + right) / 2), box[2] - 1);
  const y = Math.min(Math.floor((top + bottom) / 2), box[3] - 1);
  const { kind, polygons } = geometry;
  return kind === 'line'
    ? { kind, coords: Int32Array.of(x, y, x + 1, y), ends: Uint32Array.of(2), polygons }
    : {
        kind,
        coords: Int32Array.of(x, y, x + 1, y, x + 1, y + 1, x, y + 1),
        ends: Uint32Array.of(4),
        polygons: Uint32Array.of(1),
      };
}

function isIn(x: number, y: number, [minx, miny, maxx, maxy]: Bounds): boolean {
  return x >= minx && x <= maxx && y >= miny && y <= maxy;
}
