import { PbfWriter } from 'pbf';
import { tick } from './deadline.ts';

/** Geometry types of Mapbox Vector Tile 2.1. */
export type MvtType = 1 | 2 | 3;

/** A value of a feature; null and undefined mean a missing value and are not written. */
export type MvtValue = string | number | boolean | null | undefined;

/** A feature on the grid of its tile; `geometry` has the commands of `commandsOf`. */
export interface MvtFeature {
  /** A whole number from 0 to 2^53 - 1. */
  readonly id?: number;
  readonly type: MvtType;
  readonly geometry: readonly number[];
  readonly properties: Readonly<Record<string, MvtValue>>;
}

/** A layer of a tile; features are written in the given order. */
export interface MvtLayer {
  readonly name: string;
  /** Steps along one side of the tile, 4096 by default. */
  readonly extent?: number;
  /** Iterated once while writing, so that a tile of a million features needs little memory. */
  readonly features: Iterable<MvtFeature>;
}

const VERSION = 2;
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 15;

/**
 * Writes a vector tile (MVT 2.1). Layers without features are left out, as the format requires.
 * Throws a `RangeError` for a layer name that is empty or used twice and for an invalid id.
 */
export function encodeLayers(layers: readonly MvtLayer[]): Uint8Array {
  const names = new Set(layers.map(({ name }) => name));
  if (names.size < layers.length || names.has('')) {
    throw new RangeError('each layer of a tile needs a different name');
  }
  const pbf = new PbfWriter();
  for (const layer of layers) {
    const features = layer.features[Symbol.iterator]();
    const first = features.next();
    if (first.done !== true)
      pbf.writeMessage(3, writeLayer, { layer, first: first.value, features });
  }
  return pbf.finish();
}

/**
 * Converts vertices on the grid to drawing commands. `ends` has for each part the index after its
 * last vertex; rings are passed open and closed here.
 */
export function commandsOf(
  type: MvtType,
  coords: ArrayLike<number>,
  ends: ArrayLike<number>,
): number[] {
  tick(coords.length);
  const commands: number[] = [];
  let x = 0;
  let y = 0;
  let start = 0;
  for (let part = 0; part < ends.length; part++) {
    const end = ends[part]!;
    for (let v = start; v < end; v++) {
      if (v === start) commands.push(command(MOVE_TO, type === 1 ? end - start : 1));
      else if (v === start + 1 && type !== 1) commands.push(command(LINE_TO, end - start - 1));
      const nextX = coords[2 * v]!;
      const nextY = coords[2 * v + 1]!;
      commands.push(zigzag(nextX - x), zigzag(nextY - y));
      x = nextX;
      y = nextY;
    }
    if (type === 3) commands.push(CLOSE_PATH);
    start = end;
  }
  return commands;
}

function command(id: number, count: number): number {
  return (count << 3) | id;
}

function zigzag(step: number): number {
  return ((step << 1) ^ (step >> 31)) >>> 0;
}

/** Distinct keys or values of a layer, in the order of their first use. */
interface Dictionary<T> {
  readonly indices: Map<string | T, number>;
  readonly entries: T[];
}

/** A layer whose first feature has been read. */
interface BegunLayer {
  readonly layer: MvtLayer;
  readonly first: MvtFeature;
  readonly features: Iterator<MvtFeature>;
}

function writeLayer({ layer, first, features }: BegunLayer, pbf: PbfWriter): void {
  const keys: Dictionary<string> = { indices: new Map(), entries: [] };
  const values: Dictionary<string | number | boolean> = { indices: new Map(), entries: [] };
  pbf.writeVarintField(15, VERSION);
  pbf.writeStringField(1, layer.name);
  pbf.writeVarintField(5, layer.extent ?? 4096);
  let feature: MvtFeature | null = first;
  while (feature !== null) {
    pbf.writeMessage(2, writeFeature, { feature, keys, values });
    const next = features.next();
    feature = next.done === true ? null : next.value;
  }
  for (const key of keys.entries) pbf.writeStringField(3, key);
  for (const value of values.entries) pbf.writeMessage(4, writeValue, value);
}

interface FeatureInLayer {
  readonly feature: MvtFeature;
  readonly keys: Dictionary<string>;
  readonly values: Dictionary<string | number | boolean>;
}

function writeFeature({ feature, keys, values }: FeatureInLayer, pbf: PbfWriter): void {
  const { id, type, geometry, properties } = feature;
  tick(geometry.length);
  if (id !== undefined) {
    if (!Number.isSafeInteger(id) || id < 0)
      throw new RangeError('the id of a feature in a tile must be a whole number');
    pbf.writeVarintField(1, id);
  }
  const tags: number[] = [];
  for (const key of Object.keys(properties)) {
    const value = properties[key];
    if (value === null || value === undefined) continue;
    if (typeof value === 'number' && !Number.isFinite(value)) continue;
    // Map distinguishes a string from a number or boolean with the same text.
    tags.push(indexOf(keys, key), indexOf(values, value));
  }
  if (tags.length > 0) pbf.writePackedVarint(2, tags);
  pbf.writeVarintField(3, type);
  pbf.writePackedVarint(4, geometry as number[]);
}

function indexOf<T>({ indices, entries }: Dictionary<T>, entry: T): number {
  const known = indices.get(entry);
  if (known !== undefined) return known;
  indices.set(entry, entries.length);
  return entries.push(entry) - 1;
}

function writeValue(value: string | number | boolean, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value);
  else if (!Number.isSafeInteger(value)) pbf.writeDoubleField(3, value);
  else if (value < 0) pbf.writeSVarintField(6, value);
  else pbf.writeVarintField(5, value);
}
