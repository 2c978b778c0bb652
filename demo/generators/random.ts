/** A stream of repeatable choices: the same seed gives the same stream on every machine. */
export interface Random {
  /** Next number in [0, 1). */
  next(): number;
  /** Next number in [low, high). */
  between(low: number, high: number): number;
  /** Next whole number from low to high, both included. */
  integer(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items, all alike. */
  pick<T>(items: readonly [T, ...T[]]): T;
  /** `count` different items, or all of them when there are fewer, in drawn order. */
  sample<T>(items: readonly T[], count: number): T[];
  /** The items in drawn order; the input is left alone. */
  shuffle<T>(items: readonly T[]): T[];
  /** A direction of length 1, drawn without trigonometry, whose last digits differ by machine. */
  direction(): readonly [x: number, y: number];
}

/**
 * Hashes a text to 32 bits: FNV-1a (Fowler, Noll, Vo; offset basis 2166136261, prime 16777619) over
 * UTF-16 units, finished by two multiply-and-shift rounds so that near texts give far numbers.
 */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return mix(hash);
}

/** Hashes two whole numbers under a seed to a number in [0, 1): noise that needs no table. */
export function hashCell(seed: number, x: number, y: number): number {
  return mix(seed ^ mix(Math.imul(x, 0x9e3779b1) ^ mix(Math.imul(y, 0x85ebca6b)))) / 4294967296;
}

/**
 * Opens a stream for a seed. The generator is Weyl-sequence mixing: a 32-bit counter steps by
 * 0x9E3779B9 (2^32 over the golden ratio, so every state comes once in 2^32 steps) and each state
 * goes through `mix`. Only integer multiplication and shifts: no rounding, the same everywhere.
 */
export function createRandom(seed: string): Random {
  let state = hashText(seed);
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

/** Spreads 32 bits over 32 bits, one to one (the finaliser of MurmurHash3, Austin Appleby). */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
