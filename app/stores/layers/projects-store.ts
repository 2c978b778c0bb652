import { makeAutoObservable } from 'mobx';
import type { Area, Bounds, BundleProject } from 'atlas-engine/runtime';
import type { AddressGroup } from '../../address/address.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { LayersStore } from './layers-store.ts';
import type { MapStore } from '../map/map-store.ts';
import type { SideStore } from '../page/side-store.ts';
import { UNDO_MS, type Notice, type UiStore } from '../page/ui-store.ts';

/** The stores that a choice of a project changes. */
interface ProjectsNeeds {
  readonly bundles: BundleStore;
  readonly layers: LayersStore;
  readonly map: MapStore;
  readonly side: SideStore;
  readonly ui: UiStore;
}

/** What came to the map with the project that was opened last, which may be closed since. */
interface Brought {
  /** The ids of projects whose copies are removed. */
  readonly copiesOf: ReadonlySet<string>;
  /** The ids of groups that were not on the map before. */
  readonly groups: ReadonlySet<string>;
}

/** The open project, and the groups and the area that come with it. */
export class ProjectsStore {
  private readonly needs: ProjectsNeeds;
  /** The message about the last choice. A later choice replaces it. */
  private said = 0;
  /** What the choice of another project removes. */
  private brought: Brought = { copiesOf: new Set(), groups: new Set() };

  constructor(needs: ProjectsNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs' | 'said' | 'brought'>(
      this,
      { needs: false, said: false, brought: false, preset: false },
      { autoBind: true },
    );
  }

  get open(): BundleProject | null {
    return this.find(this.needs.map.project) ?? null;
  }

  /** The area on the map until the visitor moves it: that of the open project or of the region. */
  get area(): Area {
    return this.open ? this.areaOf(this.open) : this.needs.bundles.index.home;
  }

  /**
   * The area of a project: its extent, and what it outlines. A phone shows only the latter, which has
   * more space there.
   */
  private areaOf({ bounds, outlined }: BundleProject): Area {
    if (!outlined) return { bounds };
    return { bounds: this.needs.ui.phone ? outlined : union(bounds, outlined) };
  }

  /** The groups that are on the map when a project is opened, or without a project; top first. */
  preset(id: string | null): readonly AddressGroup[] {
    const { bundles } = this.needs;
    const checked = bundles.index.categories
      .flatMap((category) => category.groups.filter((entry) => entry.checked))
      .map((entry) => entry.id);
    const ids = new Set([...(this.find(id)?.groups ?? []), ...checked]);
    return [...ids]
      .filter((group) => bundles.openEntry(group))
      .map((group) => ({ id: group, visible: true, opacity: null }));
  }

  /**
   * Shows the project and the groups of an address. An address does not say which groups came with a
   * project. They are those of its project, or of the projects that have a copy among its groups.
   */
  settle(id: string | null, groups: readonly AddressGroup[]): void {
    const { bundles, layers, map } = this.needs;
    map.setProject(this.find(id)?.id ?? null);
    layers.replace(groups);
    const { open } = this;
    const copied = new Set(groups.map((group) => bundles.entries.get(group.id)?.entry.project));
    const projects = open ? [open] : bundles.bundle.projects.filter((one) => copied.has(one.id));
    const named = new Set(projects.flatMap((project) => project.groups));
    const fresh = groups
      .map((group) => group.id)
      .filter((group) => named.has(group) && !bundles.entries.get(group)?.entry.checked);
    this.brought = {
      copiesOf: new Set(projects.map((project) => project.id)),
      groups: new Set(fresh),
    };
  }

  /**
   * Opens a project with its extent and its groups, in place of the groups of the project before;
   * null closes the open project.
   */
  choose(id: string | null): void {
    const { bundles, layers, map, side } = this.needs;
    if (id === map.project) return;
    const project = this.find(id);
    if (!project) {
      this.leave();
      return;
    }
    const undo = this.undo();
    const own = this.preset(project.id).filter((group) => project.groups.includes(group.id));
    const before = layers.active.filter((group) => !this.isBrought(group.id));
    const groups = [...own, ...before.filter((group) => !project.groups.includes(group.id))];
    const there = new Set(before.map((group) => group.id));
    this.brought = {
      copiesOf: new Set([project.id]),
      groups: new Set(own.map((group) => group.id).filter((group) => !there.has(group))),
    };
    map.setProject(project.id);
    layers.replace(groups);
    side.closeFeature();
    void bundles.ensure(groups.map((group) => group.id));
    map.fit(this.areaOf(project));
    this.say({ text: 'project.opened', values: { name: project.name }, action: undo });
  }

  /** Shows the whole extent of the open project or of the region. */
  showHome(): void {
    this.needs.map.fit(this.area);
  }

  private find(id: string | null): BundleProject | undefined {
    return this.needs.bundles.projects.get(id ?? '');
  }

  private isBrought(group: string): boolean {
    const { copiesOf, groups } = this.brought;
    const { project } = this.needs.bundles.entries.get(group)?.entry ?? {};
    return groups.has(group) || (project !== undefined && copiesOf.has(project));
  }

  private leave(): void {
    const { map } = this.needs;
    const undo = this.undo();
    // The map does not move, so its view is no longer the extent that follows from the project.
    if (!map.view) map.setView(map.seen);
    map.setProject(null);
    this.say({ text: 'project.left', action: undo });
  }

  private say(notice: Omit<Notice, 'id' | 'stays'>): void {
    const { ui } = this.needs;
    ui.dismiss(this.said);
    this.said = ui.say({ ...notice, stays: UNDO_MS });
  }

  /** Returns an action that goes back to the project, the groups and the view of now. */
  private undo(): NonNullable<Notice['action']> {
    const { bundles, layers, map } = this.needs;
    const { brought } = this;
    const before = { project: map.project, groups: layers.active, view: map.view };
    return {
      text: 'project.restore',
      run: () => {
        map.setProject(before.project);
        layers.replace(before.groups);
        this.brought = brought;
        void bundles.ensure(before.groups.map(({ id }) => id));
        if (before.view) map.goTo(before.view);
        else this.showHome();
      },
    };
  }
}

function union(one: Bounds, other: Bounds): Bounds {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
