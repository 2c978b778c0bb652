import { makeAutoObservable } from 'mobx';
import type { BundleStore } from '../bundle/bundle-store.ts';
import { contains, isTiny } from '../places/area.ts';
import type { GroupStates } from './group-states.ts';
import type { LayersStore } from './layers-store.ts';
import type { MapStore } from '../map/map-store.ts';
import type { ProjectsStore } from './projects-store.ts';
import type { SideStore } from '../page/side-store.ts';
import { UNDO_MS, type UiStore } from '../page/ui-store.ts';

/** A group is no longer drawn at its highest zoom, only below. */
const JUST_BELOW = 0.1;

/** The stores that a choice of groups changes. */
interface CatalogueNeeds {
  readonly bundles: BundleStore;
  readonly groups: GroupStates;
  readonly layers: LayersStore;
  readonly map: MapStore;
  readonly projects: ProjectsStore;
  readonly side: SideStore;
  readonly ui: UiStore;
}

/** What a visitor does with the groups of the list. */
export class CatalogueStore {
  private readonly needs: CatalogueNeeds;

  constructor(needs: CatalogueNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { needs: false, opacityOf: false, canMove: false, hasOpacity: false },
      { autoBind: true },
    );
  }

  opacityOf(id: string): number {
    const { bundles, layers } = this.needs;
    return layers.find(id)?.opacity ?? bundles.bundle.groups[id]?.opacity ?? 1;
  }

  toggle(id: string): void {
    if (this.needs.layers.has(id)) this.remove(id);
    else {
      void this.add(id);
      this.moveIntoReach(id);
    }
  }

  /**
   * Adds groups on top in the given order. In a project, its copies are added in place of their
   * groups. Resolves when their categories are loaded.
   */
  async add(...ids: readonly string[]): Promise<void> {
    const { bundles, groups, layers } = this.needs;
    const added = ids.map((id) => groups.inProject(id));
    layers.add(...added);
    await bundles.ensure(added);
  }

  /** Removes a group. With a copy of the open project, the group that it replaces is removed too. */
  remove(id: string): void {
    const { bundles, layers, map, side } = this.needs;
    const { project, replaces } = bundles.entries.get(id)?.entry ?? {};
    const removed = replaces && project === map.project ? [id, replaces] : [id];
    for (const group of removed) {
      layers.remove(group);
      side.closeFeature(group);
    }
  }

  /** Removes all groups except those that belong to every base map. */
  removeAll(): void {
    const { bundles, layers, side, ui } = this.needs;
    const before = layers.active;
    layers.replace(before.filter(({ id }) => bundles.bundle.groups[id]?.baseMap));
    side.closeFeature();
    ui.say({
      text: 'layers.removed-all',
      action: { text: 'layers.undo', run: () => layers.replace(before) },
      stays: UNDO_MS,
    });
  }

  /** Moves a group up (-1) or down (1) in the legend. Ignores a move beyond either end. */
  move(id: string, by: -1 | 1): void {
    const { order } = this;
    const target = order[order.indexOf(id) + by];
    if (order.includes(id) && target !== undefined) this.moveTo(id, target);
  }

  /** Moves a group to the place of another and announces its new place to screen readers. */
  moveTo(id: string, target: string): void {
    const { bundles, layers, ui } = this.needs;
    layers.moveTo(id, target);
    const { order } = this;
    ui.announce('group.moved', {
      name: bundles.entries.get(id)?.entry.name ?? id,
      place: order.indexOf(id) + 1,
      count: order.length,
    });
  }

  /** The ids of the groups of the legend, top first. */
  get order(): readonly string[] {
    const { bundles, groups } = this.needs;
    return groups.shown.map(({ id }) => id).filter((id) => !bundles.bundle.groups[id]?.baseMap);
  }

  /** Returns whether a group can be moved up (-1) or down (1). */
  canMove(id: string, by: -1 | 1): boolean {
    const place = this.order.indexOf(id);
    return place >= 0 && this.order[place + by] !== undefined;
  }

  /**
   * Returns whether the opacity of a group can be changed: not of groups of symbols only. Until its
   * content is loaded, it can.
   */
  hasOpacity(id: string): boolean {
    const sublayers = this.needs.bundles.bundle.groups[id]?.sublayers ?? [];
    return sublayers.length === 0 || sublayers.some(({ type }) => type !== 'symbol');
  }

  zoomTo(id: string): void {
    const { bundles, map } = this.needs;
    const bounds = bundles.entries.get(id)?.entry.bounds;
    if (bounds) map.goToArea({ bounds });
    else map.fit(bundles.index.home);
  }

  /**
   * Moves the map to the nearest zoom at which a group is drawn. If the area of the group is very
   * small or outside the view, moves the map to the area. Shows a notice that restores the view.
   */
  private moveIntoReach(id: string): void {
    const { bundles, groups, map, projects, ui } = this.needs;
    const { seen, view } = map;
    const entry = bundles.entries.get(id)?.entry;
    if (!seen || !entry) return;
    const { bounds } = entry;
    const { min, max } = groups.zooms(id);
    const reach = groups.reach(id);
    const tiny = bounds !== undefined && isTiny(bounds, seen.zoom);
    if (reach === 'in' && !tiny) return;
    if (reach === 'above') map.zoomTo(max - JUST_BELOW);
    else if (!bounds || (!tiny && contains(bounds, seen))) map.zoomTo(min);
    else map.goToArea({ bounds, minzoom: min });
    ui.say({
      text: 'group.moved-into-reach',
      values: { name: entry.name },
      action: {
        text: 'project.restore',
        run: () => (view ? map.goTo(view) : projects.showHome()),
      },
      stays: UNDO_MS,
    });
  }
}
