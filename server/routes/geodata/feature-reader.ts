/** Reads features for answers, so that all answers together take bounded work and memory. */
import { createGate } from '../../http/gate.ts';
import type { ByteBudget } from '../../http/byte-budget.ts';
import type { FeatureStore, FeatureWish } from './ask-features.ts';
import type { Wording } from './feature-json.ts';
import { piecesOf } from './feature-pieces.ts';

/** Most features of an answer that takes turns with others of its size only. */
const COMMON_FEATURES = 1_000;

/** What an answer with features is made of. */
export interface FeatureQuestion {
  readonly store: FeatureStore;
  readonly wish: FeatureWish & Wording;
  /** Most features of a page; null for all features in one answer. */
  readonly limit: number | null;
  /** Whose part of the memory for answers it takes. */
  readonly address: string;
  /** Aborted when the asker is gone. */
  readonly signal: AbortSignal;
}

export type FeatureReader = (question: FeatureQuestion) => ReturnType<typeof piecesOf>;

/** Makes a reader; a page ends at `pageBytes` of JSON. */
export function createFeatureReader({
  budget,
  pageBytes,
}: {
  readonly budget: ByteBudget;
  readonly pageBytes: number;
}): FeatureReader {
  const searches = createGate({ atOnce: 2, waiting: 200 });
  // Whole datasets and the largest pages cannot take the places of the others.
  const large = createGate({ atOnce: 2, waiting: 200 });
  const common = createGate({ atOnce: 8, waiting: 400 });
  return ({ store, wish, limit, address, signal }) => {
    const isLarge = limit === null || limit > COMMON_FEATURES;
    return piecesOf({
      store,
      wish,
      bounds:
        limit === null
          ? { features: Infinity, bytes: Infinity }
          : { features: limit, bytes: pageBytes },
      gate: wish.geometry !== null ? searches : isLarge ? large : common,
      share: budget.share(address),
      signal,
    });
  };
}
