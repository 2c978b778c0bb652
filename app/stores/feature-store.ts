import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { compilePopup, type FeatureHit, type Json, type PopupModel } from 'atlas-engine/runtime';
import type { FailureKind, Network } from '../net/request-json.ts';
import type { BundleStore } from './bundle-store.ts';

/** Attributes of a feature that are not in the tiles. */
type Details =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'done'; readonly properties: Readonly<Record<string, Json>> }
  | { readonly state: 'failed'; readonly failure: FailureKind };

/** The features under the last click, topmost first, and the index of the shown one. */
export class FeatureStore {
  hits: readonly FeatureHit[] = [];
  index = 0;
  details: Details = { state: 'none' };

  private readonly bundles: BundleStore;
  private readonly network: Network;
  private pending: AbortController | null = null;

  constructor(bundles: BundleStore, network: Network) {
    this.bundles = bundles;
    this.network = network;
    makeAutoObservable<this, 'bundles' | 'network' | 'pending'>(
      this,
      {
        hits: observableRef,
        details: observableRef,
        bundles: false,
        network: false,
        pending: false,
      },
      { autoBind: true },
    );
  }

  get hit(): FeatureHit | undefined {
    return this.hits[this.index];
  }

  get popup(): PopupModel | null {
    if (!this.hit) return null;
    const details = this.details.state === 'done' ? this.details.properties : undefined;
    return compilePopup(this.bundles.bundle, this.hit, details);
  }

  select(hits: readonly FeatureHit[]): void {
    this.hits = hits;
    this.show(0);
  }

  /** Shows another of the features under the click. Ignores an index out of range. */
  show(index: number): void {
    if (index !== 0 && !this.hits[index]) return;
    this.index = index;
    void this.loadDetails();
  }

  close(): void {
    this.hits = [];
    this.index = 0;
    this.pending?.abort();
    this.details = { state: 'none' };
  }

  /** Closes the selected feature when it belongs to a group that was removed from the map. */
  closeGroup(group: string): void {
    if (this.hit?.group === group) this.close();
  }

  /**
   * Fetches the attributes that are not in the tiles. Ignores the response to an older click. A
   * `quiet` attempt shows nothing until it succeeds.
   */
  async loadDetails({ quiet = false } = {}): Promise<void> {
    this.pending?.abort();
    if (!quiet) this.details = { state: 'none' };
    const { hit, popup } = this;
    if (!hit || !popup?.details) return;
    const asked = new AbortController();
    this.pending = asked;
    if (!quiet) this.details = { state: 'loading' };
    const { dataset, id } = popup.details;
    const outcome = await this.network.json<{ properties: Readonly<Record<string, Json>> }>(
      `/api/features/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`,
      { signal: asked.signal, keys: ['properties'] },
    );
    runInAction(() => {
      if (asked.signal.aborted) return;
      this.details = outcome.ok
        ? { state: 'done', properties: outcome.value.properties }
        : { state: 'failed', failure: outcome.failure };
    });
  }
}
