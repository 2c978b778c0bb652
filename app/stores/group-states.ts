import type { BundleStore } from './bundle-store.ts';
import type { LayersStore } from './layers-store.ts';
import type { MapStore } from './map-store.ts';

/** What a group is doing on the map. */
export type GroupStatus = 'off' | 'loading' | 'failed' | 'empty' | 'ready';

/** Where the zoom of the map stands to the zooms a group is drawn at. */
export type Reach = 'below' | 'in' | 'above';

/** What can be said of a group from the bundle, the choice and the map together. */
export class GroupStates {
  private readonly bundles: BundleStore;
  private readonly layers: LayersStore;
  private readonly map: MapStore;

  constructor(bundles: BundleStore, layers: LayersStore, map: MapStore) {
    this.bundles = bundles;
    this.layers = layers;
    this.map = map;
  }

  /** The zooms between which something of a group is drawn; 0 and 24 where nothing limits it. */
  zooms(id: string): { min: number; max: number } {
    const sublayers = this.bundles.bundle.groups[id]?.sublayers ?? [];
    if (sublayers.length === 0) {
      return { min: this.bundles.entries.get(id)?.entry.minzoom ?? 0, max: 24 };
    }
    return {
      min: Math.min(...sublayers.map(({ minzoom }) => minzoom ?? 0)),
      max: Math.max(...sublayers.map(({ maxzoom }) => maxzoom ?? 24)),
    };
  }

  reach(id: string): Reach {
    const zoom = this.map.seen?.zoom;
    if (zoom === undefined) return 'in';
    const { min, max } = this.zooms(id);
    if (zoom < min) return 'below';
    return zoom >= max && max < 24 ? 'above' : 'in';
  }

  status(id: string): GroupStatus {
    const choice = this.layers.find(id);
    if (!choice) return 'off';
    const category = this.bundles.entries.get(id)?.category ?? '';
    if (!this.bundles.bundle.groups[id]) {
      const { failures, parts } = this.bundles;
      return failures.has(category) || parts.has(category) ? 'failed' : 'loading';
    }
    if (!choice.visible || this.reach(id) !== 'in') return 'ready';
    const states = this.sources(id).map((source) => this.map.sources.get(source));
    if (states.includes('failed')) return 'failed';
    if (states.includes('loading')) return 'loading';
    return this.map.empty.has(id) ? 'empty' : 'ready';
  }

  /** Asks again for what did not come: the group's description or its data. */
  retry(id: string): void {
    if (!this.bundles.bundle.groups[id]) void this.bundles.ensure([id]);
    for (const source of this.sources(id)) {
      if (this.map.sources.get(source) === 'failed') this.map.retry(source);
    }
  }

  private sources(id: string): readonly string[] {
    const sublayers = this.bundles.bundle.groups[id]?.sublayers ?? [];
    return [...new Set(sublayers.flatMap(({ source }) => source ?? []))];
  }
}
