import { makeAutoObservable, observableRef } from 'mobx';
import type { ToolName } from 'atlas-engine/runtime';
import type { Place } from './place.ts';
import type { ShownOverlay } from './shown-overlay.ts';

/** The tools beside the map. Each opens in the side panel. */
export type ToolId = ToolName | 'measure' | 'coordinates';

/** The open tool. */
export class ToolsStore {
  open: ToolId | null = null;
  /** The tool that the selected feature covers, to which the visitor can return. */
  behind: ToolId | null = null;
  /** Takes a click on the map that hits no feature, for the open tool; returns whether it did. */
  takeClick: ((place: Place) => boolean) | null = null;
  /** What a tool draws over the map, from bottom to top. */
  overlays: readonly ShownOverlay[] = [];
  /** Whether the list of tools is open, on small screens. */
  listOpen = false;

  constructor() {
    makeAutoObservable(
      this,
      { takeClick: observableRef, overlays: observableRef },
      { autoBind: true },
    );
  }

  /** Whether a click on the map belongs to the open tool instead of the features. */
  get takesClicks(): boolean {
    return this.open === 'measure' || this.open === 'coordinates';
  }

  show(tool: ToolId | null): void {
    this.open = tool;
    this.behind = null;
    this.listOpen = false;
  }

  /** Covers the open tool with a feature; another feature in its place covers the same tool. */
  cover(isCovered: boolean): void {
    const behind = this.open ?? (isCovered ? this.behind : null);
    this.show(null);
    this.behind = behind;
  }

  setTakeClick(take: ToolsStore['takeClick']): void {
    this.takeClick = take;
  }

  setOverlays(overlays: readonly ShownOverlay[]): void {
    this.overlays = overlays;
  }

  setListOpen(open: boolean): void {
    this.listOpen = open;
  }
}
