/** What a change means to people. The order is that in which changes are reported. */
export const CHANGE_KINDS = ['widens', 'narrows', 'breaks', 'data', 'looks', 'says'] as const;

/**
 * - `widens`: somebody may see, analyse or take away what they could not before.
 * - `narrows`: somebody no longer may.
 * - `breaks`: an address that worked no longer leads to the same thing.
 * - `data`: other data are read, or are read in another way.
 * - `looks`: the map, the legend or the lists look different.
 * - `says`: a text, in one language.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A thing that a change is about, such as `group villages`. */
export interface ChangedThing {
  /** As in the layer language, in the singular: `group`, `dataset`, `project`, `atlas`, … */
  readonly kind: string;
  readonly id: string;
  /** Its name in the default language of the atlas; absent if it has none. */
  readonly name?: string;
}

/** One difference between two atlases. */
export interface Change {
  readonly kind: ChangeKind;
  readonly thing: ChangedThing;
  /** A sentence in English, without the name of the thing. */
  readonly text: string;
}

/** Returns the key by which the same thing of two atlases is found. */
export function keyOfThing({ kind, id }: ChangedThing): string {
  return `${kind} ${id}`;
}
