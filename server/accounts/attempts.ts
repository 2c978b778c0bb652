/** Limits on guesses: a growing delay after failed attempts. Times are milliseconds. */
import { LRUCache } from 'lru-cache';

export interface AttemptRules {
  /** Number of attempts without a delay. */
  readonly free: number;
  /** The delay after the first attempt beyond them; each further one doubles it. */
  readonly delay: number;
  /** Failures are forgotten after this time without an attempt. */
  readonly memory: number;
}

interface Attempts {
  readonly count: number;
  /** The time of the next attempt that is accepted. */
  readonly next: number;
}

/** Maximum number of names that are remembered. */
const MOST_NAMES = 50_000;

/** Counts the attempts for a name, such as an account or an address. */
export class AttemptLimit {
  readonly #rules: AttemptRules;
  readonly #seen: LRUCache<string, Attempts>;

  constructor(rules: AttemptRules) {
    this.#rules = rules;
    this.#seen = new LRUCache({ max: MOST_NAMES });
  }

  /** Returns the milliseconds until the next attempt, without counting one; 0 if it is accepted. */
  wait(name: string, now: number): number {
    return Math.max(0, this.#of(name, now).next - now);
  }

  /** Counts an attempt. It is counted before its result is known, so that many at once are too. */
  count(name: string, now: number): void {
    const { free, delay } = this.#rules;
    const count = this.#of(name, now).count + 1;
    const over = count - free;
    const next = over < 0 ? now : now + Math.min(delay * 2 ** over, this.#rules.memory);
    this.#seen.set(name, { count, next });
  }

  /** Takes back an attempt that was not a failure. The failures before it still count. */
  forgive(name: string, now: number): void {
    const count = this.#of(name, now).count - 1;
    this.#seen.set(name, { count: Math.max(0, count), next: now });
  }

  /** Forgets all attempts for a name. */
  clear(name: string): void {
    this.#seen.delete(name);
  }

  #of(name: string, now: number): Attempts {
    const seen = this.#seen.get(name);
    const isRemembered = seen && now - seen.next < this.#rules.memory;
    return isRemembered ? seen : { count: 0, next: 0 };
  }
}
