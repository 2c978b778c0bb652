import { makeAutoObservable, observable } from 'mobx';

/** The styles that overlays can have: keys of `overlays` in the configuration. */
export type OverlayKind = 'highlight' | 'imported' | 'drawn-area';

/** Colours by the values of a field, as CSS colours. Other values have the colour of the overlay. */
export interface FieldColors {
  readonly field: string;
  readonly colors: ReadonlyMap<string, string>;
}

export interface OverlayOptions {
  /** Distinguishes several overlays of one kind. By default it is the kind. */
  readonly id?: string;
  /** Id of the style layer directly above. By default, the overlay is above all layers. */
  readonly below?: string;
  /** Factor of the opacity, 0 to 1; by default 1. */
  readonly opacity?: number;
  readonly fieldColors?: FieldColors | null;
}

/** Features that are drawn over the map. */
export interface ShownOverlay extends OverlayOptions {
  readonly id: string;
  readonly kind: OverlayKind;
  readonly features: readonly GeoJSON.Feature[];
}

/**
 * The features that tools draw over the map. `show` draws them and replaces those with the same
 * `id`; `hide` removes them.
 */
export class OverlaysStore {
  private readonly shown = observable.map<string, ShownOverlay>({}, { deep: false });

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The overlays, from bottom to top. */
  get all(): readonly ShownOverlay[] {
    return [...this.shown.values()];
  }

  show(
    kind: OverlayKind,
    features: GeoJSON.FeatureCollection,
    { id = kind, ...options }: OverlayOptions = {},
  ): void {
    this.shown.set(id, { ...options, id, kind, features: features.features });
  }

  hide(id: string): void {
    this.shown.delete(id);
  }
}
