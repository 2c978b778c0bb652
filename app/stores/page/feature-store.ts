import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { compilePopup, type FeatureHit, type Json, type PopupModel } from 'atlas-engine/runtime';
import { loadReaders } from '../../net/load-readers.ts';
import type { FailureKind, Network } from '../../net/http-client.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { SideStore } from './side-store.ts';

/** Attributes of a feature that are not in the tiles. */
type Details =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'done'; readonly properties: Readonly<Record<string, Json>> }
  | { readonly state: 'failed'; readonly failure: FailureKind };

/** The stores and the connection that the selected feature needs. */
interface FeatureNeeds {
  readonly bundles: BundleStore;
  readonly network: Network;
  readonly side: SideStore;
}

/** The feature in the side panel, and its attributes. */
export class FeatureStore {
  details: Details = { state: 'none' };
  /**
   * The geometry of the feature, if its tiles may show a selection without it; null while it is unknown.
   */
  shape: GeoJSON.Geometry | null = null;

  private readonly needs: FeatureNeeds;
  private pending: AbortController | null = null;

  constructor(needs: FeatureNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs' | 'pending'>(
      this,
      { details: observableRef, shape: observableRef, needs: false, pending: false },
      { autoBind: true },
    );
    reaction(
      () => this.hit,
      () => void this.loadDetails(),
    );
  }

  get hit(): FeatureHit | undefined {
    return this.needs.side.hit;
  }

  get popup(): PopupModel | null {
    if (!this.hit) return null;
    const details = this.details.state === 'done' ? this.details.properties : undefined;
    return compilePopup(this.needs.bundles.bundle, this.hit, details);
  }

  /** Whether tiles below some zoom show a selection of features, perhaps without this one. */
  private get isThinned(): boolean {
    const source = this.hit && this.needs.bundles.bundle.sources[this.hit.source];
    return source?.['whole-from'] !== undefined && !this.needs.bundles.isStatic;
  }

  /**
   * Fetches the attributes and the geometry that are not in the tiles. Ignores the response to an older
   * click. A `quiet` attempt shows nothing until it succeeds.
   */
  async loadDetails({ quiet = false } = {}): Promise<void> {
    this.pending?.abort();
    this.shape = null;
    if (!quiet) this.details = { state: 'none' };
    const { hit, popup } = this;
    const own = hit?.dataset && hit.id !== '' ? { dataset: hit.dataset, id: hit.id } : null;
    const { isThinned } = this;
    const wanted = popup?.details ?? (isThinned ? own : null);
    if (!wanted) return;
    const asked = new AbortController();
    this.pending = asked;
    if (!quiet && popup?.details) this.details = { state: 'loading' };
    const { dataset, id } = wanted;
    const outcome = await this.needs.network.json(
      `/api/features/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}${isThinned ? '?geometry=true' : ''}`,
      { signal: asked.signal, reader: feature },
    );
    runInAction(() => {
      if (asked.signal.aborted) return;
      if (outcome.ok && isThinned) this.shape = outcome.value.geometry ?? null;
      if (!popup?.details) return;
      this.details = outcome.ok
        ? { state: 'done', properties: outcome.value.properties }
        : { state: 'failed', failure: outcome.failure.kind };
    });
  }
}

const feature = async () => (await loadReaders()).isFeature;
