import { makeAutoObservable } from 'mobx';
import { listOf, type GroupEntry } from 'atlas-engine/runtime';
import {
  formatAddress,
  formatGroups,
  parseAddress,
  samePart,
  sameView,
  type AddressDefaults,
  type AddressGroup,
  type AddressState,
} from '../address/address.ts';
import { formatArea } from '../address/area-text.ts';
import { formatNear, type NearObject } from '../address/near-text.ts';
import { accessSentence } from './bundle/access-sentence.ts';
import type { BasesStore } from './map/bases-store.ts';
import type { BundleStore } from './bundle/bundle-store.ts';
import type { CompareStore } from './layers/compare-store.ts';
import type { GroupStates } from './layers/group-states.ts';
import type { LayersStore } from './layers/layers-store.ts';
import type { MapStore } from './map/map-store.ts';
import type { ProjectsStore } from './layers/projects-store.ts';
import type { SessionStore } from './page/session-store.ts';
import type { ShownAreaStore } from './layers/shown-area-store.ts';
import type { SideStore } from './page/side-store.ts';
import type { UiStore } from './page/ui-store.ts';

/** What an id looks like, and the number of unknown ids that a notice names at most. */
const ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const MOST_NAMED = 5;

/** The part of an address that holds the view. */
export interface AddressParts {
  readonly search: string;
  readonly hash: string;
}

/** The stores whose state the address holds. */
interface AddressNeeds {
  readonly bases: BasesStore;
  readonly bundles: BundleStore;
  readonly compare: CompareStore;
  readonly groups: GroupStates;
  readonly layers: LayersStore;
  readonly map: MapStore;
  readonly projects: ProjectsStore;
  readonly session: SessionStore;
  readonly shownArea: ShownAreaStore;
  readonly side: SideStore;
  readonly ui: UiStore;
}

/** The address of the view: written from the stores, and applied to them. */
export class AddressStore {
  private readonly needs: AddressNeeds;

  constructor(needs: AddressNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { needs: false, parse: false, known: false, shared: false, about: false },
      { autoBind: true },
    );
  }

  get state(): AddressState {
    const { compare, map, session, shownArea, side } = this.needs;
    return {
      project: map.project,
      lang: session.lang,
      view: map.view,
      baseLayer: map.baseLayer,
      hillshade: map.hillshade,
      groups: this.named,
      compare: compare.difference,
      near: side.near,
      area: shownArea.of,
    };
  }

  /** The groups that an address can name: not the visitor's own files. */
  private get named(): AddressState['groups'] {
    const { bundles, layers } = this.needs;
    return layers.active.filter(({ id }) => !bundles.imported.find(id));
  }

  get parts(): AddressParts {
    return formatAddress(this.state, this.defaults);
  }

  /** Returns the address of the view that opens what is near an object. */
  about(near: NearObject): AddressParts {
    return formatAddress({ ...this.state, near }, this.defaults);
  }

  /**
   * Returns the address to share. Without `restricted`, it has only the layers that everyone may see.
   * Without `lang`, it opens in the language of the reader.
   */
  shared({
    restricted,
    lang,
  }: {
    readonly restricted: boolean;
    readonly lang: string | null;
  }): AddressParts {
    const { bundles } = this.needs;
    const groups = this.state.groups.filter(
      ({ id }) => restricted || !bundles.bundle.groups[id]?.restricted,
    );
    const { area, compare, near } = this.state;
    const isLeftOut = compare?.kind !== 'base' && !groups.some(({ id }) => id === compare?.id);
    // A feature may be one of a restricted layer.
    const shown = {
      near: restricted || !near || 'lng' in near ? near : null,
      area: restricted || area?.dataset === undefined ? area : null,
    };
    return formatAddress(
      { ...this.state, ...shown, groups, compare: isLeftOut ? null : compare, lang },
      this.defaults,
    );
  }

  /** The state whose change creates an entry in the browser's history, as text. */
  get step(): string {
    return JSON.stringify([this.needs.map.project, this.named.map(({ id }) => id)]);
  }

  parse(address: AddressParts): AddressState {
    return parseAddress(address, this.defaults);
  }

  /** Applies the address with which the page was opened, before there is a map. */
  begin(address: AddressParts): void {
    const { bases, bundles, compare, map, projects, session, shownArea, side, ui } = this.needs;
    ui.setEmbedded(new URLSearchParams(address.search).get('embed') === '1');
    bundles.setEmbedded(ui.embedded);
    const asked = this.parse(address);
    session.setLang(asked.lang);
    const project = bundles.projects.get(asked.project ?? '')?.id ?? null;
    projects.settle(project, this.known(asked.groups, project));
    map.setBaseLayer(bases.find(asked.baseLayer).id);
    map.setHillshade(asked.hillshade);
    map.setView(asked.view);
    shownArea.adopt(asked.area);
    if (!ui.embedded) compare.adopt(asked.compare);
    if (asked.near && !ui.embedded && bundles.bundle.tools.some(({ id }) => id === 'analyse'))
      side.openNear(asked.near);
  }

  /** Applies an address, for example after the browser's back button. */
  take(address: AddressParts): void {
    const { bases, compare, map, projects, shownArea, side } = this.needs;
    const wanted = this.parse(address);
    const before = { view: map.view, project: map.project };
    this.reportMissing(wanted);
    this.settle(wanted);
    bases.choose(bases.find(wanted.baseLayer).id);
    map.setHillshade(wanted.hillshade);
    compare.adopt(wanted.compare);
    if (!samePart(wanted.area, shownArea.of, formatArea)) shownArea.adopt(wanted.area);
    if (!samePart(wanted.near, side.near, formatNear)) {
      if (wanted.near) side.openNear(wanted.near);
      else side.close();
    }
    if (!map.ready) map.setView(wanted.view);
    else if (wanted.view && !sameView(wanted.view, before.view)) map.goTo(wanted.view);
    else if (!wanted.view && (before.view || map.project !== before.project)) projects.showHome();
  }

  /** Applies the project and the groups of an address. */
  settle(wanted: AddressState): void {
    const { bundles, layers, map, projects } = this.needs;
    const own = layers.active.filter(({ id }) => bundles.imported.find(id));
    const project = bundles.projects.get(wanted.project ?? '')?.id ?? null;
    const groups = [...own, ...this.known(wanted.groups, project)];
    if (project !== map.project || formatGroups(groups) !== formatGroups(layers.active))
      projects.settle(project, groups);
    void bundles.ensure(groups.map(({ id }) => id));
  }

  /**
   * Shows notices about what the address names and the map does not show: locked groups with the way
   * to get access, and what does not exist. Groups that are hidden from the visitor do not exist.
   */
  reportMissing(wanted: AddressState): void {
    const { bundles } = this.needs;
    const asked = wanted.groups.map(({ id }) => id);
    const entries = asked.flatMap((id) => bundles.entries.get(id)?.entry ?? []);
    this.reportLocked(entries.filter(({ locked }) => locked));
    this.reportUnknown([
      ...asked.filter((id) => !bundles.entries.has(id)),
      ...this.unknownPlaces(wanted),
    ]);
  }

  private reportLocked(entries: readonly GroupEntry[]): void {
    const { bundles, ui } = this.needs;
    if (entries.length === 0) return;
    const names = listOf([...new Set(entries.map(({ name }) => name))], bundles.index);
    const sentences = entries.map((entry) => accessSentence(entry, bundles.index));
    ui.say({
      text: 'address.locked',
      values: { names, access: [...new Set(sentences)].join(' ') },
    });
  }

  /** Names unknown ids, but only those that may be ids: the text of a link is not ours. */
  private reportUnknown(unknown: readonly string[]): void {
    const { bundles, ui } = this.needs;
    if (unknown.length === 0) return;
    const ids = [...new Set(unknown)].filter((id) => ID.test(id));
    if (ids.length === 0 || ids.length > MOST_NAMED) ui.say({ text: 'address.unavailable' });
    else ui.say({ text: 'address.unknown', values: { names: listOf(ids, bundles.index) } });
  }

  /** The project and the base map of an address that do not exist. */
  private unknownPlaces({ project, baseLayer }: AddressState): readonly string[] {
    const { bases, bundles } = this.needs;
    return [
      ...(project !== null && !bundles.projects.has(project) ? [project] : []),
      ...(bases.all.some(({ id }) => id === baseLayer) ? [] : [baseLayer]),
    ];
  }

  /**
   * Returns the groups that exist and are open to the visitor, with aliases resolved and without
   * duplicates. A group that the project replaces by its copy switches the copy on too.
   */
  known(groups: readonly AddressGroup[], project: string | null): AddressGroup[] {
    const named = groups.flatMap((group) => {
      const id = this.needs.bundles.openEntry(group.id)?.id;
      return id === undefined ? [] : [{ ...group, id }];
    });
    const known = new Map<string, AddressGroup>();
    for (const group of named) {
      const shown = this.needs.groups.inProject(group.id, project);
      const isNamed = named.some(({ id }) => id === shown);
      if (!isNamed) known.set(shown, { ...group, id: shown });
      if (!known.has(group.id)) known.set(group.id, group);
    }
    return [...known.values()];
  }

  /** The values that the address of this atlas leaves out. */
  private get defaults(): AddressDefaults {
    const { bases, bundles, projects } = this.needs;
    return {
      baseLayer: bases.all[0]?.id ?? '',
      hillshade: bundles.index.hillshade?.checked ?? false,
      groups: (id) => projects.preset(id),
    };
  }
}
