import { makeAutoObservable, observableRef } from 'mobx';
import type { FeatureHit } from 'atlas-engine/runtime';
import type { BundleStore } from './bundle-store.ts';
import type { FeatureStore } from './feature-store.ts';
import type { UiStore } from './ui-store.ts';

/** Longitude and latitude in degrees. */
export type Place = readonly [lng: number, lat: number];

/** The stores that the side panel shows. */
interface SideNeeds {
  readonly bundles: BundleStore;
  readonly feature: FeatureStore;
  readonly ui: UiStore;
}

/** The side panel, which shows a feature or the information of a group. */
export class SideStore {
  /** The clicked place, which the panel must not cover; null when no feature is open. */
  place: Place | null = null;

  private readonly needs: SideNeeds;

  constructor(needs: SideNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { place: observableRef, needs: false },
      { autoBind: true },
    );
  }

  get isOpen(): boolean {
    return this.needs.feature.hit !== undefined || this.needs.ui.info !== null;
  }

  close(): void {
    this.place = null;
    this.needs.feature.close();
    this.needs.ui.showInfo(null);
  }

  /** Opens the information of a group in place of a selected feature, or closes it. */
  toggleInfo(id: string): void {
    const { bundles, feature, ui } = this.needs;
    const open = ui.info === id;
    this.place = null;
    feature.close();
    ui.showInfo(open ? null : id);
    if (!open) void bundles.ensure([id]);
  }

  /**
   * Selects the features under a click at a place. A click that hits no feature closes the panel.
   */
  select(hits: readonly FeatureHit[], place: Place | null = null): void {
    const { feature, ui } = this.needs;
    ui.showInfo(null);
    feature.select(hits);
    this.place = hits.length > 0 ? place : null;
    if (hits.length > 0 && ui.sheet === 'full') ui.setSheet('half');
  }
}
