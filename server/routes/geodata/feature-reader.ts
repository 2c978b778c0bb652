/** Reads features for answers, with limits on the work and memory of all answers together. */
import { createGate } from '../../http/gate.ts';
import type { ByteBudget } from '../../http/byte-budget.ts';
import type { FeatureStore, FeatureSelection } from './ask-features.ts';
import type { Wording } from './feature-json.ts';
import { piecesOf } from './feature-pieces.ts';

/**
 * Maximum number of features of a response in the common queue. Larger responses use a separate
 * queue.
 */
const COMMON_FEATURES = 1_000;

/** The input of an answer with features. */
export interface FeatureQuestion {
  readonly store: FeatureStore;
  readonly selection: FeatureSelection & Wording;
  /** Maximum number of features of a page; null for all features in one answer. */
  readonly limit: number | null;
  /** The address whose share of the byte budget it uses. */
  readonly address: string;
  /** A signal that is aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export type FeatureReader = (question: FeatureQuestion) => ReturnType<typeof piecesOf>;

/** Creates a reader; a page ends at `pageBytes` of JSON. */
export function createFeatureReader({
  budget,
  pageBytes,
}: {
  readonly budget: ByteBudget;
  readonly pageBytes: number;
}): FeatureReader {
  const searches = createGate({ atOnce: 2, waiting: 200 });
  // A separate queue, so that requests for whole datasets and for the largest pages do not block
  // the others.
  const large = createGate({ atOnce: 2, waiting: 200 });
  const common = createGate({ atOnce: 8, waiting: 400 });
  return ({ store, selection, limit, address, signal }) => {
    const isLarge = limit === null || limit > COMMON_FEATURES;
    return piecesOf({
      store,
      selection,
      bounds:
        limit === null
          ? { features: Infinity, bytes: Infinity }
          : { features: limit, bytes: pageBytes },
      gate: selection.geometry !== null ? searches : isLarge ? large : common,
      share: budget.share(address),
      signal,
    });
  };
}
