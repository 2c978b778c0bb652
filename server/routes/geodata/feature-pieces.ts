/** Produces features of datasets as pieces of GeoJSON, each after the previous one was consumed. */
import type { Gate } from '../../http/gate.ts';
import type { Share } from '../../http/byte-budget.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import {
  askFeatures,
  countFeatures,
  type FeatureStore,
  type FeatureSelection,
  type Place,
} from './ask-features.ts';
import { toGeoJson, type Wording } from './feature-json.ts';
import { PIECE_BYTES, ReadSize } from './read-size.ts';

/**
 * The limits of a page. It ends after the maximum number of features, or before it exceeds the
 * maximum of bytes.
 */
export interface PageBounds {
  readonly features: number;
  /** Maximum bytes of JSON. The first feature may be larger. */
  readonly bytes: number;
}

export interface PageEnd {
  readonly count: number;
  /** The last feature of the page; null when there are no more after it. */
  readonly next: Place | null;
  /** The number of features of all pages; null if they were not counted. */
  readonly matched: number | null;
}

/** The input from which the pieces of a response are created. */
export interface PieceSource {
  readonly store: FeatureStore;
  readonly selection: FeatureSelection & Wording;
  readonly bounds: PageBounds;
  /** Limits how many answers produce pieces at the same time. */
  readonly gate: Gate;
  /** The share of the response in the byte budget. */
  readonly share: Share;
  /** A signal that is aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Iterates over the features of all requested datasets, in the order of dataset and id. Yields them
 * as texts separated by commas, each but the last with at least `PIECE_BYTES`. Throws `BusyError`
 * when too many answers are in progress, and the errors of the store. The caller must call
 * `return`, which frees its share.
 */
export async function* piecesOf(source: PieceSource): AsyncGenerator<string, PageEnd, void> {
  const { selection, bounds, gate, share, signal } = source;
  const size = new ReadSize(selection.geometry !== null);
  const page = new PageWriter(selection, bounds);
  try {
    const { counts, geometry } = selection;
    if (counts && geometry)
      await gate(
        async () => {
          page.matched = await countFeatures(source.store, selection.cuts, geometry);
        },
        signal,
        { begun: false },
      );
    for (const [number, cut] of selection.cuts.entries()) {
      if (selection.after && number < selection.after.cut) continue;
      let after = selection.after?.cut === number ? selection.after.id : undefined;
      for (let isLast = false; !isLast;) {
        signal.throwIfAborted();
        const limit = Math.min(size.features, bounds.features - page.count + 1);
        const begun = page.begun;
        await share.expect(page.bytes + size.bytesOf(limit), { begun, signal });
        const read = async (): Promise<void> => {
          const found = await askFeatures(source.store, selection, { cut, after, limit });
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
  readonly #selection: PieceSource['selection'];
  readonly #bounds: PageBounds;
  readonly #slices = new TimeSlices();
  #texts: string[] = [];
  /** Number of bytes of the pieces that were consumed. */
  #taken = 0;
  #last: Place | null = null;
  /** Number of bytes of the current piece. */
  bytes = 0;
  count = 0;
  isFull = false;
  matched: number | null = null;

  constructor(selection: PieceSource['selection'], bounds: PageBounds) {
    this.#selection = selection;
    this.#bounds = bounds;
  }

  /** Whether a piece was consumed. After that, the response can no longer be refused. */
  get begun(): boolean {
    return this.#taken > 0;
  }

  get end(): PageEnd {
    const next = this.isFull ? this.#last : null;
    return { count: this.count, next, matched: this.matched };
  }

  /** Writes the features of a dataset that fit in the page. Returns the number of bytes written. */
  async write(number: number, features: Awaited<ReturnType<typeof askFeatures>>): Promise<number> {
    const cut = this.#selection.cuts[number]!;
    const before = this.bytes;
    for (const feature of features) {
      const text = JSON.stringify(toGeoJson({ cut, feature }, this.#selection));
      const bytes = Buffer.byteLength(text);
      if (!this.#takes(bytes)) {
        this.isFull = true;
        break;
      }
      this.#texts.push(text);
      this.bytes += bytes + SEPARATOR.length;
      this.count += 1;
      this.#last = { cut: number, id: feature.id };
      // Thousands of features without a pause would block other requests.
      if (this.#slices.over) await this.#slices.pause();
    }
    return this.bytes - before;
  }

  /** Returns and clears the text written since the last call. */
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

/** The text between two features. */
export const SEPARATOR = ',\n';
