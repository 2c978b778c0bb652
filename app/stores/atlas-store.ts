import { makeAutoObservable, runInAction } from 'mobx';
import {
  baseEnd,
  compileLegend,
  listOf,
  parseStyleLayerId,
  type Area,
  type Attribution,
  type BundleBaseLayer,
  type BundleGroup,
  type BundleIndex,
  type BundleProject,
  type FeatureHit,
  type LegendEntry,
  type MapState,
} from 'atlas-engine/runtime';
import {
  parseAddress,
  sameGroups,
  sameView,
  type AddressDefaults,
  type AddressGroup,
  type AddressState,
} from '../address/address.ts';
import type { Network } from '../net/request-json.ts';
import { contains, isTiny } from './area.ts';
import { BundleStore } from './bundle-store.ts';
import { DocumentsStore } from './documents-store.ts';
import { FeatureStore } from './feature-store.ts';
import { GroupStates } from './group-states.ts';
import { LayersStore } from './layers-store.ts';
import { MapStore } from './map-store.ts';
import { SessionStore } from './session-store.ts';
import { UNDO_MS, UiStore } from './ui-store.ts';

/**
 * A layer is drawn only below its `maxzoom`, so the map moves to a zoom that is lower by this
 * number.
 */
const JUST_BELOW = 0.1;

/** Parts of the browser that the stores use. */
export interface AtlasSurroundings {
  readonly network: Network;
  readonly address: { readonly search: string; readonly hash: string };
}

/** All stores of an open atlas, and the actions that involve several of them. */
export class AtlasStore {
  readonly bundles: BundleStore;
  readonly session: SessionStore;
  readonly layers: LayersStore;
  readonly map: MapStore;
  readonly feature: FeatureStore;
  readonly groups: GroupStates;
  readonly documents: DocumentsStore;
  readonly ui = new UiStore();

  /** The address at the start. It may name groups that only the session part contains. */
  private readonly first: { readonly search: string; readonly hash: string };

  constructor(index: BundleIndex, { network, address }: AtlasSurroundings) {
    this.bundles = new BundleStore(index, network);
    this.first = { search: address.search, hash: address.hash };
    const asked = parseAddress(address, this.defaults);
    this.session = new SessionStore(asked.lang);
    this.layers = new LayersStore(this.known(asked.groups));
    this.map = new MapStore({
      baseLayer: this.baseLayerOf(asked.baseLayer).id,
      hillshade: asked.hillshade,
      project: this.bundles.projects.get(asked.project ?? '')?.id ?? null,
      view: asked.view,
    });
    this.feature = new FeatureStore(this.bundles, network);
    this.documents = new DocumentsStore(this.bundles, network);
    this.groups = new GroupStates(this.bundles, this.layers, this.map);
    makeAutoObservable<this, 'first'>(
      this,
      {
        bundles: false,
        session: false,
        layers: false,
        map: false,
        feature: false,
        groups: false,
        documents: false,
        ui: false,
        first: false,
      },
      { autoBind: true },
    );
  }

  /** Fetches the groups that the address names and the session part, in the reader's language. */
  async start(locale: string): Promise<void> {
    if (locale !== this.bundles.index.locale) await this.bundles.setLocale(locale);
    const first = this.layers.active;
    const { project } = this.map;
    void this.bundles.ensure(first.map(({ id }) => id));
    void this.ensureBaseLayer();
    await this.bundles.loadSession();
    runInAction(() => {
      const asked = parseAddress(this.first, this.defaults);
      this.reportMissing(asked);
      // If the visitor has chosen other layers or another project meanwhile, the first address no
      // longer applies.
      if (this.layers.active !== first || this.map.project !== project) return;
      this.settle(asked);
    });
  }

  /** The values that the address of this atlas leaves out. */
  get defaults(): AddressDefaults {
    return {
      baseLayer: this.baseLayers[0]?.id ?? '',
      hillshade: this.bundles.index.hillshade?.checked ?? false,
      groups: (id) => this.presetOf(this.bundles.projects.get(id ?? '')),
    };
  }

  get addressState(): AddressState {
    return {
      project: this.map.project,
      lang: this.session.lang,
      view: this.map.view,
      baseLayer: this.map.baseLayer,
      hillshade: this.map.hillshade,
      groups: this.layers.active,
    };
  }

  get baseLayers(): readonly BundleBaseLayer[] {
    return [...this.bundles.index.baseLayers].sort((a, b) => a.order - b.order);
  }

  get baseLayer(): BundleBaseLayer {
    return this.baseLayerOf(this.map.baseLayer);
  }

  get project(): BundleProject | null {
    return this.bundles.projects.get(this.map.project ?? '') ?? null;
  }

  /** The area on the map until the visitor moves it: that of the open project or of the region. */
  get area(): Area {
    return this.project ?? this.bundles.index.home;
  }

  /** The active groups that are loaded, with their opacity; top first. */
  get mapState(): MapState {
    const { groups } = this.bundles.bundle;
    return {
      baseLayer: this.baseLayer.id,
      hillshade: this.map.hillshade,
      project: this.project?.id ?? null,
      lost: [...this.map.lost].sort(),
      groups: this.layers.active.flatMap(({ id, visible, opacity }) => {
        const group = groups[id];
        return group ? [{ id, visible, opacity: opacity ?? group.opacity }] : [];
      }),
    };
  }

  get legend(): readonly LegendEntry[] {
    return compileLegend(this.bundles.bundle, this.mapState);
  }

  /** Whether the map shows the base map enlarged twice or more, beyond its last tiles. */
  get beyondBase(): boolean {
    const end = baseEnd(this.bundles.bundle, this.mapState);
    return end !== null && (this.map.seen?.zoom ?? 0) >= end + 1;
  }

  get activeGroups(): readonly BundleGroup[] {
    const { groups } = this.bundles.bundle;
    return this.layers.active.flatMap(({ id }) => groups[id] ?? []);
  }

  get showsDemoData(): boolean {
    return this.activeGroups.some((group) => group.demo);
  }

  /** The attributions of everything on the map, without duplicates; base map first. */
  get attributions(): readonly Attribution[] {
    const all = [
      ...(this.baseLayer.attribution ?? []),
      ...this.sourceCredits,
      ...this.bundles.index.attribution,
      ...this.activeGroups.flatMap((group) => group.attribution ?? []),
    ];
    const seen = new Set<string>();
    return all.filter(({ text }) => !seen.has(text) && seen.add(text));
  }

  /** The attributions of the sources of the base map and of the relief. */
  private get sourceCredits(): readonly Attribution[] {
    const { bundle, index } = this.bundles;
    const { style, sublayers } = this.baseLayer;
    const relief = this.map.hillshade ? index.hillshade?.sublayer.source : undefined;
    const ids = [style, ...sublayers.map(({ source }) => source), relief];
    return ids.flatMap((id = '') => {
      const source = bundle.sources[id];
      const read = this.map.lost.has(id) ? bundle.sources[source?.else ?? ''] : source;
      return read?.attribution === undefined ? [] : [{ text: read.attribution }];
    });
  }

  private get fetching(): boolean {
    return this.bundles.loading.size > 0 || this.documents.loading.size > 0;
  }

  get busy(): boolean {
    if (this.map.failure) return this.fetching;
    return this.fetching || this.map.loading || !this.map.ready;
  }

  /** Whether the side panel is open, with a feature or with the information of a group. */
  get sideOpen(): boolean {
    return this.feature.hit !== undefined || this.ui.info !== null;
  }

  closeSide(): void {
    this.feature.close();
    this.ui.showInfo(null);
  }

  chooseBaseLayer(id: string): void {
    this.map.setBaseLayer(id);
    void this.ensureBaseLayer();
  }

  opacityOf(id: string): number {
    return this.layers.find(id)?.opacity ?? this.bundles.bundle.groups[id]?.opacity ?? 1;
  }

  toggleGroup(id: string): void {
    if (this.layers.has(id)) this.removeGroup(id);
    else {
      this.addGroup(id);
      this.moveIntoReach(id);
    }
  }

  /**
   * Moves the map to the nearest zoom at which a group is drawn. If the area of the group is very
   * small or outside the view, moves the map to the area. Shows a notice that restores the view.
   */
  private moveIntoReach(id: string): void {
    const { seen, view } = this.map;
    const entry = this.bundles.entries.get(id)?.entry;
    if (!seen || !entry) return;
    const { bounds } = entry;
    const { min, max } = this.groups.zooms(id);
    const reach = this.groups.reach(id);
    const tiny = bounds !== undefined && isTiny(bounds, seen.zoom);
    if (reach === 'in' && !tiny) return;
    if (reach === 'above') this.map.zoomTo(max - JUST_BELOW);
    else if (!bounds || (!tiny && contains(bounds, seen))) this.map.zoomTo(min);
    else this.map.goToArea({ bounds, minzoom: min });
    this.ui.say({
      text: 'group.moved-into-reach',
      values: { name: entry.name },
      action: {
        text: 'project.restore',
        run: () => (view ? this.map.goTo(view) : this.showHome()),
      },
      stays: UNDO_MS,
    });
  }

  addGroup(id: string): void {
    this.layers.add(id);
    void this.bundles.ensure([id]);
  }

  removeGroup(id: string): void {
    this.layers.remove(id);
    this.feature.closeGroup(id);
  }

  /** Moves a group up (-1) or down (1) and announces its new place to screen readers. */
  moveGroup(id: string, by: -1 | 1): void {
    this.layers.move(id, by);
    const { active } = this.layers;
    this.ui.announce('group.moved', {
      name: this.bundles.entries.get(id)?.entry.name ?? id,
      place: active.findIndex((group) => group.id === id) + 1,
      count: active.length,
    });
  }

  /** Opens the information of a group in place of a selected feature, or closes it. */
  toggleInfo(id: string): void {
    const open = this.ui.info === id;
    this.feature.close();
    this.ui.showInfo(open ? null : id);
    if (!open) void this.bundles.ensure([id]);
  }

  /** Selects the features under a click. A click that hits no feature closes the side panel. */
  select(hits: readonly FeatureHit[]): void {
    this.ui.showInfo(null);
    this.feature.select(hits);
    if (hits.length > 0 && this.ui.sheet === 'full') this.ui.setSheet('half');
  }

  removeAll(): void {
    const before = this.layers.active;
    this.layers.replace([]);
    this.feature.close();
    this.ui.say({
      text: 'layers.removed-all',
      action: { text: 'layers.undo', run: () => this.layers.replace(before) },
      stays: UNDO_MS,
    });
  }

  zoomToGroup(id: string): void {
    const bounds = this.bundles.entries.get(id)?.entry.bounds;
    if (bounds) this.map.goToArea({ bounds });
    else this.map.fit(this.bundles.index.home);
  }

  showHome(): void {
    this.map.fit(this.area);
  }

  /** Opens a project with its extent and its groups; null closes the open project. */
  chooseProject(id: string | null): void {
    if (id === this.map.project) return;
    const project = this.bundles.projects.get(id ?? '');
    if (!project) this.leaveProject();
    else {
      const before = new Set(this.bundles.projects.get(this.map.project ?? '')?.groups);
      const own = this.presetOf(project).filter((group) => project.groups.includes(group.id));
      const kept = this.layers.active.filter(
        (group) => !before.has(group.id) && !project.groups.includes(group.id),
      );
      const groups = [...own, ...kept];
      this.map.setProject(project.id);
      this.layers.replace(groups);
      this.feature.close();
      void this.bundles.ensure(groups.map((group) => group.id));
      this.map.fit(project);
    }
  }

  /** Applies an address, for example after the browser's back button. */
  takeAddress(address: { readonly search: string; readonly hash: string }): void {
    const wanted = parseAddress(address, this.defaults);
    const before = { view: this.map.view, project: this.map.project };
    this.reportMissing(wanted);
    this.settle(wanted);
    this.chooseBaseLayer(this.baseLayerOf(wanted.baseLayer).id);
    this.map.setHillshade(wanted.hillshade);
    if (wanted.view && !sameView(wanted.view, before.view)) this.map.goTo(wanted.view);
    else if (!wanted.view && (before.view || this.map.project !== before.project)) this.showHome();
  }

  /** Switches the atlas to another of its languages. Shows a notice when that fails. */
  async setLocale(locale: string): Promise<void> {
    if (locale === this.bundles.index.locale) return;
    if (await this.bundles.setLocale(locale)) this.session.setLang(locale);
    else this.ui.say({ text: 'app.locale' });
  }

  /**
   * Loads the atlas again after a change on the server. Keeps the view, and names the removed
   * groups in a notice.
   */
  async refresh(): Promise<void> {
    const { entries } = this.bundles;
    const before = this.layers.active;
    if (!(await this.bundles.setLocale(this.bundles.index.locale))) return;
    const groups = this.known(before);
    const kept = new Set(groups.map(({ id }) => id));
    const left = before.filter(({ id }) => !kept.has(id));
    if (!sameGroups(groups, before)) this.layers.replace(groups);
    for (const { id } of left) this.feature.closeGroup(id);
    if (!this.project) this.map.setProject(null);
    this.map.setBaseLayer(this.baseLayer.id);
    void this.ensureBaseLayer();
    await this.bundles.ensure(groups.map(({ id }) => id));
    const names = listOf(
      left.map(({ id }) => entries.get(id)?.entry.name ?? id),
      this.bundles.index,
    );
    if (left.length > 0) this.ui.say({ text: 'app.left', values: { names } });
    else this.ui.say({ text: 'app.changed', stays: UNDO_MS });
  }

  /** Fetches the hosted style of the chosen base map, if it has one. */
  private async ensureBaseLayer(): Promise<void> {
    const { id, style } = this.baseLayer;
    if (style && !(await this.documents.ensure(style))) this.leaveBaseLayer(id);
  }

  /** Replaces a lost source by its `else` source, or by another base map, and shows a notice. */
  replaceLost(id: string): void {
    const source = this.bundles.bundle.sources[id];
    if (source?.else !== undefined) {
      this.map.lose(id);
      const action = { text: 'group.retry', run: () => this.map.retryLost() } as const;
      this.ui.say({ text: 'map.fallback', action });
      return;
    }
    const { id: base, sublayers } = this.baseLayer;
    const isHosted = parseStyleLayerId(id)?.owner === base;
    const isNeeded =
      source?.fallback === 'base-layer' && sublayers.some((sublayer) => sublayer.source === id);
    if (isHosted || isNeeded) this.leaveBaseLayer(base);
  }

  /** Shows another base map instead of one that failed to load, and a notice. */
  private leaveBaseLayer(id: string): void {
    if (this.baseLayer.id !== id) return;
    const { sources } = this.bundles.bundle;
    const own = this.baseLayers.filter(
      ({ style, sublayers }) =>
        style === undefined &&
        sublayers.every(({ source }) => sources[source ?? '']?.fallback === undefined),
    );
    const other = own.find((base) => base.id !== id);
    if (!other) {
      this.ui.say({ text: 'map.base-failed' });
      return;
    }
    const values = { name: this.baseLayer.name, other: other.name };
    this.chooseBaseLayer(other.id);
    const action = { text: 'group.retry', run: () => this.chooseBaseLayer(id) } as const;
    this.ui.say({ text: 'map.base-left', values, action });
  }

  private leaveProject(): void {
    const before = { project: this.map.project, groups: this.layers.active, view: this.map.view };
    this.map.setProject(null);
    this.map.fit(this.bundles.index.home);
    this.ui.say({
      text: 'project.left',
      action: {
        text: 'project.restore',
        run: () => {
          this.map.setProject(before.project);
          this.layers.replace(before.groups);
          if (before.view) this.map.goTo(before.view);
          else this.showHome();
        },
      },
      stays: UNDO_MS,
    });
  }

  private settle(wanted: AddressState): void {
    const groups = this.known(wanted.groups);
    const project = this.bundles.projects.get(wanted.project ?? '')?.id ?? null;
    if (project !== this.map.project) this.map.setProject(project);
    if (!sameGroups(groups, this.layers.active)) this.layers.replace(groups);
    void this.bundles.ensure(groups.map(({ id }) => id));
  }

  /**
   * Shows one notice when the address names something unavailable. Unknown and forbidden ids get
   * the same notice, so that the notice does not reveal which ids exist.
   */
  private reportMissing(wanted: AddressState): void {
    const missing =
      wanted.groups.some(({ id }) => !this.bundles.openEntry(id)) ||
      (wanted.project !== null && !this.bundles.projects.has(wanted.project)) ||
      !this.baseLayers.some(({ id }) => id === wanted.baseLayer);
    if (missing) this.ui.say({ text: 'address.unavailable' });
  }

  private baseLayerOf(id: string): BundleBaseLayer {
    const found = this.baseLayers.find((base) => base.id === id) ?? this.baseLayers[0];
    if (!found) throw new Error('The bundle has no base layer.');
    return found;
  }

  private presetOf(project: BundleProject | undefined): readonly AddressGroup[] {
    const checked = this.bundles.index.categories
      .flatMap((category) => category.groups.filter((entry) => entry.checked))
      .map((entry) => entry.id);
    const ids = new Set([...(project?.groups ?? []), ...checked]);
    return [...ids]
      .filter((id) => this.bundles.openEntry(id))
      .map((id) => ({ id, visible: true, opacity: null }));
  }

  /**
   * Returns the groups that exist and are open to the visitor, with aliases resolved and without
   * duplicates.
   */
  private known(groups: readonly AddressGroup[]): AddressGroup[] {
    const known = new Map<string, AddressGroup>();
    for (const group of groups) {
      const id = this.bundles.openEntry(group.id)?.id;
      if (id && !known.has(id)) known.set(id, { ...group, id });
    }
    return [...known.values()];
  }
}
