/** How many features are read at once, so that what is read stays small whatever a feature takes. */

/** Bytes of GeoJSON that are sent at once. */
export const PIECE_BYTES = 65_536;

/** Most features of one read. */
const MOST = 1_000;

/** By how much a read may be larger than the one before: what comes may be larger than what came. */
const GROWTH = 16;

interface Pace {
  /** Features of the first read, of which nothing is known yet. */
  readonly first: number;
  /** Bytes of GeoJSON that a read is to give. */
  readonly bytes: number;
}

const PAGES: Pace = { first: 4, bytes: 262_144 };

/** PostGIS searches all again for each read, so there are fewer and larger ones. */
const SEARCHES: Pace = { first: 32, bytes: 2_097_152 };

export class ReadSize {
  readonly #pace: Pace;
  #features: number;
  /** Bytes of a feature of the last read; null before. */
  #each: number | null = null;

  constructor(isSearch: boolean) {
    this.#pace = isSearch ? SEARCHES : PAGES;
    this.#features = this.#pace.first;
  }

  /** Features of the next read. */
  get features(): number {
    return this.#features;
  }

  /** Bytes that so many features will probably take; 0 when nothing is known. */
  bytesOf(features: number): number {
    return Math.ceil(features * (this.#each ?? 0));
  }

  /** Notes what a read gave. */
  learn(features: number, bytes: number): void {
    if (features === 0) return;
    this.#each = bytes / features;
    const fitting = Math.floor(this.#pace.bytes / Math.max(1, this.#each));
    this.#features = Math.max(1, Math.min(MOST, fitting, this.#features * GROWTH));
  }
}
