import { makeAutoObservable, observable, observableRef, reaction } from 'mobx';
import type { BundleContent, BundleExplore } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { Place } from '../../stores/places/place.ts';
import type { ShownOverlay } from '../../stores/page/shown-overlay.ts';
import type { ChosenArea } from '../../stores/places/area-store.ts';
import type { NamedArea } from '../../stores/places/named-areas.ts';
import { FeaturePages } from './feature-pages.ts';
import { isInside } from './inside.ts';
import { boundsOf, describeArea, isArea, type AreaWords, type SampleArea } from './sample-area.ts';

/** Number of areas in one request. */
const AREAS_PER_PAGE = 100;
/** Maximum number of areas that are loaded. */
export const MOST_AREAS = 2_000;
/** Number of cards that are shown at first, and that each press of the button adds. */
const CARDS = 24;
/** Number of listed features of a dataset in one request. */
const FEATURES_PER_PAGE = 25;

/** A field by which the areas are filtered. */
export type FilterKey = 'country' | 'theme';

/** A card: an area with its words. */
export interface Card extends AreaWords {
  readonly area: SampleArea;
}

/** A dataset that is listed for the chosen area; without `pages`, the visitor may not see it. */
export interface AreaContent {
  readonly group: string;
  readonly open: BundleContent['open'];
  readonly pages: FeaturePages | null;
}

/**
 * The sample areas, the chosen one, and its contents. It outlives the panel, so that the panel can
 * be closed, or covered by a feature, and opened again.
 */
export class ExploreStore {
  list: FeaturePages | null = null;
  readonly filter: Record<FilterKey, string> = { country: '', theme: '' };
  /** Number of cards that are shown. */
  most = CARDS;
  chosen: SampleArea | null = null;
  /** The card of an area that was chosen by its name. */
  private named: Card | null = null;
  contents: readonly AreaContent[] = [];
  /** The groups whose lists are folded. */
  readonly folded = observable.set<string>();
  /** What has the focus when the panel is opened again: a card or a listed feature. */
  focus: string | null = null;

  private readonly atlas: AtlasStore;

  constructor(atlas: AtlasStore) {
    this.atlas = atlas;
    makeAutoObservable<this, 'atlas' | 'named'>(
      this,
      {
        list: observableRef,
        chosen: observableRef,
        named: observableRef,
        contents: observableRef,
        atlas: false,
      },
      { autoBind: true },
    );
    const { bundles } = atlas;
    // After another login or a change of the atlas, other areas may be visible.
    reaction(() => `${bundles.index.revision} ${bundles.session?.levels.join() ?? ''}`, this.reset);
    reaction(() => this.marked, this.mark, { fireImmediately: true });
  }

  /** The declaration of the tool; null while the visitor may not open it. */
  get explore(): BundleExplore | null {
    const tool = this.atlas.bundles.bundle.tools.find(({ id }) => id === 'explore');
    return tool?.id === 'explore' ? (tool.explore ?? null) : null;
  }

  /** Whether the visitor can choose areas by name. */
  get isNamed(): boolean {
    return this.atlas.bundles.bundle.tools.some(({ id, named }) => id === 'explore' && named);
  }

  /** All loaded areas in the words of the reader, by title. */
  get cards(): readonly Card[] {
    const { explore, list } = this;
    const { bundles } = this.atlas;
    if (!explore || !list) return [];
    const { compare } = new Intl.Collator([bundles.index.locale, 'en'], { numeric: true });
    return list.features
      .filter(isArea)
      .map((area) => ({ area, ...describeArea(area, explore, bundles) }))
      .sort((a, b) => compare(a.title, b.title));
  }

  /** The card of the chosen area. */
  get card(): Card | undefined {
    return [...this.cards, ...(this.named ? [this.named] : [])].find(
      ({ area }) => area === this.chosen,
    );
  }

  /** The areas that match the filter. */
  get matching(): readonly Card[] {
    return this.cards.filter(
      (card) => this.matches(card, 'country') && this.matches(card, 'theme'),
    );
  }

  /** Returns the values by which the areas can be filtered, in the order of the alphabet. */
  valuesOf(key: FilterKey): readonly string[] {
    const { locale } = this.atlas.bundles.index;
    const values = new Set(this.cards.flatMap((card) => card[key] ?? []));
    return [...values].sort(new Intl.Collator([locale, 'en']).compare);
  }

  setFilter(key: FilterKey, value: string): void {
    this.filter[key] = value;
    this.most = CARDS;
  }

  clearFilter(): void {
    this.setFilter('country', '');
    this.setFilter('theme', '');
  }

  showMore(): void {
    this.most += CARDS;
  }

  /** Loads what is missing when the panel is opened. */
  open(): void {
    if (!this.explore) return;
    this.list ??= new FeaturePages(this.atlas.network, {
      dataset: this.explore.areas,
      area: null,
      limit: AREAS_PER_PAGE,
    });
    void this.loadAreas();
    for (const { pages } of this.contents)
      if (pages && pages.features.length === 0 && pages.problem === null) void pages.load();
  }

  /** Loads all areas, page by page. */
  async loadAreas(): Promise<void> {
    const { list } = this;
    while (list && list === this.list && list.features.length < MOST_AREAS)
      if (!(await list.load())) return;
  }

  /** Ends all requests when the panel is closed. */
  suspend(): void {
    this.list?.stop();
    for (const { pages } of this.contents) pages?.stop();
  }

  /** Chooses an area: shows it on the map with its layers, and lists what is in it. */
  choose(area: SampleArea): void {
    const { explore } = this;
    const { catalogue, map, network, ui } = this.atlas;
    if (!explore) return;
    this.leave();
    this.focus = null;
    this.chosen = area;
    this.contents = explore.contents.map(({ group, open }) => {
      const question = { area: area.geometry, limit: FEATURES_PER_PAGE };
      const pages = open ? new FeaturePages(network, { dataset: open.dataset, ...question }) : null;
      return { group, open, pages };
    });
    for (const { pages } of this.contents) void pages?.load();
    // Counts are visible at a glance.
    this.folded.replace(this.contents.slice(1).map(({ group }) => group));
    void catalogue.add(...explore.layers);
    if (ui.sheet === 'full') ui.setSheet('half');
    map.goToArea({ bounds: boundsOf(area) });
  }

  /** Chooses an area by its name, as if it were a sample area. */
  chooseNamed({ geometry }: ChosenArea, { id, title, context }: NamedArea): void {
    const area: SampleArea = { type: 'Feature', id, properties: {}, geometry };
    this.named = { area, title, ...(context !== null && { country: context }) };
    this.choose(area);
  }

  /** Shows the cards again. */
  leave(): void {
    for (const { pages } of this.contents) pages?.stop();
    this.focus = this.chosen ? `area ${this.chosen.id}` : null;
    this.chosen = null;
    this.contents = [];
  }

  /** Chooses the area at a place; returns whether there is one. */
  pick(place: Place): boolean {
    const card = this.matching.find(({ area }) => isInside(place, area.geometry));
    if (!card || card.area === this.chosen) return false;
    this.choose(card.area);
    return true;
  }

  fold(group: string, folded: boolean): void {
    if (folded) this.folded.add(group);
    else this.folded.delete(group);
  }

  setFocus(focus: string | null): void {
    this.focus = focus;
  }

  /** Forgets everything, for another visitor, and begins again if the panel is open. */
  private reset(): void {
    this.suspend();
    this.leave();
    this.named = null;
    this.focus = null;
    this.list = null;
    this.clearFilter();
    if (this.atlas.side.tool === 'explore') this.open();
  }

  private matches(card: Card, key: FilterKey): boolean {
    return this.filter[key] === '' || card[key] === this.filter[key];
  }

  /** The areas to mark on the map, while the panel is open or is behind a feature. */
  private get marked(): { readonly others: readonly SampleArea[]; readonly chosen: SampleArea[] } {
    const { tool, selected } = this.atlas.side;
    const isShown = this.explore !== null && (tool ?? selected?.behind) === 'explore';
    if (!isShown) return { others: [], chosen: [] };
    const areas = this.matching.map(({ area }) => area);
    const others = areas.filter((area) => area !== this.chosen);
    return { others, chosen: this.chosen ? [this.chosen] : [] };
  }

  private mark({ others, chosen }: ExploreStore['marked']): void {
    const overlays: readonly ShownOverlay[] = [
      { id: 'explore-areas', kind: 'drawn-area', features: outlinesOf(others) },
      { id: 'explore-area', kind: 'highlight', features: outlinesOf(chosen) },
    ];
    this.atlas.tools.setOverlays(overlays.filter(({ features }) => features.length > 0));
  }
}

/** Returns the outlines of areas. A fill would hide the villages and their names. */
function outlinesOf(areas: readonly SampleArea[]): readonly GeoJSON.Feature[] {
  return areas.map(({ geometry: { type, coordinates } }) => {
    const rings = type === 'Polygon' ? coordinates : coordinates.flat();
    const geometry = { type: 'MultiLineString' as const, coordinates: rings };
    return { type: 'Feature' as const, properties: {}, geometry };
  });
}

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeExploreStore(atlas: AtlasStore): ExploreStore {
  return new ExploreStore(atlas);
}
