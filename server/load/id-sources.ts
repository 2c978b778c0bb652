import { hash } from 'node:crypto';
import type { Dataset } from 'atlas-engine';
import { partOf } from '../store/data-part.ts';
import type { AttributeValue } from '../store/store.ts';
import { baseOf, isIdKey, type IdSource } from './assign-ids.ts';

/** Makes the input of the ids of the features of a dataset. */
export class IdSources {
  readonly #keyPlace: number;
  readonly #everyone: number;
  readonly #above: readonly number[];
  /** For each field, the rank from which on it is seen. */
  readonly #ranks: readonly number[];

  constructor(dataset: Dataset) {
    const fields = [...dataset.fields.values()];
    this.#everyone = dataset.permission.view.rank;
    this.#ranks = fields.map(({ permission }) => Math.max(permission.rank, this.#everyone));
    this.#above = [...new Set(this.#ranks)]
      .filter((rank) => rank > this.#everyone)
      .sort((a, b) => a - b);
    const { key } = partOf(dataset);
    this.#keyPlace = fields.findIndex(({ name }) => name === key);
  }

  /** `geometry` is the encoded shape of the feature. */
  of(geometry: Uint8Array, values: readonly AttributeValue[]): IdSource {
    const textOf = (rank: number): string =>
      JSON.stringify(values.filter((_, place) => this.#ranks[place] === rank));
    return {
      key: values[this.#keyPlace] ?? null,
      geometry: hash('sha256', geometry, 'hex'),
      byRank: [textOf(this.#everyone), ...this.#above.map(textOf)],
    };
  }

  /** Returns the id that a feature gets if no other feature has it. */
  baseOf(geometry: Uint8Array, values: readonly AttributeValue[]): number {
    const key = values[this.#keyPlace] ?? null;
    return isIdKey(key) ? key : baseOf(this.of(geometry, values)).id;
  }
}
