/** Remembers requests that were too heavy for a light thread; next time they start in a heavy one. */

/** Maximum number of remembered requests. */
const MOST = 1_000;

export class KnownHeavy {
  readonly #keys = new Set<string>();

  has(request: unknown): boolean {
    return this.#keys.size > 0 && this.#keys.has(keyOf(request));
  }

  add(request: unknown): void {
    const key = keyOf(request);
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size > MOST) this.#keys.delete(this.#keys.values().next().value!);
  }
}

const keyOf = (request: unknown): string => JSON.stringify(request);
