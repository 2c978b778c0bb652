/** A queue whose next entry is the nearest one (a binary heap). */
export class NearQueue<T> {
  readonly #distances: number[] = [];
  readonly #entries: T[] = [];

  push(distance: number, entry: T): void {
    let at = this.#entries.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#distances[parent]! <= distance) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#distances[at] = distance;
    this.#entries[at] = entry;
  }

  /** Removes the nearest entry whose distance is below a limit, and returns it; undefined if none is. */
  pop(limit: number): T | undefined {
    const [nearest] = this.#entries;
    if (nearest === undefined || this.#distances[0]! >= limit) return undefined;
    const distance = this.#distances.pop()!;
    const entry = this.#entries.pop()!;
    const { length } = this.#entries;
    let at = 0;
    while (2 * at + 1 < length) {
      const left = 2 * at + 1;
      const right = left + 1;
      const child =
        right < length && this.#distances[right]! < this.#distances[left]! ? right : left;
      if (this.#distances[child]! >= distance) break;
      this.#move(child, at);
      at = child;
    }
    if (length > 0) {
      this.#distances[at] = distance;
      this.#entries[at] = entry;
    }
    return nearest;
  }

  #move(from: number, to: number): void {
    this.#distances[to] = this.#distances[from]!;
    this.#entries[to] = this.#entries[from]!;
  }
}
