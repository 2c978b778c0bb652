/** Errors of a store for data that can no longer be read. */

/**
 * Thrown if the data of a dataset exist, but cannot be read. The message does not name the dataset,
 * because the message may be logged. `dataset` is its id, for code that may use it.
 */
export class DatasetDamaged extends Error {
  override readonly name = 'DatasetDamaged';
  readonly dataset: string;

  constructor(dataset: string) {
    super(
      'The stored data of a dataset are damaged. `atlas load` reports which one and loads it again.',
    );
    this.dataset = dataset;
  }
}

/** Thrown if the list of stored datasets cannot be read. `message` says how to fix it. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
