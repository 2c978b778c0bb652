import { PbfReader } from 'pbf';
import {
  encodeLayers,
  type MvtFeature,
  type MvtType,
  type MvtValue,
} from '../../geometry/mvt-encode.ts';

/** Field numbers of Mapbox Vector Tile 2.1, section 4. */
const LAYER = { feature: 2, key: 3, value: 4 } as const;
const FEATURE = { id: 1, tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { text: 1, float: 2, double: 3, int: 4, uint: 5, sint: 6, boolean: 7 } as const;
const TILE_LAYER = 3;

/**
 * Merges tiles with one layer each into one tile with one layer, features in the order of the tiles;
 * null when there are none. ST_AsMVT cannot do this: two datasets may give a name different types.
 */
export function mergeTiles(layer: string, tiles: readonly Uint8Array[]): Uint8Array | null {
  const shown = tiles.filter((tile) => tile.length > 0);
  if (shown.length < 2) return shown[0] ?? null;
  return encodeLayers([{ name: layer, features: shown.flatMap(readTile) }]);
}

/** Renames attributes of a tile with one layer. */
export function renameAttributes(
  layer: string,
  tile: Uint8Array,
  names: ReadonlyMap<string, string>,
): Uint8Array {
  if (names.size === 0 || tile.length === 0) return tile;
  const features = readTile(tile).map((feature) => ({
    ...feature,
    properties: Object.fromEntries(
      Object.entries(feature.properties).map(([name, value]) => [names.get(name) ?? name, value]),
    ),
  }));
  return encodeLayers([{ name: layer, features }]);
}

interface RawLayer {
  readonly keys: string[];
  readonly values: MvtValue[];
  readonly features: RawFeature[];
}

interface RawFeature {
  id: number;
  tags: number[];
  type: MvtType;
  geometry: number[];
}

function readTile(tile: Uint8Array): MvtFeature[] {
  const layer: RawLayer = { keys: [], values: [], features: [] };
  new PbfReader(tile).readFields((tag, _, pbf) => {
    if (tag === TILE_LAYER) pbf.readMessage(readLayer, layer);
  }, null);
  return layer.features.map(({ id, type, geometry, tags }) => {
    const entries: [string, MvtValue][] = [];
    for (let i = 0; i < tags.length; i += 2) {
      entries.push([layer.keys[tags[i]!]!, layer.values[tags[i + 1]!]]);
    }
    return { id, type, geometry, properties: Object.fromEntries(entries) };
  });
}

function readLayer(tag: number, layer: RawLayer, pbf: PbfReader): void {
  if (tag === LAYER.key) layer.keys.push(pbf.readString());
  else if (tag === LAYER.value) {
    layer.values.push(pbf.readMessage(readValue, { value: null as MvtValue }).value);
  } else if (tag === LAYER.feature) {
    const feature: RawFeature = { id: 0, tags: [], type: 1, geometry: [] };
    layer.features.push(pbf.readMessage(readFeature, feature));
  }
}

function readFeature(tag: number, feature: RawFeature, pbf: PbfReader): void {
  if (tag === FEATURE.id) feature.id = pbf.readVarint();
  else if (tag === FEATURE.type) feature.type = pbf.readVarint() as MvtType;
  else if (tag === FEATURE.tags) pbf.readPackedVarint(feature.tags);
  else if (tag === FEATURE.geometry) pbf.readPackedVarint(feature.geometry);
}

function readValue(tag: number, into: { value: MvtValue }, pbf: PbfReader): void {
  if (tag === VALUE.text) into.value = pbf.readString();
  else if (tag === VALUE.float) into.value = pbf.readFloat();
  else if (tag === VALUE.double) into.value = pbf.readDouble();
  else if (tag === VALUE.int) into.value = pbf.readVarint(true);
  else if (tag === VALUE.uint) into.value = pbf.readVarint();
  else if (tag === VALUE.sint) into.value = pbf.readSVarint();
  else if (tag === VALUE.boolean) into.value = pbf.readBoolean();
}
