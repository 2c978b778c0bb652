/** Keeps the features of a dataset on disk until the writers know their number, types and widths. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { boxOf, joinBoxes, type Bounds } from 'atlas-engine/runtime';
import { GrowingArray } from '../../geometry/growing-array.ts';
import type { AttributeValue, StoredFeature } from '../../store/store.ts';
import { textOf, type FeatureCensus, type FeatureSource, type ShapeType } from './feature-file.ts';
import { FileSink } from './file-sink.ts';

/** A feature as a line: the values of the fields without their names, which would be most of it. */
type Line = readonly [
  id: number,
  geometry: StoredFeature['geometry'],
  values: readonly AttributeValue[],
];

export class Spool implements FeatureSource {
  readonly #path: string;
  readonly #fields: readonly string[];
  readonly #sink: FileSink;
  readonly #types = new Set<ShapeType>();
  readonly #widths = new Map<string, number>();
  #count = 0;
  readonly #boxes = new GrowingArray((length) => new Float64Array(length));
  /** The byte at which each line begins. */
  readonly #starts = new GrowingArray((length) => new Float64Array(length));
  #bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];

  constructor(path: string, fields: readonly string[]) {
    this.#path = path;
    this.#fields = fields;
    this.#sink = new FileSink(path);
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#sink.bytes;
  }

  add(feature: StoredFeature): void {
    const { id, geometry, properties } = feature;
    if (geometry.type === 'GeometryCollection') return;
    const line: Line = [id, geometry, this.#fields.map((name) => properties[name] ?? null)];
    this.#starts.push(this.#sink.bytes);
    this.#sink.write(`${JSON.stringify(line)}\n`);
    this.#count += 1;
    this.#types.add(geometry.type);
    const box = boxOf(geometry);
    for (const side of box) this.#boxes.push(side);
    this.#bounds = joinBoxes(this.#bounds, box);
    for (const [name, value] of Object.entries(properties)) {
      const bytes = Buffer.byteLength(textOf(value));
      if (bytes > (this.#widths.get(name) ?? 0)) this.#widths.set(name, bytes);
    }
  }

  /** Ends the collection. */
  census(): FeatureCensus {
    this.#sink.close();
    return {
      count: this.#count,
      bounds: this.#bounds,
      types: this.#types,
      widths: this.#widths,
    };
  }

  /** Returns the features in the order in which they were added. */
  async *features(): AsyncGenerator<StoredFeature> {
    const lines = createInterface({ input: createReadStream(this.#path), crlfDelay: Infinity });
    for await (const line of lines) yield this.#parse(line);
  }

  boxes(): Float64Array {
    return this.#boxes.values;
  }

  *at(rows: Iterable<number>): Generator<StoredFeature> {
    const file = openSync(this.#path, 'r');
    const starts = this.#starts.values;
    try {
      for (const row of rows) {
        const start = starts[row]!;
        const line = Buffer.alloc((starts[row + 1] ?? this.bytes) - start);
        readSync(file, line, 0, line.length, start);
        yield this.#parse(line.toString());
      }
    } finally {
      closeSync(file);
    }
  }

  #parse(line: string): StoredFeature {
    const [id, geometry, values] = JSON.parse(line) as Line;
    const properties = Object.fromEntries(
      this.#fields.map((name, place) => [name, values[place] ?? null]),
    );
    return { id, geometry, properties };
  }
}
