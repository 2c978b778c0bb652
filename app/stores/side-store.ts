import { makeAutoObservable, observableRef } from 'mobx';
import type { FeatureHit } from 'atlas-engine/runtime';
import type { BundleStore } from './bundle-store.ts';
import type { FeatureStore } from './feature-store.ts';
import type { Place } from './place.ts';
import type { ToolId, ToolsStore } from './tools-store.ts';
import type { UiStore } from './ui-store.ts';

/** The stores that the side panel needs. */
interface SideNeeds {
  readonly bundles: BundleStore;
  readonly feature: FeatureStore;
  readonly tools: ToolsStore;
  readonly ui: UiStore;
}

/** The side panel, which shows a feature, the information of a group, or a tool. */
export class SideStore {
  /** The clicked place, which the panel must not cover; null when no feature is open. */
  place: Place | null = null;

  private readonly needs: SideNeeds;

  constructor(needs: SideNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { place: observableRef, needs: false },
      { autoBind: true },
    );
  }

  get isOpen(): boolean {
    const { feature, tools, ui } = this.needs;
    return feature.hit !== undefined || ui.info !== null || tools.open !== null;
  }

  close(): void {
    this.place = null;
    this.needs.feature.close();
    this.needs.ui.showInfo(null);
    this.needs.tools.show(null);
  }

  /** The tool that the selected feature covers. */
  get behind(): ToolId | null {
    const { feature, tools } = this.needs;
    return feature.hit ? tools.behind : null;
  }

  /** Opens the information of a group in place of a selected feature, or closes it. */
  toggleInfo(id: string): void {
    const { bundles, feature, tools, ui } = this.needs;
    const open = ui.info === id;
    this.place = null;
    feature.close();
    tools.show(null);
    ui.showInfo(open ? null : id);
    if (!open) void bundles.ensure([id]);
  }

  /** Opens a tool in place of what the panel shows, or closes it. */
  toggleTool(tool: ToolId): void {
    const { tools } = this.needs;
    const open = tools.open === tool;
    this.place = null;
    this.needs.feature.close();
    this.needs.ui.showInfo(null);
    tools.show(open ? null : tool);
  }

  /**
   * Selects the features under a click at a place. A click that hits no feature closes the panel.
   */
  select(hits: readonly FeatureHit[], place: Place | null = null): void {
    const { feature, tools, ui } = this.needs;
    ui.showInfo(null);
    if (hits.length > 0) tools.cover(feature.hit !== undefined);
    feature.select(hits);
    this.place = hits.length > 0 ? place : null;
    if (hits.length > 0 && ui.sheet === 'full') ui.setSheet('half');
  }
}
