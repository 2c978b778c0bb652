import { makeAutoObservable } from 'mobx';
import { parseStyleLayerId, type BundleBaseLayer } from 'atlas-engine/runtime';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { DocumentsStore } from '../bundle/documents-store.ts';
import type { MapStore } from './map-store.ts';
import type { UiStore } from '../page/ui-store.ts';

/** The stores that the base maps use. */
interface BasesNeeds {
  readonly bundles: BundleStore;
  readonly documents: DocumentsStore;
  readonly map: MapStore;
  readonly ui: UiStore;
}

/** The base maps, the chosen one, and what replaces one that does not load. */
export class BasesStore {
  private readonly needs: BasesNeeds;

  constructor(needs: BasesNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(this, { needs: false, find: false }, { autoBind: true });
  }

  get all(): readonly BundleBaseLayer[] {
    return [...this.needs.bundles.index.baseLayers].sort((a, b) => a.order - b.order);
  }

  get current(): BundleBaseLayer {
    return this.find(this.needs.map.baseLayer);
  }

  /** Returns a base map; the first one for an unknown id. Throws when there is none. */
  find(id: string): BundleBaseLayer {
    const found = this.all.find((base) => base.id === id) ?? this.all[0];
    if (!found) throw new Error('The bundle has no base layer.');
    return found;
  }

  choose(id: string): void {
    this.needs.map.setBaseLayer(id);
    void this.ensure();
  }

  /** Fetches the hosted style of the chosen base map, if it has one. */
  async ensure(): Promise<void> {
    const { id, style } = this.current;
    if (style && !(await this.needs.documents.ensure(style))) this.leave(id);
  }

  /** Replaces a lost source by its `else` source, or by another base map, and shows a notice. */
  replaceLost(id: string): void {
    const { bundles, map, ui } = this.needs;
    const source = bundles.bundle.sources[id];
    if (source?.else !== undefined) {
      map.lose(id);
      const action = { text: 'group.retry', run: () => map.retryLost() } as const;
      ui.say({ text: 'map.fallback', action });
      return;
    }
    const { id: base, sublayers } = this.current;
    const isHosted = parseStyleLayerId(id)?.owner === base;
    const isNeeded =
      source?.fallback === 'base-layer' && sublayers.some((sublayer) => sublayer.source === id);
    if (isHosted || isNeeded) this.leave(base);
  }

  /** Shows another base map instead of one that failed to load, and a notice. */
  private leave(id: string): void {
    if (this.current.id !== id) return;
    const { bundles, ui } = this.needs;
    const { sources } = bundles.bundle;
    const own = this.all.filter(
      ({ style, sublayers }) =>
        style === undefined &&
        sublayers.every(({ source }) => sources[source ?? '']?.fallback === undefined),
    );
    const other = own.find((base) => base.id !== id);
    if (!other) {
      ui.say({ text: 'map.base-failed' });
      return;
    }
    const values = { name: this.current.name, other: other.name };
    this.choose(other.id);
    const action = { text: 'group.retry', run: () => this.choose(id) } as const;
    ui.say({ text: 'map.base-left', values, action });
  }
}
