/** Features of datasets as pieces of GeoJSON, each made when the one before has been taken. */
import type { Gate } from '../../http/gate.ts';
import type { Share } from '../../http/byte-budget.ts';
import { Turns } from '../../time/turns.ts';
import { askFeatures, type FeatureStore, type FeatureWish, type Place } from './ask-features.ts';
import { toGeoJson, type Wording } from './feature-json.ts';
import { PIECE_BYTES, ReadSize } from './read-size.ts';

/** Where an answer ends: at the most features, or before the feature that is too many bytes. */
export interface PageBounds {
  readonly features: number;
  /** Of JSON. The first feature may be larger. */
  readonly bytes: number;
}

export interface PageEnd {
  readonly count: number;
  /** The last feature of the page; null when there are no more after it. */
  readonly next: Place | null;
}

/** What the pieces of an answer are made with. */
export interface PieceSource {
  readonly store: FeatureStore;
  readonly wish: FeatureWish & Wording;
  readonly bounds: PageBounds;
  /** Where the makers of pieces take turns. */
  readonly gate: Gate;
  /** What the answer may have in memory. */
  readonly share: Share;
  /** Aborted when the asker is gone. */
  readonly signal: AbortSignal;
}

/**
 * Walks the features of all cuts, by dataset and id. Yields them as texts with commas between them,
 * of at least `PIECE_BYTES` but for the last. Throws `BusyError` while too much else is under way,
 * and what the store throws. To be ended by `return`, which gives back what it holds.
 */
export async function* piecesOf(source: PieceSource): AsyncGenerator<string, PageEnd, void> {
  const { wish, bounds, gate, share, signal } = source;
  const size = new ReadSize(wish.geometry !== null);
  const page = new PageWriter(wish, bounds);
  try {
    for (const [number, cut] of wish.cuts.entries()) {
      if (wish.after && number < wish.after.cut) continue;
      let after = wish.after?.cut === number ? wish.after.id : undefined;
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted();
        const limit = Math.min(size.features, bounds.features - page.count + 1);
        const begun = page.begun;
        await share.expect(page.bytes + size.bytesOf(limit), { begun, signal });
        const read = async (): Promise<void> => {
          const found = await askFeatures(source.store, wish, { cut, after, limit });
          const bytes = await page.write(number, found);
          size.learn(found.length, bytes);
          after = found.at(-1)?.id;
          isLast = found.length < limit;
        };
        await gate(read, signal, { begun });
        share.settle(page.bytes, { begun });
        if (page.isFull) break;
        if (page.bytes >= PIECE_BYTES) yield page.take();
      }
      if (page.isFull) break;
    }
    if (page.bytes > 0) yield page.take();
    return page.end;
  } finally {
    share.free();
  }
}

/** Writes the features of a page until it is full. */
class PageWriter {
  readonly #wish: PieceSource['wish'];
  readonly #bounds: PageBounds;
  readonly #turns = new Turns();
  #texts: string[] = [];
  /** Bytes of the pieces that were taken. */
  #taken = 0;
  #last: Place | null = null;
  /** Bytes of the piece that was not taken yet. */
  bytes = 0;
  count = 0;
  isFull = false;

  constructor(wish: PieceSource['wish'], bounds: PageBounds) {
    this.#wish = wish;
    this.#bounds = bounds;
  }

  /** Whether a piece was taken, after which the answer cannot be refused any more. */
  get begun(): boolean {
    return this.#taken > 0;
  }

  get end(): PageEnd {
    return { count: this.count, next: this.isFull ? this.#last : null };
  }

  /** Writes features of a cut as far as the page takes them; gives the bytes of those it took. */
  async write(number: number, features: Awaited<ReturnType<typeof askFeatures>>): Promise<number> {
    const cut = this.#wish.cuts[number]!;
    const before = this.bytes;
    for (const feature of features) {
      const text = JSON.stringify(toGeoJson({ cut, feature }, this.#wish));
      const bytes = Buffer.byteLength(text);
      if (!this.#takes(bytes)) {
        this.isFull = true;
        break;
      }
      this.#texts.push(text);
      this.bytes += bytes + SEPARATOR.length;
      this.count += 1;
      this.#last = { cut: number, id: feature.id };
      // Thousands in one go would hold up everyone else.
      if (this.#turns.over) await this.#turns.pause();
    }
    return this.bytes - before;
  }

  /** Gives what was written since the last call, and forgets it. */
  take(): string {
    const text = this.#texts.join(SEPARATOR);
    this.#texts = [];
    this.#taken += this.bytes;
    this.bytes = 0;
    return text;
  }

  #takes(bytes: number): boolean {
    const { features, bytes: most } = this.#bounds;
    if (this.count === 0) return true;
    return this.count < features && this.#taken + this.bytes + bytes <= most;
  }
}

/** What is between two features. */
export const SEPARATOR = ',\n';
