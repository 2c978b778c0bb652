/** Made answers in memory, bounded by bytes; what many ask for at once is made once. */
import { LRUCache } from 'lru-cache';

/** Bytes that an entry costs beside its content and its key. */
const ENTRY_OVERHEAD_BYTES = 200;

/** `current` is false when what it was made from had moved on: then it is sent, but not kept. */
export interface Kept {
  readonly current: boolean;
}

/** How well a cache serves, for those who run the server. */
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

  /** `maxBytes` bounds what is kept, keys included; `bytesOf` gives the bytes of a content. */
  constructor({ maxBytes, bytesOf }: { maxBytes: number; bytesOf: (value: T) => number }) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value, key) => bytesOf(value) + key.length + ENTRY_OVERHEAD_BYTES,
    });
  }

  /**
   * The answer under a key, made when it is not kept. The key must name all that the answer depends
   * on, versions and ranks included. A failure reaches all who wait and is not kept.
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

  /** Waiting for an answer that is being made counts as a hit. */
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
