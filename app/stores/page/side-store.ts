import { makeAutoObservable, observableRef } from 'mobx';
import type { FeatureHit, ToolName } from 'atlas-engine/runtime';
import type { Near } from '../../address/near-text.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { Place } from '../places/place.ts';
import type { UiStore } from './ui-store.ts';

/** The tools beside the map. Each opens in the side panel. */
export type ToolId = ToolName | 'measure' | 'coordinates' | 'near' | 'overlaps';

/** What the tool “What is near” is about, with its name if it is known. */
export type NearOf = (Near | ({ readonly shape: GeoJSON.Geometry } & Pick<Near, 'to'>)) & {
  readonly name?: string;
  /** The group that alone is listed at first. */
  readonly group?: string;
};

/** The groups that the tool “Overlaps” compares, as far as they are given. */
export interface OverlapsOf {
  readonly layer?: string;
  readonly other?: string;
}

/** The features under a click, topmost first, and the index of the shown one. */
interface SelectedFeature {
  readonly kind: 'feature';
  /** At least one. */
  readonly hits: readonly FeatureHit[];
  readonly index: number;
  /** The clicked place, which the panel must not cover; null without a click. */
  readonly place: Place | null;
  /** The tool that the feature covers, to which the visitor can return. */
  readonly behind: ToolId | null;
}

/** What the side panel shows: a feature, the information of a group, or a tool. */
type SideContent =
  | SelectedFeature
  | { readonly kind: 'info'; readonly group: string }
  | { readonly kind: 'tool'; readonly tool: ToolId };

/** The stores that the side panel needs. */
interface SideNeeds {
  readonly bundles: BundleStore;
  readonly ui: UiStore;
}

/** The side panel. What is open, marked and loaded depends on its content alone. */
export class SideStore {
  /** Null while the panel is closed. */
  content: SideContent | null = null;
  /** What the tool “What is near” is about; null while nothing is chosen. */
  nearOf: NearOf | null = null;
  /** The layers with which the tool “Overlaps” opens. */
  overlapsOf: OverlapsOf = {};
  /** How often “What is near” was opened: the title takes the focus each time. */
  timesNear = 0;

  private readonly needs: SideNeeds;

  constructor(needs: SideNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { content: observableRef, nearOf: observableRef, overlapsOf: observableRef, needs: false },
      { autoBind: true },
    );
  }

  get isOpen(): boolean {
    return this.content !== null;
  }

  /** The selected features. */
  get selected(): SelectedFeature | null {
    return this.content?.kind === 'feature' ? this.content : null;
  }

  /** The feature that the panel shows. */
  get hit(): FeatureHit | undefined {
    return this.selected?.hits[this.selected.index];
  }

  /** The open tool. */
  get tool(): ToolId | null {
    return this.content?.kind === 'tool' ? this.content.tool : null;
  }

  /**
   * What the tool “What is near” is about, while it is open or covered by a feature, as an address has it:
   * null for a shape of the visitor's file.
   */
  get near(): (Near & Pick<NearOf, 'group'>) | null {
    if ((this.tool ?? this.selected?.behind) !== 'near' || !this.nearOf) return null;
    return 'shape' in this.nearOf ? null : this.nearOf;
  }

  /** The group whose information is open. */
  get info(): string | null {
    return this.content?.kind === 'info' ? this.content.group : null;
  }

  /** Closes the panel, and forgets what it was about: its name may be restricted. */
  close(): void {
    this.content = null;
    this.nearOf = null;
  }

  /** Closes the selected feature, if there is one: only that of a group, if one is given. */
  closeFeature(group?: string): void {
    if (this.hit && (group === undefined || this.hit.group === group)) this.close();
  }

  /** Opens the information of a group, or closes it. */
  toggleInfo(group: string): void {
    const isShown = this.info === group;
    this.content = isShown ? null : { kind: 'info', group };
    if (!isShown) void this.needs.bundles.ensure([group]);
  }

  /** Shows what is near a place or a feature. */
  openNear(of: NearOf): void {
    this.nearOf = of;
    this.timesNear += 1;
    this.content = { kind: 'tool', tool: 'near' };
  }

  /** Shows which objects of two layers overlap. */
  openOverlaps(of: OverlapsOf): void {
    this.overlapsOf = of;
    this.content = { kind: 'tool', tool: 'overlaps' };
  }

  /** Opens a tool, or closes it. */
  toggleTool(tool: ToolId): void {
    this.content = this.tool === tool ? null : { kind: 'tool', tool };
  }

  /**
   * Selects the features under a click at a place. Another feature in place of a selected one covers
   * the same tool. A click that hits no feature closes the panel, but not a tool.
   */
  select(hits: readonly FeatureHit[], place: Place | null = null): void {
    const { ui } = this.needs;
    if (hits.length === 0) {
      if (!this.tool) this.close();
      return;
    }
    const behind = this.tool ?? this.selected?.behind ?? null;
    this.content = { kind: 'feature', hits, index: 0, place, behind };
    if (ui.sheet === 'full') ui.setSheet('half');
  }

  /** Shows another of the selected features. Ignores an index out of range. */
  showHit(index: number): void {
    if (this.selected?.hits[index]) this.content = { ...this.selected, index };
  }
}
