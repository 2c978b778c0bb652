/** Generates protected words, ids, colours and numbers that identify the level they belong to. */

/** The levels, lowest first. The specification has the same levels under other names. */
export const LEVELS = ['everyone', 'member', 'warden', 'elder'] as const;
export type LevelId = (typeof LEVELS)[number];

/** A level above everyone, which protects nothing. */
export type GuardedLevel = Exclude<LevelId, 'everyone'>;

/** A generator of protected values; every call returns another value of its level. */
export interface Secrets {
  /** Returns a word that contains the name of the level that may read it. */
  word(level: GuardedLevel): string;
  /** Returns an id whose existence is restricted. */
  id(level: GuardedLevel): string;
  /** Returns a colour `#rrggbb`. */
  color(level: GuardedLevel): string;
  /** Returns a whole number from 0 to `below`. */
  number(level: GuardedLevel, below: number): number;
  /** All values that can be searched for, by the level that may read them. */
  readonly given: Readonly<Record<LevelId, readonly string[]>>;
}

/** The seed of each level; equal seeds give equal secrets. */
export type Seeds = Readonly<Record<GuardedLevel, number>>;

/** Makes the secrets of seeds. Those of one level do not depend on those of another. */
export function makeSecrets(seeds: Seeds): Secrets {
  const given: Record<LevelId, string[]> = { everyone: [], member: [], warden: [], elder: [] };
  const random: Record<GuardedLevel, () => number> = {
    member: randomNumbers(seeds.member * 1_000 + 1),
    warden: randomNumbers(seeds.warden * 1_000 + 2),
    elder: randomNumbers(seeds.elder * 1_000 + 3),
  };
  const number = (level: GuardedLevel, below: number) => Math.floor(random[level]() * below);
  const letters = (level: GuardedLevel, length: number): string =>
    Array.from({ length }, () => String.fromCodePoint(97 + number(level, 26))).join('');
  const remember = (level: GuardedLevel, value: string): string => {
    given[level].push(value);
    return value;
  };
  return {
    given,
    number,
    // The lengths of the words also differ, because sizes and hashes of responses must not depend
    // on restricted words.
    word: (level) => remember(level, `canary${level}${letters(level, 4 + number(level, 30))}`),
    id: (level) => remember(level, `hid-${letters(level, 6 + number(level, 6))}`),
    color: (level) => remember(level, `#${(0x100000 + number(level, 0xefffff)).toString(16)}`),
  };
}

/** Creates a generator of numbers from 0 to 1 (mulberry32, public domain), for repeatable tests. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
