import { runInAction } from 'mobx';
import { listOf, screenPath, type BundleIndex } from 'atlas-engine/runtime';
import { AccountStore, type LoadClient } from '../account/account-store.ts';
import type { StoredAccount } from '../account/account-types.ts';
import { formatGroups } from '../address/address.ts';
import type { Network } from '../net/http-client.ts';
import { AddressStore, type AddressParts } from './address-store.ts';
import { AreaStore } from './places/area-store.ts';
import { BasesStore } from './map/bases-store.ts';
import { endedSentences } from './bundle/consent-sentence.ts';
import { BundleStore } from './bundle/bundle-store.ts';
import { CoordinatesStore, type CoordinatesFormat } from './map/coordinates-store.ts';
import { CatalogueStore } from './layers/catalogue-store.ts';
import { CompareStore } from './layers/compare-store.ts';
import { CoversStore } from './page/covers-store.ts';
import { DocumentsStore } from './bundle/documents-store.ts';
import { FailuresStore } from './failures-store.ts';
import { FeatureStore } from './page/feature-store.ts';
import { FilterStore } from './layers/filter-store.ts';
import { GroupStates } from './layers/group-states.ts';
import { HoverStore } from './map/hover-store.ts';
import { InViewStore } from './map/in-view-store.ts';
import { LayersStore } from './layers/layers-store.ts';
import { LocateStore } from './map/locate-store.ts';
import { MapStore } from './map/map-store.ts';
import { ProjectsStore } from './layers/projects-store.ts';
import { ScreenStore, type BrowserHistory } from './page/screen-store.ts';
import { SearchStore } from './page/search-store.ts';
import { SessionStore } from './page/session-store.ts';
import { ShownAreaStore } from './layers/shown-area-store.ts';
import { ShownStore } from './layers/shown-store.ts';
import { SideStore } from './page/side-store.ts';
import { ToolsStore } from './page/tools-store.ts';
import { UNDO_MS, UiStore } from './page/ui-store.ts';
import { WelcomeStore } from './page/welcome-store.ts';

/** The store of a tool. */
interface ToolStore {
  /** Removes what only the visitor of before may see. */
  readonly forget?: () => void;
}

/** Parts of the browser that the stores use. */
export interface AtlasSurroundings {
  readonly network: Network;
  readonly address: AddressParts;
  readonly history: BrowserHistory;
  /** The dismissed versions of notices, by id. */
  readonly dismissed: Readonly<Record<string, number>>;
  /** The versions of notices that the visitor has seen, by id. */
  readonly seen: Readonly<Record<string, number>>;
  /** The format of coordinates that the visitor chose. */
  readonly coordinates: CoordinatesFormat;
  /** The current day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly account: StoredAccount;
  readonly loadClient: LoadClient;
  /** Default: that of the window. */
  readonly media?: MediaOf;
}

/** Evaluates a media query, as `window.matchMedia` does. */
export type MediaOf = (
  query: string,
) => Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>;

/**
 * All stores of an open atlas. Each store receives those that it uses. The actions here replace the
 * bundle, which concerns all of them.
 */
export class AtlasStore {
  readonly network: Network;
  readonly ui = new UiStore();
  readonly area = new AreaStore();
  readonly search = new SearchStore();
  readonly coordinates: CoordinatesStore;
  readonly locate: LocateStore;
  readonly bundles: BundleStore;
  readonly documents: DocumentsStore;
  readonly feature: FeatureStore;
  readonly session: SessionStore;
  readonly layers: LayersStore;
  readonly map: MapStore;
  readonly groups: GroupStates;
  readonly bases: BasesStore;
  readonly projects: ProjectsStore;
  readonly catalogue: CatalogueStore;
  readonly compare: CompareStore;
  readonly filters: FilterStore;
  readonly hover: HoverStore;
  readonly inView: InViewStore;
  readonly shown: ShownStore;
  readonly shownArea: ShownAreaStore;
  readonly failures: FailuresStore;
  readonly side: SideStore;
  readonly tools: ToolsStore;
  readonly covers: CoversStore;
  readonly address: AddressStore;
  readonly screen: ScreenStore;
  readonly welcome: WelcomeStore;
  readonly account: AccountStore;
  readonly media: MediaOf = (query) => window.matchMedia(query);

  /** The first address. It may name groups that only the session part contains. */
  private readonly first: AddressParts;
  /** The visitor whose session part was asked for. */
  private person = 0;
  /** The visitor with an account whose session part has been loaded; undefined for none. */
  private loadedFor: number | undefined;
  /** The stores of tools, by the function that made them. */
  private readonly made = new Map<(atlas: AtlasStore) => object, ToolStore>();

  constructor(index: BundleIndex, surroundings: AtlasSurroundings) {
    const { network, address, history } = surroundings;
    const { ui } = this;
    this.first = { search: address.search, hash: address.hash };
    this.network = network;
    if (surroundings.media) this.media = surroundings.media;
    const bundles = (this.bundles = new BundleStore(index, network));
    const documents = (this.documents = new DocumentsStore(bundles, network));
    const side = (this.side = new SideStore({ bundles, ui }));
    this.tools = new ToolsStore(side);
    const feature = (this.feature = new FeatureStore({ bundles, network, side }));
    const layers = (this.layers = new LayersStore([]));
    const map = (this.map = new MapStore());
    const session = (this.session = new SessionStore(null));
    const groups = (this.groups = new GroupStates(bundles, layers, map));
    const bases = (this.bases = new BasesStore({ bundles, documents, map, ui }));
    const projects = (this.projects = new ProjectsStore({ bundles, layers, map, side, ui }));
    this.catalogue = new CatalogueStore({ bundles, groups, layers, map, projects, side, ui });
    const shownArea = (this.shownArea = new ShownAreaStore({ bundles, map, network, ui }));
    const shown = (this.shown = new ShownStore({
      bases,
      bundles,
      groups,
      map,
      projects,
      shownArea,
    }));
    const account = (this.account = new AccountStore({
      ui,
      load: surroundings.loadClient,
      stored: surroundings.account,
      locale: () => bundles.index.locale,
      levelsChanged: () => this.reloadSession(),
      openSettings: () => this.screen.go(screenPath('settings')),
    }));
    this.failures = new FailuresStore({
      account,
      bases,
      bundles,
      feature,
      groups,
      layers,
      map,
      loadSession: () => this.loadSession(),
    });
    const filters = (this.filters = new FilterStore(bundles, layers));
    this.compare = new CompareStore({ bases, documents, filters, shown });
    this.hover = new HoverStore(bundles);
    this.inView = new InViewStore({ bundles, map, side });
    this.covers = new CoversStore({ side, ui });
    this.coordinates = new CoordinatesStore(map, surroundings.coordinates);
    this.locate = new LocateStore({ bundles, map, ui });
    this.address = new AddressStore({
      bases,
      bundles,
      compare: this.compare,
      groups,
      layers,
      map,
      projects,
      session,
      shownArea,
      side,
      ui,
    });
    this.screen = new ScreenStore(history);
    const isLink = address.hash.length > 1 || new URLSearchParams(address.search).has('project');
    this.welcome = new WelcomeStore(bundles, { ...surroundings, isLink });
    this.address.begin(this.first);
  }

  /** Whether data or the code of the map are loading. */
  get busy(): boolean {
    const { bundles, documents, map } = this;
    const fetching = bundles.loading.size > 0 || documents.loading.size > 0;
    return map.failure ? fetching : fetching || map.loading || !map.ready;
  }

  /**
   * Returns the store that a tool brings with its code. It is made once, when it is first used, and
   * outlives the tool's panel, which can be closed or covered by a feature.
   */
  storeOf<Store extends object>(make: (atlas: AtlasStore) => Store): Store {
    const store = (this.made.get(make) as Store | undefined) ?? make(this);
    this.made.set(make, store);
    return store;
  }

  /** Fetches the first groups and the session part, in the reader's language. */
  async start(locale: string): Promise<void> {
    const { address, bases, bundles, layers, map } = this;
    bundles.setPublic(true);
    if (locale !== bundles.index.locale && (await bundles.setLocale(locale)))
      void this.shownArea.load();
    const first = layers.active;
    const { project } = map;
    void bundles.ensure(first.map(({ id }) => id));
    void bases.ensure();
    await this.loadSession();
    runInAction(() => {
      const asked = address.parse(this.first);
      address.reportMissing(asked);
      // When the visitor has chosen something else meanwhile, the first address no longer applies.
      if (layers.active === first && map.project === project) address.settle(asked);
    });
  }

  /** Switches the atlas to another of its languages. Shows a notice when that fails. */
  async setLocale(locale: string): Promise<void> {
    if (locale === this.bundles.index.locale) return;
    if (await this.bundles.setLocale(locale)) {
      this.session.choose(locale);
      void this.shownArea.load();
      await this.account.reportLocale(locale);
    } else this.ui.say({ text: 'app.locale' });
  }

  /**
   * Loads the atlas again after a change on the server. Keeps the view, and names the removed
   * groups in a notice, which also says whose consent has ended.
   */
  async refresh(): Promise<void> {
    const { bundles, layers, side, ui } = this;
    const before = layers.active;
    const left = await this.keepKnown(() => bundles.setLocale(bundles.index.locale));
    if (left === null) return;
    const entries = before.flatMap(({ id }) => bundles.entries.get(id)?.entry ?? []);
    const ended = entries.filter((entry) => entry.ended);
    // The objects of what is left of a group may be those that are no longer shown.
    for (const { id } of ended) side.closeFeature(id);
    const why = [...new Set(ended.map((entry) => endedSentences(entry, bundles.index)))].join(' ');
    if (left !== '' && why !== '') ui.say({ text: 'app.left-ended', values: { names: left, why } });
    else if (left !== '') ui.say({ text: 'app.left', values: { names: left } });
    else ui.say({ text: 'app.changed', stays: UNDO_MS });
  }

  /**
   * Loads the session part again after a login, a logout or another change of the visitor's groups.
   * Groups that the visitor may no longer view leave the map, and a notice names them. Another person
   * finds nothing of the one before.
   */
  async reloadSession(): Promise<void> {
    const { account, bundles, side, ui } = this;
    // Its attributes may be restricted.
    side.closeFeature();
    const levels = this.loadedFor === account.person ? bundles.session?.levels.join() : undefined;
    const isOther = account.person !== this.person;
    // Who logs out knows what follows.
    const isLeaving = account.leaving.state !== 'none';
    this.person = account.person;
    const left = account.loggedIn && !isOther ? '' : await this.forgetSession();
    const lost = await this.keepKnown(async () => {
      await this.loadSession();
      return true;
    });
    if (isOther || isLeaving) return;
    if (left || lost) ui.say({ text: 'session.lost', values: { names: left || (lost ?? '') } });
    else if (levels !== undefined && levels !== bundles.session?.levels.join())
      ui.say({ text: 'session.gained', stays: UNDO_MS });
  }

  /** Loads the additions for the visitor, once the server has said who the visitor is. */
  private async loadSession(): Promise<void> {
    const { account, bundles, ui } = this;
    // A page that embeds the map shows only what everyone may see, and so does a static site.
    if (ui.embedded || bundles.isStatic) return;
    if (await account.identify()) {
      this.person = account.person;
      bundles.setPublic(false);
      await bundles.loadSession();
      this.loadedFor = account.loggedIn ? this.person : undefined;
    } else if (account.leaving.state === 'none') bundles.failSession();
  }

  /**
   * Removes everything that only the visitor of before may see, without waiting for the server.
   * Returns the names of the groups that have left the map and that everyone may know.
   */
  private async forgetSession(): Promise<string> {
    const { area, bundles, hover, inView, search, shownArea, side, ui } = this;
    const forget = async (): Promise<boolean> => {
      bundles.setPublic(true);
      bundles.dropSession();
      search.setText('');
      for (const store of this.made.values()) store.forget?.();
      if (area.area?.origin === 'feature' || area.area?.origin === 'named') area.set(null);
      // Its name may be restricted.
      if (shownArea.of?.dataset !== undefined) shownArea.clear();
      inView.show([]);
      hover.leave();
      side.close();
      ui.dismissText('session.agreement');
      return true;
    };
    // The name of a group that is hidden from everyone is restricted too.
    const left = await this.keepKnown(forget, (id) => bundles.entries.has(id));
    return left ?? '';
  }

  /**
   * Replaces the bundle, and removes the active groups that it no longer has. Returns the names of
   * those that `mayName` accepts as a text, and null when the bundle could not be replaced.
   */
  private async keepKnown(
    replace: () => Promise<boolean>,
    mayName: (group: string) => boolean = () => true,
  ): Promise<string | null> {
    const { address, bases, bundles, layers, map, projects, side } = this;
    const { entries } = bundles;
    const before = layers.active;
    if (!(await replace())) return null;
    const groups = address.known(before, null);
    const kept = new Set(groups.map(({ id }) => id));
    const left = before.filter(({ id }) => !kept.has(id));
    if (formatGroups(groups) !== formatGroups(before)) layers.replace(groups);
    for (const { id } of left) side.closeFeature(id);
    if (!projects.open) map.setProject(null);
    bases.choose(bases.current.id);
    await bundles.ensure(groups.map(({ id }) => id));
    const named = left.filter(({ id }) => mayName(id));
    return listOf(
      named.map(({ id }) => entries.get(id)?.entry.name ?? id),
      bundles.index,
    );
  }
}
