/** Hashes passwords with argon2id. */
import { hash, verify, type Options } from '@node-rs/argon2';
import { createGate, type Gate } from '../http/gate.ts';
import { randomSecret } from './secrets.ts';

/** The first recommendation of OWASP for argon2id: 19 MiB, two passes, one thread. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes that run at the same time; each needs 19 MiB and one core. */
const AT_ONCE = 2;
/** Hashes that wait. More are refused with 503. */
const WAITING = 40;

/** Longest accepted password in characters. Longer ones would only cost time. */
export const LONGEST_PASSWORD = 1_000;

export class Passwords {
  readonly #gate: Gate = createGate({ atOnce: AT_ONCE, waiting: WAITING });
  /** The hash of a password that nobody has. */
  readonly #nobody: Promise<string>;

  constructor() {
    this.#nobody = hash(randomSecret(), COST);
    this.#nobody.catch(() => undefined);
  }

  hash(password: string): Promise<string> {
    return this.#gate(() => hash(password, COST));
  }

  /**
   * Returns whether the password belongs to the hash. Without a hash it is compared with that of
   * nobody, so that an unknown account takes the same time as a known one.
   */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const known = stored ?? (await this.#nobody);
    const isRight = await this.#gate(() => verify(known, password).catch(() => false));
    return isRight && stored !== null;
  }
}
