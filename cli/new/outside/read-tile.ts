import { PbfReader } from 'pbf';
import { gunzipSync } from 'node:zlib';
import type { Geometry } from './found.ts';

/** A value of a feature in a tile. */
type Value = string | number | boolean;

/** A feature of a tile, without its place. */
export interface TileFeature {
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, Value>>;
}

/** Types of geometry of vector tiles, by number. */
const GEOMETRIES = [null, 'point', 'line', 'polygon'] as const;

/** Largest tile in bytes, unpacked. */
const MOST_BYTES = 33_554_432;

/**
 * Reads the layers of a vector tile, version 2 (Mapbox Vector Tile 2.1), whose bytes may be packed.
 * Throws errors without words for other bytes.
 */
export function readTile(bytes: Uint8Array): ReadonlyMap<string, readonly TileFeature[]> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const tile = isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  return new PbfReader(tile).readFields((tag, layers, pbf) => {
    if (tag !== 3) return;
    const { name, features, keys, values } = pbf.readMessage(readLayer, emptyLayer());
    layers.set(
      name,
      features.flatMap(({ type, tags }) => {
        const geometry = GEOMETRIES[type];
        return geometry ? [{ geometry, properties: propertiesOf(tags, keys, values) }] : [];
      }),
    );
  }, new Map<string, readonly TileFeature[]>());
}

interface RawFeature {
  type: number;
  tags: number[];
}

const emptyLayer = () => ({
  name: '',
  features: [] as RawFeature[],
  keys: [] as string[],
  values: [] as (Value | null)[],
});

function readLayer(tag: number, layer: ReturnType<typeof emptyLayer>, pbf: PbfReader): void {
  if (tag === 1) layer.name = pbf.readString();
  else if (tag === 2) layer.features.push(pbf.readMessage(readFeature, { type: 0, tags: [] }));
  else if (tag === 3) layer.keys.push(pbf.readString());
  else if (tag === 4) layer.values.push(pbf.readMessage(readValue, { value: null }).value);
}

function readFeature(tag: number, feature: RawFeature, pbf: PbfReader): void {
  if (tag === 2) pbf.readPackedVarint(feature.tags);
  else if (tag === 3) feature.type = pbf.readVarint();
}

function readValue(tag: number, holder: { value: Value | null }, pbf: PbfReader): void {
  if (tag === 1) holder.value = pbf.readString();
  else if (tag === 2) holder.value = pbf.readFloat();
  else if (tag === 3) holder.value = pbf.readDouble();
  else if (tag === 4) holder.value = pbf.readVarint(true);
  else if (tag === 5) holder.value = pbf.readVarint();
  else if (tag === 6) holder.value = pbf.readSVarint();
  else if (tag === 7) holder.value = pbf.readBoolean();
}

/** Pairs the numbers of keys and values. */
function propertiesOf(
  tags: readonly number[],
  keys: readonly string[],
  values: readonly (Value | null)[],
): Record<string, Value> {
  const properties: Record<string, Value> = {};
  for (let i = 0; i + 1 < tags.length; i += 2) {
    const key = keys[tags[i]!];
    const value = values[tags[i + 1]!] ?? null;
    if (key !== undefined && value !== null) properties[key] = value;
  }
  return properties;
}
