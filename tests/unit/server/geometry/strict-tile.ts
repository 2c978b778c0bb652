import { PbfReader } from 'pbf';

/** A feature as read by the strict reader; rings and lines as flat lists x, y, x, y …, rings open. */
export interface StrictFeature {
  id?: number;
  type: number;
  parts: number[][];
  properties: Record<string, unknown>;
}

/** A layer as read by the strict reader. */
export interface StrictLayer {
  name: string;
  extent: number;
  features: StrictFeature[];
}

/**
 * Reads a tile by MVT 2.1 and throws on everything that the format forbids for an encoder. A test
 * compares it with the published fixtures.
 */
export function readStrictTile(bytes: Uint8Array): StrictLayer[] {
  const layers: StrictLayer[] = [];
  new PbfReader(bytes).readFields((tag, list: StrictLayer[], pbf) => {
    if (tag === 3) list.push(readLayer(pbf, pbf.readVarint() + pbf.pos));
  }, layers);
  if (new Set(layers.map(({ name }) => name)).size < layers.length)
    fail('two layers with one name');
  return layers;
}

interface RawFeature {
  id?: number;
  type?: number;
  tags: number[];
  geometries: number[][];
}

function readLayer(pbf: PbfReader, end: number): StrictLayer {
  const raw = {
    version: undefined as number | undefined,
    name: undefined as string | undefined,
    // The default of the protocol; the published fixtures depend on it.
    extent: 4096,
    keys: [] as string[],
    values: [] as unknown[],
    features: [] as RawFeature[],
  };
  pbf.readFields(
    (tag, layer: typeof raw) => {
      if (tag === 15) layer.version = wire(pbf, 0).readVarint();
      else if (tag === 1) layer.name = wire(pbf, 2).readString();
      else if (tag === 2) layer.features.push(readFeature(pbf));
      else if (tag === 3) layer.keys.push(wire(pbf, 2).readString());
      else if (tag === 4) layer.values.push(readValue(pbf));
      else if (tag === 5) layer.extent = wire(pbf, 0).readVarint();
      else fail('an unknown field of a layer');
    },
    raw,
    end,
  );
  if (raw.version !== 2) fail('not version 2');
  if (!raw.name) fail('no name');
  const features = raw.features.map(({ tags, type, geometries, id }): StrictFeature => {
    if (tags.length % 2 === 1) fail('an odd number of tags');
    if (type === undefined || type > 3) fail('an unknown type');
    if (geometries.length !== 1) fail('not one geometry');
    const properties: Record<string, unknown> = {};
    for (let i = 0; i < tags.length; i += 2) {
      const [key, value] = [raw.keys[tags[i]!], tags[i + 1]!];
      if (key === undefined || value >= raw.values.length) fail('a tag without key or value');
      properties[key] = raw.values[value];
    }
    const parts = type === 0 ? [] : readCommands(geometries[0]!, type);
    return { ...(id === undefined ? {} : { id }), type, parts, properties };
  });
  return { name: raw.name, extent: raw.extent, features };
}

function readFeature(pbf: PbfReader): RawFeature {
  const feature: RawFeature = { tags: [], geometries: [] };
  pbf.readMessage((tag) => {
    if (tag === 1) feature.id = wire(pbf, 0).readVarint();
    else if (tag === 2) feature.tags = wire(pbf, 2).readPackedVarint();
    else if (tag === 3) feature.type = wire(pbf, 0).readVarint();
    else if (tag === 4) feature.geometries.push(wire(pbf, 2).readPackedVarint());
    else fail('an unknown field of a feature');
  }, feature);
  return feature;
}

function readValue(pbf: PbfReader): unknown {
  const found: unknown[] = [];
  pbf.readMessage((tag) => {
    if (tag === 1) found.push(wire(pbf, 2).readString());
    else if (tag === 2) found.push(wire(pbf, 5).readFloat());
    else if (tag === 3) found.push(wire(pbf, 1).readDouble());
    else if (tag === 4) found.push(wire(pbf, 0).readVarint(true));
    else if (tag === 5) found.push(wire(pbf, 0).readVarint());
    else if (tag === 6) found.push(wire(pbf, 0).readSVarint());
    else if (tag === 7) found.push(wire(pbf, 0).readBoolean());
    else fail('an unknown kind of value');
  }, found);
  if (found.length !== 1) fail('not one value');
  return found[0];
}

/** Runs the commands of a geometry, and checks their order. */
function readCommands(geometry: number[], type: number): number[][] {
  const parts: number[][] = [];
  let at = 0;
  let x = 0;
  let y = 0;
  const read = (least: number, id: number, most: number): number[] => {
    const word = geometry[at++];
    if (word === undefined || (word & 7) !== id) fail('another command expected');
    const count = word >> 3;
    if (count < least || count > most || at + 2 * count > geometry.length) fail('a wrong count');
    const points: number[] = [];
    for (let i = 0; i < count; i++) {
      const [dx, dy] = [unzigzag(geometry[at++]!), unzigzag(geometry[at++]!)];
      if (id === 2 && dx === 0 && dy === 0) fail('a step without length');
      points.push((x += dx), (y += dy));
    }
    return points;
  };
  if (type === 1) {
    parts.push(read(1, 1, Infinity));
    if (at !== geometry.length) fail('more than one command for points');
    return parts;
  }
  if (geometry.length === 0) fail('an empty geometry');
  while (at < geometry.length) {
    const start = read(1, 1, 1);
    parts.push([...start, ...read(type - 1, 2, Infinity)]);
    if (type === 3 && geometry[at++] !== 15) fail('a ring that is not closed');
  }
  return parts;
}

function unzigzag(word: number): number {
  return (word >>> 1) ^ -(word & 1);
}

function wire(pbf: PbfReader, expected: number): PbfReader {
  if (pbf.type !== expected) fail('a field of the wrong kind');
  return pbf;
}

function fail(what: string): never {
  throw new Error(`the tile has ${what}`);
}
