/** Chooses how many features to read at once, so that a read stays small for features of any size. */

/** Target size in bytes of the GeoJSON that is sent at once. */
export const PIECE_BYTES = 65_536;

/** Maximum number of features of one read. */
const MOST = 1_000;

/**
 * Maximum factor by which the number of features grows from one read to the next, because the next
 * features may be larger.
 */
const GROWTH = 16;

interface Pace {
  /** Number of features of the first read, when their size is still unknown. */
  readonly first: number;
  /** Target bytes of GeoJSON of a read. */
  readonly bytes: number;
}

const PAGES: Pace = { first: 4, bytes: 262_144 };

/**
 * Limits of reads in a search. PostGIS repeats the whole search for each read, so reads are fewer
 * and larger.
 */
const SEARCHES: Pace = { first: 32, bytes: 2_097_152 };

export class ReadSize {
  readonly #pace: Pace;
  #features: number;
  /** Average size in bytes of a feature in the last read; null before the first read. */
  #each: number | null = null;

  constructor(isSearch: boolean) {
    this.#pace = isSearch ? SEARCHES : PAGES;
    this.#features = this.#pace.first;
  }

  /** Number of features of the next read. */
  get features(): number {
    return this.#features;
  }

  /** Returns the estimated bytes of a number of features, or 0 if nothing is known. */
  bytesOf(features: number): number {
    return Math.ceil(features * (this.#each ?? 0));
  }

  /** Records the size of a read. */
  learn(features: number, bytes: number): void {
    if (features === 0) return;
    this.#each = bytes / features;
    const fitting = Math.floor(this.#pace.bytes / Math.max(1, this.#each));
    this.#features = Math.max(1, Math.min(MOST, fitting, this.#features * GROWTH));
  }
}
