/** Keeps the features of a dataset on disk until the writers know their number, types and widths. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { StoredFeature } from '../../store/store.ts';
import { boxOf, joinBoxes, type Box } from './box-of.ts';
import { textOf, type FeatureCensus, type ShapeType } from './feature-file.ts';
import { FileSink } from './file-sink.ts';

export class Spool {
  readonly #path: string;
  readonly #sink: FileSink;
  readonly #types = new Set<ShapeType>();
  readonly #widths = new Map<string, number>();
  #count = 0;
  #bounds: Box = [Infinity, Infinity, -Infinity, -Infinity];

  constructor(path: string) {
    this.#path = path;
    this.#sink = new FileSink(path);
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#sink.bytes;
  }

  add(feature: StoredFeature): void {
    const { geometry, properties } = feature;
    if (geometry.type === 'GeometryCollection') return;
    this.#sink.write(`${JSON.stringify(feature)}\n`);
    this.#count += 1;
    this.#types.add(geometry.type);
    this.#bounds = joinBoxes(this.#bounds, boxOf(geometry));
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
    for await (const line of lines) yield JSON.parse(line) as StoredFeature;
  }
}
