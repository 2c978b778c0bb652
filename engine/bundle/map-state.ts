import type { Ring } from '../basics/values.ts';

/** The state of the map: plain data, an input of `compileStyle`. */
export interface MapState {
  readonly baseLayer: string;
  readonly hillshade: boolean;
  /** Active groups, top first. `opacity` is the value of the slider, 0 to 1. */
  readonly groups: readonly ActiveGroup[];
  readonly project: string | null;
  /** The area outside of which nothing is shown; absent without one. */
  readonly area?: ShownArea;
  /** Ids of sources that failed to load. Each is replaced by its `else`, if it has one. */
  readonly lost?: readonly string[];
}

/** An area with its name. Each polygon is an outer ring and its holes. */
export interface ShownArea {
  readonly name: string;
  readonly polygons: readonly (readonly Ring[])[];
}

export interface ActiveGroup {
  readonly id: string;
  readonly visible: boolean;
  readonly opacity: number;
  /** The filters of the visitor. A feature is drawn if it meets all of them. */
  readonly filters?: readonly FieldFilter[];
}

/**
 * A condition of a visitor for the features of a group: words that the field contains, its value as
 * text, or a range of numbers or days (`YYYY-MM-DD`), both ends included. An empty `field` is the
 * title of the features.
 */
export type FieldFilter = { readonly field: string } & (
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'range'; readonly min?: string; readonly max?: string }
);
