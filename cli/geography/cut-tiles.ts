import type { Tile } from '../../server/pmtiles/write-pmtiles.ts';
import {
  boundsOf,
  distance,
  toMercator,
  type Bounds,
  type Line,
  type Polygon,
} from './geometry.ts';
import type { Handle } from '../../server/geometry/geos.ts';
import { clip, free, linesOf, snapInto, toGeos } from './polygons.ts';
import { encodeTile, TILE_EXTENT, type Attribute, type TileFeature } from './tile-features.ts';

/** A feature in the unit square of Web Mercator. */
export interface MapFeature {
  readonly properties: Readonly<Record<string, Attribute>>;
  readonly geometry: TileFeature['geometry'];
  /**
   * True for the lines of a name. None is clipped; each is written into the tile of its middle
   * point.
   */
  readonly uncut?: boolean;
}

/** A layer of the base map, with its features generalised for each zoom. */
export interface MapLayer {
  readonly name: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** Names of the attributes with their TileJSON types. */
  readonly fields: Readonly<Record<string, 'String' | 'Number' | 'Boolean'>>;
  readonly at: (zoom: number) => readonly MapFeature[];
}

/**
 * Width of the margin that a tile shares with its neighbours, in tile units. Lines at its edge are
 * then complete.
 */
const BUFFER = 64;
/** Minimum area of a polygon in square tile units. Smaller polygons are invisible. */
const SPECK = 12;

/**
 * Divides layers into the vector tiles of one zoom that intersect `bounds` (degrees). GEOS clips
 * polygons, snaps them to the grid of the tile and keeps them valid. Tiles without features are
 * left out.
 */
export function cutTiles(layers: readonly MapLayer[], zoom: number, bounds: Bounds): Tile[] {
  const tiles = new Map<string, Map<string, TileFeature[]>>();
  const range = tileRange(zoom, bounds);
  for (const layer of layers) {
    if (zoom < layer.minzoom || zoom > layer.maxzoom) continue;
    for (const feature of layer.at(zoom)) {
      for (const { x, y, geometry } of cutFeature(feature, zoom, range)) {
        const key = `${x}/${y}`;
        const tile = tiles.get(key) ?? new Map<string, TileFeature[]>();
        tiles.set(key, tile);
        const list = tile.get(layer.name) ?? [];
        tile.set(layer.name, list);
        list.push({ properties: feature.properties, geometry });
      }
    }
  }
  return Array.from(tiles, ([key, tile]) => {
    const [x, y] = key.split('/').map(Number);
    return { z: zoom, x: x!, y: y!, data: encodeTile(tile) };
  });
}

/** Returns the tiles `[minx, miny, maxx, maxy]`, inclusive, that touch `bounds`. */
export function tileRange(zoom: number, [west, south, east, north]: Bounds): Bounds {
  const count = 2 ** zoom;
  const index = (position: number): number =>
    Math.max(0, Math.min(count - 1, Math.floor(position * count)));
  const [minx, miny] = toMercator([west, north]);
  const [maxx, maxy] = toMercator([east, south]);
  return [index(minx), index(miny), index(maxx), index(maxy)];
}

interface Piece {
  readonly x: number;
  readonly y: number;
  readonly geometry: TileFeature['geometry'];
}

function cutFeature({ geometry, uncut }: MapFeature, zoom: number, range: Bounds): Piece[] {
  const scale = 2 ** zoom * TILE_EXTENT;
  const scaled = mapPoints(geometry, ([x, y]) => [x * scale, y * scale]);
  if (scaled.kind === 'point' || uncut) return placeWhole(scaled, range);
  const pieces: Piece[] = [];
  const handle = toGeos(scaled);
  const side = 2 ** zoom;
  divide(handle, [0, 0, side, side], range, (part, x, y) => {
    const cut = finish(part, scaled.kind, x, y);
    if (cut) pieces.push({ x, y, geometry: cut });
  });
  free(handle);
  return pieces;
}

/**
 * Divides a square of tiles into quarters recursively; calls `each` with the geometry in each tile.
 */
function divide(
  handle: Handle,
  [x1, y1, x2, y2]: Bounds,
  range: Bounds,
  each: (handle: Handle, x: number, y: number) => void,
): void {
  if (x1 > range[2] || y1 > range[3] || x2 <= range[0] || y2 <= range[1]) return;
  const part = clip(handle, tileBox(x1, y1, x2, y2));
  if (!part) return;
  if (x2 - x1 === 1) {
    each(part, x1, y1);
  } else {
    const [middleX, middleY] = [(x1 + x2) / 2, (y1 + y2) / 2];
    divide(part, [x1, y1, middleX, middleY], range, each);
    divide(part, [middleX, y1, x2, middleY], range, each);
    divide(part, [x1, middleY, middleX, y2], range, each);
    divide(part, [middleX, middleY, x2, y2], range, each);
  }
  free(part);
}

const tileBox = (x1: number, y1: number, x2: number, y2: number): Bounds => [
  x1 * TILE_EXTENT - BUFFER,
  y1 * TILE_EXTENT - BUFFER,
  x2 * TILE_EXTENT + BUFFER,
  y2 * TILE_EXTENT + BUFFER,
];

function finish(
  handle: Handle,
  kind: 'line' | 'polygon',
  x: number,
  y: number,
): TileFeature['geometry'] | null {
  const [left, top] = [x * TILE_EXTENT, y * TILE_EXTENT];
  const local = (line: Line): Line =>
    line.map(([px, py]) => [Math.round(px) - left, Math.round(py) - top]);
  if (kind === 'line') {
    const lines = linesOf(handle)
      .map((line) => withoutRepeats(local(line)))
      .filter((line) => line.length > 1);
    return lines.length > 0 ? { kind, lines } : null;
  }
  const polygons = snapInto(handle, tileBox(x, y, x + 1, y + 1))
    .map((rings) => rings.map(local))
    .filter((rings) => areaOfBox(boundsOf(rings[0]!)) >= SPECK);
  return polygons.length > 0 ? { kind, polygons } : null;
}

function placeWhole(geometry: TileFeature['geometry'], range: Bounds): Piece[] {
  const members: readonly Line[] =
    geometry.kind === 'line'
      ? geometry.lines
      : geometry.kind === 'point'
        ? geometry.points.map((point) => [point])
        : [];
  const tiles = new Map<string, { readonly x: number; readonly y: number; lines: Line[] }>();
  for (const line of members) {
    const [x, y] = line[line.length >> 1]!.map((value) => Math.floor(value / TILE_EXTENT)) as [
      number,
      number,
    ];
    if (x < range[0] || x > range[2] || y < range[1] || y > range[3]) continue;
    const tile = tiles.get(`${x}/${y}`) ?? { x, y, lines: [] };
    tiles.set(`${x}/${y}`, tile);
    tile.lines.push(
      line.map(([px, py]) => [Math.round(px) - x * TILE_EXTENT, Math.round(py) - y * TILE_EXTENT]),
    );
  }
  return Array.from(tiles.values(), ({ x, y, lines }) => ({
    x,
    y,
    geometry:
      geometry.kind === 'line' ? { kind: 'line', lines } : { kind: 'point', points: lines.flat() },
  }));
}

function mapPoints(
  geometry: TileFeature['geometry'],
  move: (point: Line[number]) => Line[number],
): TileFeature['geometry'] {
  const chain = (line: Line): Line => line.map(move);
  if (geometry.kind === 'point') return { kind: 'point', points: chain(geometry.points) };
  if (geometry.kind === 'line') return { kind: 'line', lines: geometry.lines.map(chain) };
  const polygons = geometry.polygons.map((rings): Polygon => rings.map(chain));
  return { kind: 'polygon', polygons };
}

function withoutRepeats(line: Line): Line {
  return line.filter((point, i) => i === 0 || distance(point, line[i - 1]!) > 0);
}

function areaOfBox([x1, y1, x2, y2]: Bounds): number {
  return (x2 - x1) * (y2 - y1);
}
