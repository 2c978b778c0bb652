/** Errors of a store for data that can no longer be read. */

/**
 * The data of a dataset exist, but cannot be read. The message does not name the dataset, since it may
 * be logged; code that may use the name finds it in `dataset`.
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

/** The list of stored datasets cannot be read; `message` describes what to do. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
