import { makeAutoObservable } from 'mobx';
import {
  baseEnd,
  reliefEnd,
  compileLegend,
  overlap,
  present,
  type Attribution,
  type Bounds,
  type BundleBaseLayer,
  type BundleGroup,
  type LegendEntry,
  type MapState,
} from 'atlas-engine/runtime';
import type { AddressGroup } from '../../address/address.ts';
import type { BasesStore } from '../map/bases-store.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { GroupStates } from './group-states.ts';
import type { MapStore } from '../map/map-store.ts';
import type { ProjectsStore } from './projects-store.ts';
import type { ShownAreaStore } from './shown-area-store.ts';

/** The stores from which the contents of the map follow. */
interface ShownNeeds {
  readonly bases: BasesStore;
  readonly bundles: BundleStore;
  readonly groups: GroupStates;
  readonly map: MapStore;
  readonly projects: ProjectsStore;
  readonly shownArea: ShownAreaStore;
}

/** What is on the map, for the style, the legend and the credits. It has no state of its own. */
export class ShownStore {
  private readonly needs: ShownNeeds;

  constructor(needs: ShownNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs' | 'isBeyond' | 'shownPart' | 'sourceCredits'>(this, {
      needs: false,
      attributionsOver: false,
      isBeyond: false,
      shownPart: false,
      sourceCredits: false,
    });
  }

  /** The active groups that are loaded, with their opacity; top first. */
  get mapState(): MapState {
    const { bases, bundles, groups: states, map, projects, shownArea } = this.needs;
    const { groups } = bundles.bundle;
    return {
      baseLayer: bases.current.id,
      hillshade: map.hillshade,
      project: projects.open?.id ?? null,
      ...present({ area: shownArea.drawn }),
      lost: [...map.lost].sort(),
      groups: states.shown.flatMap(({ opacity, ...choice }) => {
        const group = groups[choice.id];
        return group ? [{ ...choice, opacity: opacity ?? group.opacity }] : [];
      }),
    };
  }

  /** The active groups, without those that belong to every base map; top first. */
  get active(): readonly AddressGroup[] {
    const { bundles, groups } = this.needs;
    return groups.shown.filter(({ id }) => !bundles.bundle.groups[id]?.baseMap);
  }

  /** The legend on the page, which stays the same while the map moves a little. */
  get legend(): readonly LegendEntry[] {
    const { bundles, map } = this.needs;
    return compileLegend(bundles.bundle, this.mapState, this.shownPart(map.surroundings));
  }

  /** The legend of exactly what the map shows, for paper and pictures. */
  get printedLegend(): readonly LegendEntry[] {
    const { bundles, map } = this.needs;
    const legend = compileLegend(bundles.bundle, this.mapState, this.shownPart(map.whole));
    return legend.filter(({ visible, rows }) => visible && rows.length > 0);
  }

  /** Whether the base map has no more detail at the zoom of the map. */
  get beyondBase(): boolean {
    return this.isBeyond(baseEnd(this.needs.bundles.bundle, this.mapState));
  }

  /** Whether the relief is not drawn at the zoom of the map. */
  get beyondRelief(): boolean {
    return this.isBeyond(reliefEnd(this.needs.bundles.bundle, this.mapState));
  }

  get hasDemoData(): boolean {
    return this.groups.some((group) => group.demo);
  }

  /** The names of the active groups that need an access level. */
  get restrictedNames(): readonly string[] {
    const { bundles, groups } = this.needs;
    return groups.shown.flatMap(({ id }) =>
      bundles.bundle.groups[id]?.restricted ? (bundles.entries.get(id)?.entry.name ?? id) : [],
    );
  }

  /** The attributions of everything on the map, without duplicates; base map first. */
  get attributions(): readonly Attribution[] {
    return this.attributionsOver([this.needs.bases.current]);
  }

  /** Returns the attributions of everything on the map when it has these base maps. */
  attributionsOver(bases: readonly BundleBaseLayer[]): readonly Attribution[] {
    const { bundles } = this.needs;
    const all = [
      ...bases.flatMap((base) => [...(base.attribution ?? []), ...this.sourceCredits(base)]),
      ...bundles.index.attribution,
      ...this.groups.flatMap((group) => group.attribution ?? []),
    ];
    const seen = new Set<string>();
    return all.filter(({ text }) => !seen.has(text) && seen.add(text));
  }

  /** Returns the part of a view in which there are data. */
  private shownPart(view: Bounds | null): Bounds | null {
    const { bounds } = this.needs.shownArea;
    return view && bounds ? overlap(view, bounds) : view;
  }

  private isBeyond(end: number | null): boolean {
    return end !== null && (this.needs.map.seen?.zoom ?? 0) >= end;
  }

  private get groups(): readonly BundleGroup[] {
    const { groups } = this.needs.bundles.bundle;
    return this.needs.groups.shown.flatMap(({ id }) => groups[id] ?? []);
  }

  /** Returns the attributions of the sources of a base map and of the relief. */
  private sourceCredits({ style, sublayers }: BundleBaseLayer): readonly Attribution[] {
    const { bundles, map } = this.needs;
    const { bundle, index } = bundles;
    const relief = map.hillshade ? index.hillshade?.sublayer.source : undefined;
    const ids = [style, ...sublayers.map(({ source }) => source), relief];
    return ids.flatMap((id = '') => {
      const source = bundle.sources[id];
      const read = map.lost.has(id) ? bundle.sources[source?.else ?? ''] : source;
      return read?.attribution === undefined ? [] : [{ text: read.attribution }];
    });
  }
}
