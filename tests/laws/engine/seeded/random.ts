/** A random generator with a seed. */
export interface Random {
  /** Returns an integer from 0 to `below - 1`. */
  below(below: number): number;
  /** Returns one of the items, which must not be empty. */
  pick<T>(items: readonly T[]): T;
}

/** Creates a generator (mulberry32), which is small, fast and the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (items) => items[below(items.length)]! };
}
