/** Finds stored data that a running server can no longer read. */
import { StoreDamaged } from '../../server/store/damage.ts';
import type { Store } from '../../server/store/open-store.ts';

/**
 * Milliseconds until a dataset that is damaged again is loaded again. The disk may be broken, so
 * this is not tried often.
 */
const AGAIN = 3_600_000;

export class DamageWatch {
  readonly #store: Pick<Store, 'damaged'>;
  readonly #report: (line: string) => void;
  /** The time at which each dataset was last returned, by dataset id. */
  readonly #given = new Map<string, number>();
  #isListDamaged = false;

  constructor(store: Pick<Store, 'damaged'>, report: (line: string) => void) {
    this.#store = store;
    this.#report = report;
  }

  /** Returns the damaged datasets to load again, each once an hour at most. */
  due(damaged: readonly string[]): readonly string[] {
    const now = performance.now();
    const due = damaged.filter((id) => now - (this.#given.get(id) ?? -Infinity) > AGAIN);
    for (const id of due) this.#given.set(id, now);
    return due;
  }

  /**
   * Returns the ids of datasets whose stored data cannot be read. If the list of loaded datasets
   * cannot be read, reports that once and returns an empty list.
   */
  async damaged(): Promise<readonly string[]> {
    try {
      return (await this.#store.damaged?.()) ?? [];
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      if (!this.#isListDamaged) this.#report(error.message);
      this.#isListDamaged = true;
      return [];
    }
  }
}
