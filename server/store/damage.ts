/** What a store does with data that cannot be read any more. */

/**
 * The data of a dataset are there, but cannot be read. The message does not name the dataset, since
 * it may end in a log: whoever may name it finds it in `dataset`.
 */
export class DatasetDamaged extends Error {
  override readonly name = 'DatasetDamaged';
  readonly dataset: string;

  constructor(dataset: string) {
    super('The stored data of a dataset are damaged. `atlas load` names it and loads it again.');
    this.dataset = dataset;
  }
}

/** The list of what is stored cannot be read; `message` says what to do. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}
