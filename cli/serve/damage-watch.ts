/** Finds stored data that a running server can no longer read. */
import { StoreDamaged } from '../../server/store/damage.ts';
import type { Store } from '../../server/store/open-store.ts';

/** Milliseconds after which data that are damaged again are loaded again: a disk may be broken. */
const AGAIN = 3_600_000;

export class DamageWatch {
  readonly #store: Pick<Store, 'damaged'>;
  readonly #tell: (line: string) => void;
  /** By dataset: when it was last given. */
  readonly #given = new Map<string, number>();
  #isListDamaged = false;

  constructor(store: Pick<Store, 'damaged'>, tell: (line: string) => void) {
    this.#store = store;
    this.#tell = tell;
  }

  /** Those of `damaged` that are to be loaded again, each once an hour at most. */
  due(damaged: readonly string[]): readonly string[] {
    const now = performance.now();
    const due = damaged.filter((id) => now - (this.#given.get(id) ?? -Infinity) > AGAIN);
    for (const id of due) this.#given.set(id, now);
    return due;
  }

  /**
   * The ids of datasets whose stored data cannot be read. Says once that the list of what is loaded
   * cannot be read; then there are none.
   */
  async damaged(): Promise<readonly string[]> {
    try {
      return (await this.#store.damaged?.()) ?? [];
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      if (!this.#isListDamaged) this.#tell(error.message);
      this.#isListDamaged = true;
      return [];
    }
  }
}
