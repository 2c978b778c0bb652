import { PbfWriter } from 'pbf';
import type { Line, Point, Polygon } from './geometry.ts';
import { ringArea } from './geometry.ts';

/** A value of a tile's attribute; what is absent is left out, as MVT has no null. */
export type Attribute = string | number | boolean;

/** A feature in whole tile units (0 to `TILE_EXTENT`, y to the south). */
export interface TileFeature {
  readonly properties: Readonly<Record<string, Attribute>>;
  readonly geometry:
    | { readonly kind: 'point'; readonly points: Line }
    | { readonly kind: 'line'; readonly lines: readonly Line[] }
    | { readonly kind: 'polygon'; readonly polygons: readonly Polygon[] };
}

/** Units along the side of a tile. */
export const TILE_EXTENT = 4096;

const TYPE = { point: 1, line: 2, polygon: 3 } as const;

/** Encodes layers as a Mapbox Vector Tile, version 2.1; layers without features are left out. */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Uint8Array {
  const out = new PbfWriter();
  for (const [name, features] of layers) {
    if (features.length > 0) out.writeMessage(3, writeLayer, { name, features });
  }
  return out.finish();
}

interface Layer {
  readonly name: string;
  readonly features: readonly TileFeature[];
}

function writeLayer(layer: Layer, out: PbfWriter): void {
  const keys = new Map<string, number>();
  const values = new Map<Attribute, number>();
  out.writeVarintField(15, 2);
  out.writeStringField(1, layer.name);
  for (const { properties, geometry } of layer.features) {
    const tags = Object.entries(properties).flatMap(([key, value]) => [
      indexOf(keys, key),
      indexOf(values, value),
    ]);
    out.writeMessage(2, writeFeature, { tags, geometry });
  }
  for (const key of keys.keys()) out.writeStringField(3, key);
  for (const value of values.keys()) out.writeMessage(4, writeValue, value);
  out.writeVarintField(5, TILE_EXTENT);
}

function indexOf<T>(table: Map<T, number>, item: T): number {
  const known = table.get(item);
  if (known !== undefined) return known;
  table.set(item, table.size);
  return table.size - 1;
}

interface EncodedFeature {
  readonly tags: number[];
  readonly geometry: TileFeature['geometry'];
}

function writeFeature({ tags, geometry }: EncodedFeature, out: PbfWriter): void {
  out.writePackedVarint(2, tags);
  out.writeVarintField(3, TYPE[geometry.kind]);
  out.writePackedVarint(4, commands(geometry));
}

function writeValue(value: Attribute, out: PbfWriter): void {
  if (typeof value === 'string') out.writeStringField(1, value);
  else if (typeof value === 'boolean') out.writeBooleanField(7, value);
  else if (Number.isInteger(value)) out.writeSVarintField(6, value);
  else out.writeDoubleField(3, value);
}

const MOVE = 1;
const DRAW = 2;
const CLOSE = 7;
const command = (id: number, count: number): number => id | (count << 3);
const zigzag = (n: number): number => (n << 1) ^ (n >> 31);

function commands(geometry: TileFeature['geometry']): number[] {
  const out: number[] = [];
  let [x, y] = [0, 0];
  const go = ([nextX, nextY]: Point): void => {
    out.push(zigzag(nextX - x), zigzag(nextY - y));
    [x, y] = [nextX, nextY];
  };
  const chain = (points: Line): void => {
    out.push(command(MOVE, 1));
    go(points[0]!);
    out.push(command(DRAW, points.length - 1));
    points.slice(1).forEach(go);
  };
  if (geometry.kind === 'point') {
    out.push(command(MOVE, geometry.points.length));
    geometry.points.forEach(go);
  } else if (geometry.kind === 'line') {
    geometry.lines.forEach(chain);
  } else {
    for (const rings of geometry.polygons) {
      rings.forEach((ring, i) => {
        // MVT 2.1, 4.3.4.4: the outer ring has a positive area in tile units, a hole a negative one.
        const wound = ringArea(ring) > 0 === (i === 0) ? ring : ring.toReversed();
        chain(wound.slice(0, -1));
        out.push(command(CLOSE, 1));
      });
    }
  }
  return out;
}
