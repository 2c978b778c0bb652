import type { BundleStore } from '../bundle/bundle-store.ts';
import type { AddressGroup } from '../../address/address.ts';
import type { LayersStore } from './layers-store.ts';
import type { MapStore } from '../map/map-store.ts';

/** The status of a group on the map. */
export type GroupStatus = 'off' | 'loading' | 'failed' | 'empty' | 'ready';

/** The zoom of the map relative to the zooms of a group: below, in or above the range. */
export type Reach = 'below' | 'in' | 'above';

/** The state of each group, derived from the bundle, the chosen layers and the map. */
export class GroupStates {
  private readonly bundles: BundleStore;
  private readonly layers: LayersStore;
  private readonly map: MapStore;

  constructor(bundles: BundleStore, layers: LayersStore, map: MapStore) {
    this.bundles = bundles;
    this.layers = layers;
    this.map = map;
  }

  /**
   * The chosen groups that the map, the legend and the list show; top first. Of a group and its copy
   * in a project, they show one.
   */
  get shown(): readonly AddressGroup[] {
    const { replaced } = this;
    return this.layers.active.filter(({ id }) => !replaced.has(id));
  }

  /**
   * The ids of groups that others are shown in place of: of groups with a copy in the open project,
   * and of copies of other projects, while their group is visible.
   */
  get replaced(): ReadonlySet<string> {
    const { layers, map } = this;
    const copies = this.bundles.bundle.categories
      .flatMap(({ groups }) => groups)
      .flatMap(({ id, project, replaces }) => (replaces ? [{ id, project, replaces }] : []));
    const own = copies.filter(({ project }) => project === map.project);
    const replaced = new Set(own.map(({ replaces }) => replaces));
    for (const { id, project, replaces } of copies) {
      const isShown = layers.find(replaces)?.visible && !replaced.has(replaces);
      if (project !== map.project && isShown) replaced.add(id);
    }
    return replaced;
  }

  /** Returns the id of the group that a project shows in place of a group, or that of the group. */
  inProject(id: string, project = this.map.project): string {
    const { categories } = this.bundles.bundle;
    const copy = categories
      .flatMap(({ groups }) => groups)
      .find((entry) => entry.replaces === id && entry.project === project && !entry.locked);
    return copy?.id ?? id;
  }

  /**
   * Returns the lowest and highest zoom at which any sublayer of a group is drawn; 0 and 24 without
   * a limit.
   */
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

  /**
   * Returns the zoom from which on all features of a group are shown, if the map shows a selection of
   * them; null otherwise.
   */
  wholeFrom(id: string): number | null {
    if (!this.layers.find(id)?.visible) return null;
    const { sources } = this.bundles.bundle;
    const zooms = this.sources(id).map((source) => sources[source]?.['whole-from'] ?? 0);
    const zoom = Math.max(0, ...zooms);
    return this.map.seen && this.map.seen.zoom < zoom ? zoom : null;
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

  /** Requests the failed parts of a group again: its category or its sources. */
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
