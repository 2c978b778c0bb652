/** What differs between two compared maps, as a part of the address. */
import { decodePart, encodePart } from './filter-text.ts';

/** What is different on the right side: the base map, or a layer. */
export interface Difference {
  /**
   * `base`: the base map `id`. `without`: no layer `id`. `unfiltered`: the layer `id` without its
   * filters. `pair`: the layer `id` in place of the topmost other one, which is alone on the left.
   */
  readonly kind: (typeof KINDS)[number];
  readonly id: string;
}

const KINDS = ['base', 'without', 'unfiltered', 'pair'] as const;

/** Formats a difference as `kind:id`. */
export function formatDifference({ kind, id }: Difference): string {
  return `${kind}:${encodePart(id)}`;
}

/** Parses the text of `formatDifference`; null if it has another form. */
export function parseDifference(text = ''): Difference | null {
  const colon = text.indexOf(':');
  const kind = KINDS.find((each) => each === text.slice(0, colon));
  const id = decodePart(text.slice(colon + 1));
  return kind && id ? { kind, id } : null;
}
