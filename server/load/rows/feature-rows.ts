import type { Dataset } from 'atlas-engine';
import {
  boundsOf,
  decodeGeometry,
  encodeGeometry,
  vertexCount,
  type PackedGeometry,
} from '../../geometry/packed.ts';
import type { AttributeValue, Bounds } from '../../store/store.ts';
import { assignIds } from '../assign-ids.ts';
import { passesAll } from '../conditions.ts';
import { IdSources } from '../id-sources.ts';
import { tileLimits } from '../tile-limits.ts';
import { GrowingArray } from '../../geometry/growing-array.ts';
import { sizeOf } from './size-of.ts';
import { Spool } from './spool.ts';
import { ValueCodes, type ValueColumn } from './value-codes.ts';

/** A feature without its id. The values are in the order of the declared fields. */
export interface Row {
  readonly geometry: PackedGeometry;
  readonly values: readonly AttributeValue[];
}

/** Bytes of the head of a record: the length of its geometry. */
const HEAD_BYTES = 4;

/**
 * The features of a load, numbered from 0 in the order in which they were added. In memory there are
 * about 100 bytes for each feature and 8 for each of its fields; shapes and values are in a spool. Must
 * be closed. Throws `StoreFull` when there is no room for the spool.
 */
export class FeatureRows {
  readonly #dataset: Dataset;
  readonly #sources: IdSources;
  readonly #spool = new Spool();
  readonly #starts = new GrowingArray((length) => new Float64Array(length));
  readonly #indices = new GrowingArray((length) => new Uint32Array(length));
  readonly #ids = new GrowingArray((length) => new Float64Array(length));
  readonly #boxes = new GrowingArray((length) => new Int32Array(length));
  readonly #vertices = new GrowingArray((length) => new Uint32Array(length));
  readonly #parts = new GrowingArray((length) => new Uint32Array(length));
  readonly #sizes: GrowingArray<Float64Array> | null;
  readonly #ranks: GrowingArray<Float64Array> | null;
  readonly #rankPlace: number;
  readonly #codes: readonly ValueCodes[];
  readonly #asks: AskLists;
  /** The place after the last record. */
  #end = 0;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#sources = new IdSources(dataset);
    const names = [...dataset.fields.keys()];
    const isTiled = tileLimits(dataset) !== undefined;
    this.#codes = isTiled ? names.map(() => new ValueCodes()) : [];
    this.#asks = new AskLists(dataset, isTiled ? dataset.asks : []);
    this.#rankPlace = names.indexOf(dataset.feeds.tiles?.keepBy ?? '');
    const numbers = (): GrowingArray<Float64Array> =>
      new GrowingArray((length) => new Float64Array(length));
    this.#sizes = dataset.geometry === 'point' ? null : numbers();
    this.#ranks = this.#rankPlace === -1 ? null : numbers();
  }

  /** Number of features. */
  get count(): number {
    return this.#ids.values.length;
  }

  /** The ids of the features; before `assignIds`, what they are made from. */
  get ids(): Float64Array {
    return this.#ids.values;
  }

  /** Four numbers for each feature: west, south, east and north, in packed degrees. */
  get boxes(): Int32Array {
    return this.#boxes.values;
  }

  /** Number of vertices of each feature. */
  get vertices(): Uint32Array {
    return this.#vertices.values;
  }

  /** Number of parts of each feature. */
  get parts(): Uint32Array {
    return this.#parts.values;
  }

  /** The area or length of each feature on the map; null for points. */
  get sizes(): Float64Array | null {
    return this.#sizes?.values ?? null;
  }

  /** The values of `feeds.tiles.keep.by`, -Infinity for none; null when the dataset has no such field. */
  get ranks(): Float64Array | null {
    return this.#ranks?.values ?? null;
  }

  /** What the size of a tile needs to know about the field at a place. */
  column(place: number): ValueColumn {
    return this.#codes[place]!.column;
  }

  /** For each feature, the number of its list in `askLists`. */
  get asked(): Uint32Array {
    return this.#asks.numbers;
  }

  /** The different lists of parts of the configuration (`Dataset.asks`) that ask for a feature. */
  get askLists(): readonly (readonly number[])[] {
    return this.#asks.lists;
  }

  /**
   * Adds a feature. `index` is its place in the input; `id` is given when the feature has one already,
   * otherwise `assignIds` must follow.
   */
  add(
    { geometry, values }: Row,
    { index = this.count, id }: { readonly index?: number; readonly id?: number } = {},
  ): void {
    const blob = encodeGeometry(geometry);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(blob.length);
    const text = Buffer.from(JSON.stringify(values));
    const start = this.#spool.add(head, blob, text);
    this.#starts.push(start);
    this.#end = start + HEAD_BYTES + blob.length + text.length;
    this.#indices.push(index);
    this.#ids.push(id ?? this.#sources.baseOf(blob, values));
    for (const side of boundsOf(geometry)) this.#boxes.push(side);
    this.#vertices.push(vertexCount(geometry));
    this.#parts.push(geometry.ends.length);
    this.#sizes?.push(sizeOf(geometry));
    const rank = values[this.#rankPlace];
    this.#ranks?.push(typeof rank === 'number' ? rank : -Infinity);
    this.#codes.forEach((codes, place) => codes.add(values[place] ?? null));
    this.#asks.add(values);
  }

  /** Returns a feature. `blob` is its encoded shape, which is valid until the next call. */
  read(row: number): Row & { readonly blob: Uint8Array } {
    const record = this.#record(row);
    const end = HEAD_BYTES + record.readUInt32LE(0);
    const blob = record.subarray(HEAD_BYTES, end);
    const values = JSON.parse(record.toString('utf8', end)) as AttributeValue[];
    return { geometry: decodeGeometry(blob), values, blob };
  }

  /** Returns the shape of a feature. */
  geometry(row: number): PackedGeometry {
    const record = this.#record(row);
    return decodeGeometry(record.subarray(HEAD_BYTES, HEAD_BYTES + record.readUInt32LE(0)));
  }

  /** Gives all features their ids; returns the places in the input of those with a repeated key. */
  assignIds(): readonly number[] {
    const { ids, duplicateKeys } = assignIds(this.ids, (row) => {
      const { blob, values } = this.read(row);
      return this.#sources.of(blob, values);
    });
    this.ids.set(ids);
    return duplicateKeys.map((row) => this.#indices.values[row]!).sort((a, b) => a - b);
  }

  /** Returns the features by ascending id. */
  byId(): Uint32Array {
    const { ids } = this;
    return Uint32Array.from(ids, (_, row) => row).sort((a, b) => ids[a]! - ids[b]!);
  }

  /** Returns the bounds of all features in packed degrees; null without features. */
  bounds(): Bounds | null {
    const { boxes, count } = this;
    if (count === 0) return null;
    const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < boxes.length; at += 4) {
      bounds[0] = Math.min(bounds[0], boxes[at]!);
      bounds[1] = Math.min(bounds[1], boxes[at + 1]!);
      bounds[2] = Math.max(bounds[2], boxes[at + 2]!);
      bounds[3] = Math.max(bounds[3], boxes[at + 3]!);
    }
    return bounds;
  }

  /** Deletes the spool. */
  close(): void {
    this.#spool.close();
  }

  #record(row: number): Buffer {
    const starts = this.#starts.values;
    const start = starts[row];
    if (start === undefined)
      throw new RangeError(`\`${this.#dataset.id}\` has no feature ${row} of ${starts.length}`);
    return this.#spool.read(start, (starts[row + 1] ?? this.#end) - start);
  }
}

/** Finds which parts of the configuration ask for a feature. Features with the same parts share a list. */
class AskLists {
  readonly lists: (readonly number[])[] = [];
  readonly #numbers = new GrowingArray((length) => new Uint32Array(length));
  readonly #known = new Map<string, number>();
  readonly #asks: Dataset['asks'];
  readonly #places: ReadonlyMap<string, number>;

  constructor({ fields }: Dataset, asks: Dataset['asks']) {
    this.#asks = asks;
    this.#places = new Map([...fields.keys()].map((name, place) => [name, place]));
  }

  get numbers(): Uint32Array {
    return this.#numbers.values;
  }

  add(values: readonly AttributeValue[]): void {
    const valueOf = (name: string): AttributeValue => values[this.#places.get(name) ?? -1] ?? null;
    const found = this.#asks.flatMap((ask, number) => (passesAll(ask, valueOf) ? [number] : []));
    const key = found.join();
    let number = this.#known.get(key);
    if (number === undefined) {
      number = this.lists.push(found) - 1;
      this.#known.set(key, number);
    }
    this.#numbers.push(number);
  }
}
