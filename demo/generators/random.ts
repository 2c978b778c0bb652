/** A sequence of random numbers. The same seed gives the same sequence on every machine. */
export interface Random {
  /** Returns the next number in [0, 1). */
  next(): number;
  /** Returns the next number in [low, high). */
  between(low: number, high: number): number;
  /** Returns the next whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** Returns true with the given probability. */
  chance(probability: number): boolean;
  /** Returns one of the items, each with the same probability. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** Returns `count` different items in random order, or all items if there are fewer. */
  sample<T>(items: readonly T[], count: number): T[];
  /** Returns the items in random order. The input is not changed. */
  shuffle<T>(items: readonly T[]): T[];
  /**
   * Returns a random direction of length 1. It is computed without trigonometric functions, whose
   * last digits differ between machines.
   */
  direction(): readonly [x: number, y: number];
}

/**
 * Hashes a text to 32 bits: FNV-1a (Fowler, Noll, Vo; offset basis 2166136261, prime 16777619) over
 * UTF-16 units, then two multiply-and-shift rounds, so that similar texts have very different
 * hashes.
 */
export function hashName(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return mix(hash);
}

/**
 * Hashes two whole numbers and a seed to a number in [0, 1). It replaces a table of random values.
 */
export function hashCell(seed: number, x: number, y: number): number {
  return hashInRow(seed, x, hashRow(y));
}

/** Returns the part of `hashCell` that depends on `y` only. */
export function hashRow(y: number): number {
  return mix(Math.imul(y, 0x85ebca6b));
}

/** Returns `hashCell(seed, x, y)` for `row = hashRow(y)`. */
export function hashInRow(seed: number, x: number, row: number): number {
  return mix(seed ^ mix(Math.imul(x, 0x9e3779b1) ^ row)) / 4294967296;
}

/**
 * Creates a random sequence for a seed, by Weyl-sequence mixing: a 32-bit counter increases by
 * 0x9E3779B9 (2^32 divided by the golden ratio, so each state occurs once in 2^32 steps), and `mix`
 * is applied to each state. It uses only integer multiplication and shifts, so results are the same
 * everywhere.
 */
export function createRandom(seed: string): Random {
  let state = hashName(seed);
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 4294967296;
  };
  const integer = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  const shuffle = <T>(items: readonly T[]): T[] => {
    const drawn = [...items];
    for (let i = drawn.length - 1; i > 0; i--) {
      const j = integer(0, i);
      [drawn[i], drawn[j]] = [drawn[j]!, drawn[i]!];
    }
    return drawn;
  };
  return {
    next,
    integer,
    shuffle,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)]!,
    sample: (items, count) => shuffle(items).slice(0, count),
    direction: () => {
      for (;;) {
        const x = next() * 2 - 1;
        const y = next() * 2 - 1;
        const square = x * x + y * y;
        if (square > 0.01 && square < 1) return [x / Math.sqrt(square), y / Math.sqrt(square)];
      }
    },
  };
}

/** Maps 32 bits to 32 bits, one to one (the finaliser of MurmurHash3, Austin Appleby). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
