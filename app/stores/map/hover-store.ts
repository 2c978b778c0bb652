import { makeAutoObservable, observableRef } from 'mobx';
import { compilePopup, type FeatureHit } from 'atlas-engine/runtime';
import type { BundleStore } from '../bundle/bundle-store.ts';

/** A place on the map in px from its top left corner. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * What the pointer of a mouse points at: the feature that a click would select, or the row of a
 * layer in the legend.
 */
export class HoverStore {
  hit: FeatureHit | null = null;
  /** The place of the pointer; null while it points at no feature. */
  at: Pixel | null = null;
  /** The layer whose row in the legend the pointer is on. The map marks its features. */
  row: string | null = null;

  private readonly bundles: BundleStore;

  constructor(bundles: BundleStore) {
    this.bundles = bundles;
    makeAutoObservable<this, 'bundles'>(
      this,
      { hit: observableRef, at: observableRef, bundles: false },
      { autoBind: true },
    );
  }

  /** The group of the feature; null without a feature. */
  get group(): string | null {
    return this.hit?.group ?? null;
  }

  /** The title of the feature and the name of its layer. */
  get label(): { readonly title: string; readonly layer: string } | null {
    return this.hit && compilePopup(this.bundles.bundle, this.hit);
  }

  point(hit: FeatureHit | undefined, at: Pixel): void {
    this.hit = hit ?? null;
    this.at = hit ? at : null;
  }

  pointRow(group: string | null): void {
    this.row = group;
  }

  leave(): void {
    this.hit = null;
    this.at = null;
  }
}
