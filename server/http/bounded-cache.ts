/** A cache of answers in memory, bounded by bytes. Simultaneous requests share one computation. */
import { LRUCache } from 'lru-cache';

/** Estimated bytes of an entry in addition to its content and its key. */
const ENTRY_OVERHEAD_BYTES = 200;

/**
 * A computed response. If `current` is false, its data changed meanwhile: it is sent, but not
 * cached.
 */
export interface Kept {
  readonly current: boolean;
}

/** The figures of a cache for the metrics. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly entries: number;
}

export class BoundedCache<T extends Kept> {
  readonly #kept: LRUCache<string, T>;
  readonly #underway = new Map<string, Promise<T>>();
  #hits = 0;
  #misses = 0;

  /**
   * `maxBytes` limits the content and keys in the cache. `bytesOf` returns the size of a content in
   * bytes.
   */
  constructor({ maxBytes, bytesOf }: { maxBytes: number; bytesOf: (value: T) => number }) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => bytesOf(value) + key.length + ENTRY_OVERHEAD_BYTES,
    });
  }

  /**
   * Returns the answer for a key, and makes it when it is not cached. The key must include all that
   * the answer depends on, such as versions and ranks. If the computation fails, all waiting
   * requests fail, and nothing is cached.
   */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    const underway = kept ?? this.#underway.get(key);
    if (underway) {
      this.#hits += 1;
      return underway;
    }
    this.#misses += 1;
    const making = this.#make(key, make).finally(() => this.#underway.delete(key));
    this.#underway.set(key, making);
    return making;
  }

  /** Replaces the answer for a key by one with the same content, if it is cached. */
  replace(key: string, value: T): void {
    if (this.#kept.has(key)) this.#kept.set(key, value);
  }

  /**
   * Returns the figures of the cache. A request that waits for a computation in progress counts as
   * a hit.
   */
  figures(): CacheFigures {
    return {
      hits: this.#hits,
      misses: this.#misses,
      bytes: this.#kept.calculatedSize,
      entries: this.#kept.size,
    };
  }

  async #make(key: string, make: () => Promise<T>): Promise<T> {
    const made = await make();
    if (made.current) this.#kept.set(key, made);
    return made;
  }
}
